import type { CooMatrix, Shape } from '@spmv/core';
import { checkOptions, SpmvError } from '@spmv/core';
import type { CsrMatrix } from '@spmv/spgemm';
import type { Coarser, Coarsening } from './coarsen.ts';
import { bytesKept, coarsenByAggregation, coarsenByGroups, coarsenClassically, renewP } from './coarsen.ts';
import { unpacked } from './bits.ts';
import { checkMatrix, checkValues } from './check-matrix.ts';
import { bytesOf, csrOf, diagonalOf, scaleInPlace } from './csr.ts';
import { denseInverse } from './dense-inverse.ts';
import { galerkin, galerkinAgain } from './galerkin.ts';
import type { MultigridOptions } from './options.ts';
import { MULTIGRID_RULES } from './options.ts';
import type { Parts } from './parts.ts';
import { finished, inParts } from './parts.ts';
import { createScratch } from './scratch.ts';
import type { Smoother } from './smoothing.ts';
import { chebyshevOfTwo, eigenvalueBound, rowSizes, rowSizesBelow } from './smoothing.ts';
import { classicalStrength } from './strength.ts';
import type { NearNull } from './tentative.ts';

/** Most levels, and the part of its rows that a level has to lose to the next. */
const MOST_LEVELS = 30;
const LOSS = 0.1;
/** Weights a row of P where four bring more entries than there is memory for. */
export const FEW = 2;
/** Room for the inverse of the last level in any case. */
const LEAST_BYTES = 2 ** 15;
/** Memory of all levels below the first, of P and of what makes it anew, over that of the entries of A, from where on coarsening only groups. */
const MOST_BYTES = 3;
/** Bytes of an entry. */
export const ENTRY = 12;
/** What of the memory that is left a classical level may take, so that groups of it still fit. */
export const CLASSICAL = 0.6;
/** Strength, where none is given. */
const THETA = { classical: 0.25, aggregation: 0.08 } as const;
/** The Chebyshev polynomial is small from this part of the largest eigenvalue on: groups are larger than what a coarse point stands for. */
const SHARE = { classical: 0.3, aggregation: 0.2 };

/**
 * A level. Below the finest its unknowns are scaled so that Σⱼ|aᵢⱼ| = 1 in each row, in the 2-norm of the smoother: A is D^−½AD^−½ and P, to the next, is D^½PD_c^−½, D being the sums of magnitudes. The finest keeps A
 * as it is given, and P takes the factor of the next level alone.
 */
export interface Level {
  readonly A: CsrMatrix;
  readonly smoother: Smoother;
  /** To the next level; absent of the last. */
  readonly P?: CsrMatrix;
  readonly coarsening?: Coarsening;
}

/** Levels from the finest to the coarsest, as plain data. */
export interface Hierarchy {
  readonly levels: readonly Level[];
  /** D of the finest. */
  readonly sizes: Float64Array;
  /** A⁺ of the last level, row by row; absent where it has too many rows, because coarsening came to an end: then it is smoothed. */
  readonly inverse?: Float64Array;
  /** −1 where the whole diagonal is negative: levels are those of −A then. */
  readonly sign: 1 | -1;
  readonly options: MultigridOptions;
}

/** The largest eigenvalue of D⁻¹A is about 1 where rows sum up to 0, as those of M-matrices do; of elasticity it is a half, or what `bound` says. */
export function smootherOf(options: MultigridOptions, bound: () => number = () => 1): Smoother {
  if (options.smoother === 'l1-jacobi') return { sum: 1, product: 0 };
  const kind = kindOf(options);
  return chebyshevOfTwo(kind === 'classical' ? 1 : bound(), SHARE[kind]);
}

export function kindOf({ coarsening, nearNull }: MultigridOptions): 'classical' | 'aggregation' {
  return coarsening ?? (nearNull ? 'aggregation' : 'classical');
}

function nearNullOf({ nearNull, blockSize = 1 }: MultigridOptions, rows: number): NearNull {
  if (rows % blockSize !== 0)
    throw new SpmvError('PARAM.OUT_OF_RANGE', `blockSize is ${blockSize}, and A has ${rows} rows.`, {
      fix: 'Give the number of unknowns at a point, of which the number of rows is a multiple.',
      details: { blockSize, rows },
    });
  const vectors = (nearNull ?? [new Float64Array(rows).fill(1)]).map((vector) => Float64Array.from(vector));
  const wrong = vectors.findIndex((vector) => vector.length !== rows || !vector.every(Number.isFinite));
  if (vectors.length === 0 || wrong >= 0)
    throw new SpmvError(
      'OPERAND.LENGTH',
      wrong < 0
        ? 'nearNull is an empty list.'
        : `nearNull[${wrong}] has ${vectors[wrong].length} elements, or one that is not finite, and A has ${rows} rows.`,
      { fix: `Give vectors of ${rows} finite numbers.`, details: { rows } },
    );
  return vectors;
}

/** The inverse of the last level, in its unknowns: those of the finest are not scaled, but are so for the test of singularity. */
export function* inverseOf(
  { A, sizes }: { readonly A: CsrMatrix; readonly sizes: Float64Array },
  isFinest: boolean,
  isSymmetric: boolean,
): Parts<Float64Array> {
  if (!isFinest) return yield* denseInverse(A, isSymmetric);
  const factors = inverseRoots(sizes);
  const scaled = { ...A, values: A.values.slice() };
  yield* scaleInPlace(scaled, factors, factors);
  const n = sizes.length;
  const inverse = yield* denseInverse(scaled, isSymmetric);
  return inverse.map((value, k) => value * factors[Math.floor(k / n)] * factors[k % n]);
}

const inverseRoots = (sizes: Float64Array): Float64Array => sizes.map((size) => 1 / Math.sqrt(size));

/** Brings a level into its scaled unknowns, and the P that leads to it. */
function* scaleLevel(
  A: CsrMatrix,
  sizes: Float64Array,
  isFinest: boolean,
  P?: CsrMatrix,
  next?: Float64Array,
): Parts<void> {
  if (P && next) yield* scaleInPlace(P, isFinest ? undefined : sizes.map(Math.sqrt), inverseRoots(next));
  if (isFinest) return;
  const factors = inverseRoots(sizes);
  yield* scaleInPlace(A, factors, factors);
}

/** Whether a level is the last: of few rows, whose inverse there is memory for, which is kept, too; or because there are so many levels. */
export function isCoarsest(rows: number, at: number, left: number, coarsestRows: number): boolean {
  return at + 1 >= MOST_LEVELS || (rows <= coarsestRows && 8 * rows * rows <= Math.max(left, LEAST_BYTES));
}

/** Memory of levels below the finest, of so many entries and rows. */
export function mostBytes(entries: number, rows: number): number {
  return MOST_BYTES * ENTRY * entries - 8 * rows - Math.min(LEAST_BYTES, entries);
}

function* signOf(A: CsrMatrix): Parts<1 | -1> {
  const diagonal = yield* diagonalOf(A);
  return diagonal.length > 0 && diagonal.every((value) => value < 0) ? -1 : 1;
}

function signed(A: CsrMatrix, sign: 1 | -1): CsrMatrix {
  return sign > 0 ? A : { ...A, values: A.values.map((value) => -value) };
}

export function isNoUse({ rows, cols }: Shape): boolean {
  return cols === 0 || cols > (1 - LOSS) * rows;
}

/** A, P and PᵀAP of a level, unscaled. */
type Step = Pick<Coarser, 'P' | 'coarsening'> & { readonly coarse: CsrMatrix };

/** What the levels are made of: `next` gives the step from A of a level, unscaled. */
function* levelsOf(
  finest: CsrMatrix,
  { options, sign }: Pick<Hierarchy, 'options' | 'sign'>,
  next: (A: CsrMatrix, at: number) => Parts<Step | undefined>,
): Parts<Hierarchy> {
  const levels: Level[] = [];
  let A = finest;
  const first = yield* rowSizes(A);
  let sizes = first;
  for (;;) {
    const [here, theirs] = [A, sizes];
    const smoother = smootherOf(options, () => eigenvalueBound(here, theirs));
    const made = yield* next(A, levels.length);
    const after = made && (yield* rowSizesBelow(made.coarse, made.P, sizes));
    yield* scaleLevel(A, sizes, levels.length === 0, made?.P, after);
    levels.push({ A, smoother, ...(made ? { P: made.P, coarsening: made.coarsening } : {}) });
    if (!made || !after) break;
    [A, sizes] = [made.coarse, after];
  }
  const isSmall = A.shape.rows <= (options.coarsestRows ?? 256);
  return {
    levels,
    sizes: first,
    ...(isSmall ? { inverse: yield* inverseOf({ A, sizes }, levels.length === 1, true) } : {}),
    sign,
    options,
  };
}

/** {@link createHierarchy} in parts, for whoever shares the thread with others. */
export function* hierarchyInParts(matrix: CooMatrix, options: MultigridOptions = {}): Parts<Hierarchy> {
  checkOptions('createHierarchy', options, MULTIGRID_RULES);
  const given = csrOf(matrix);
  const { rows } = given.shape;
  const sign = yield* signOf(given);
  const finest = signed(given, sign);
  const { seed = 1, coarsestRows = 256 } = options;
  const isClassical = kindOf(options) === 'classical';
  const theta = options.strength ?? THETA[kindOf(options)];
  let [B, size]: [NearNull, number] = [isClassical ? [] : nearNullOf(options, rows), options.blockSize ?? 1];
  // D of the finest is kept, too.
  let left = isClassical ? mostBytes(finest.colIndex.length, rows) : Infinity;
  const scratch = createScratch();
  const multiplied = function* (A: CsrMatrix, made: Coarser, share = 1): Parts<Step | undefined> {
    if (isNoUse(made.P.shape)) return undefined;
    const own = bytesOf(made.P) + bytesKept(made.coarsening) + 4 * made.P.shape.cols;
    const coarse = yield* galerkin(A, made.P, Math.floor((share * (left - own)) / ENTRY), scratch);
    return coarse && { ...made, coarse };
  };
  return yield* levelsOf(finest, { options, sign }, function* (A, at) {
    if (isCoarsest(A.shape.rows, at, left, coarsestRows)) return undefined;
    const made = isClassical
      ? yield* coarsenClassically(A, theta, seed + at, scratch)
      : yield* coarsenByAggregation(A, theta, B, size, scratch);
    if (!made || isNoUse(made.P.shape)) return undefined;
    [B, size] = [made.nearNull ?? [], Math.max(1, made.nearNull?.length ?? 1)];
    const step =
      (yield* multiplied(A, made, isClassical ? CLASSICAL : 1)) ??
      (isClassical
        ? yield* multiplied(A, yield* coarsenClassically(A, theta, seed + at, scratch, FEW), CLASSICAL)
        : undefined) ??
      (isClassical ? yield* multiplied(A, yield* coarsenByGroups(A, 0)) : undefined);
    if (step) left -= bytesOf(step.P) + bytesKept(step.coarsening) + bytesOf(step.coarse);
    return step;
  });
}

/** {@link renewHierarchy} in parts. What was given is of no use where they are not all taken, but to be renewed again. */
export function* renewalInParts({ levels, options }: Hierarchy, values: Float64Array): Parts<Hierarchy> {
  const given = { ...levels[0].A, values };
  const sign = yield* signOf(given);
  const finest = signed(given, sign);
  const scratch = createScratch();
  return yield* levelsOf(finest, { options, sign }, function* (A, at) {
    const { P, coarsening } = levels[at];
    if (!P || !coarsening) return undefined;
    yield* renewP(A, P, coarsening, scratch);
    const coarse = levels[at + 1].A;
    yield* galerkinAgain(A, P, coarse, scratch);
    return { P, coarsening, coarse };
  });
}

/** From this share of the strong entries on new values are coupled otherwise: points that were chosen for the old ones serve them badly. */
const TURNED = 0.1;

/** Whether levels that were made of other values in the same places serve these: as nearly all entries of the finest are strong, or are not. Known of classical levels alone; true of others. */
export function* servesInParts({ levels, options }: Hierarchy, values: Float64Array): Parts<boolean> {
  const [{ A, coarsening }] = levels;
  if (coarsening?.kind !== 'classical') return true;
  const now = { ...A, values };
  const strong = yield* classicalStrength(now, yield* diagonalOf(now), options.strength ?? THETA.classical);
  const kept = unpacked(coarsening.strong, strong.length);
  let [count, turned] = [0, 0];
  yield* inParts(strong.length, (begin, end) => {
    for (let k = begin; k < end; k++) {
      count += kept[k];
      turned += kept[k] ^ strong[k];
    }
  });
  return turned <= TURNED * count;
}

/**
 * A hierarchy for the square matrix A, by the host: time and memory are of the order of the entries. A is as M-matrices are, or with `nearNull` as those of elasticity: nothing is promised of others.
 * Errors: `PARAM.*`, `FORMAT.INVALID` for what is no canonical COO, `OPERAND.MATRIX` where it is not square or has an element that is not finite.
 */
export function createHierarchy(matrix: CooMatrix, options?: MultigridOptions): Hierarchy {
  checkMatrix(matrix);
  return finished(hierarchyInParts(matrix, options));
}

/**
 * The hierarchy for new values of A in the same places: points, groups and places stay, numbers are computed anew. Arrays of the one that is given, but for its finest level, are overwritten. Where other
 * entries are strong than were, a new hierarchy takes fewer iterations. Errors: `OPERAND.LENGTH`, `OPERAND.MATRIX` for an element that is not finite.
 */
export function renewHierarchy(hierarchy: Hierarchy, values: Float64Array): Hierarchy {
  checkValues(hierarchy.levels[0].A, values);
  return finished(renewalInParts(hierarchy, values));
}
