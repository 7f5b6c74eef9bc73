import type { CooMatrix } from '@spmv/core';
import { checkOptions, SpmvError } from '@spmv/core';
import type { CsrMatrix } from '@spmv/spgemm';
import type { Coarser, Coarsening } from './coarsen.ts';
import { coarsenByAggregation, coarsenByGroups, coarsenClassically, galerkin, renewP } from './coarsen.ts';
import { csrOf, diagonalOf, scaleInPlace } from './csr.ts';
import { denseInverse } from './dense-inverse.ts';
import type { MultigridOptions } from './options.ts';
import { MULTIGRID_RULES } from './options.ts';
import type { Smoother } from './smoothing.ts';
import { chebyshevOfTwo, eigenvalueBound, rowSizes, rowSizesBelow } from './smoothing.ts';
import type { NearNull } from './tentative.ts';

/** Most levels, and the part of its rows that a level has to lose to the next. */
const [MOST_LEVELS, LOSS] = [30, 0.1];
/** Entries of all levels below the first and of P over those of A, from where on coarsening only groups. */
const MOST_ENTRIES = 3;
/** The Chebyshev polynomial is small from this part of the largest eigenvalue on. */
const SHARE = 0.3;

/**
 * A level. Below the finest its unknowns are scaled so that Σⱼ|aᵢⱼ| = 1 in each row, in the 2-norm of the smoother: A is D^−½AD^−½ and P, to the next, is D^½PD_c^−½, D being the sums of magnitudes. The finest keeps A
 * as it is given, and P takes the factor of the next level alone.
 */
export interface Level {
  readonly A: CsrMatrix;
  /** D. */
  readonly sizes: Float64Array;
  readonly smoother: Smoother;
  /** To the next level; absent of the last. */
  readonly P?: CsrMatrix;
  readonly coarsening?: Coarsening;
}

/** Levels from the finest to the coarsest, as plain data. */
export interface Hierarchy {
  readonly levels: readonly Level[];
  /** A⁺ of the last level, row by row; absent where it has too many rows, because coarsening came to an end: then it is smoothed. */
  readonly inverse?: Float64Array;
  /** −1 where the whole diagonal is negative: levels are those of −A then. */
  readonly sign: 1 | -1;
  readonly options: MultigridOptions;
}

/** The largest eigenvalue of D⁻¹A is about 1 where rows sum up to 0, as those of M-matrices do; of elasticity it is a half. */
function smootherOf(A: CsrMatrix, sizes: Float64Array, options: MultigridOptions): Smoother {
  if (options.smoother === 'l1-jacobi') return { sum: 1, product: 0 };
  return chebyshevOfTwo(kindOf(options) === 'classical' ? 1 : eigenvalueBound(A, sizes), SHARE);
}

function kindOf({ coarsening, nearNull }: MultigridOptions): 'classical' | 'aggregation' {
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
function inverseOf({ A, sizes }: Pick<Level, 'A' | 'sizes'>, isFinest: boolean, isSymmetric: boolean): Float64Array {
  if (!isFinest) return denseInverse(A, isSymmetric);
  const factors = sizes.map((size) => 1 / Math.sqrt(size));
  const scaled = { ...A, values: A.values.slice() };
  scaleInPlace(scaled, factors, factors);
  const n = sizes.length;
  return denseInverse(scaled, isSymmetric).map((value, k) => value * factors[Math.floor(k / n)] * factors[k % n]);
}

/** Brings a level into its scaled unknowns, and the P that leads to it. */
function scaleLevel(A: CsrMatrix, sizes: Float64Array, isFinest: boolean, P?: CsrMatrix, next?: Float64Array): void {
  const factors = sizes.map((size) => 1 / Math.sqrt(size));
  if (P && next) {
    const right = next.map((size) => 1 / Math.sqrt(size));
    scaleInPlace(P, isFinest ? undefined : sizes.map(Math.sqrt), right);
  }
  if (!isFinest) scaleInPlace(A, factors, factors);
}

function signed(A: CsrMatrix, sign: 1 | -1): CsrMatrix {
  return sign > 0 ? A : { ...A, values: A.values.map((value) => -value) };
}

function isNoUse(A: CsrMatrix, { P }: Coarser): boolean {
  return P.shape.cols === 0 || P.shape.cols > (1 - LOSS) * A.shape.rows;
}

/** What the levels are made of: `next` gives A and P of a level from those of the one before, unscaled. */
function finished(
  finest: CsrMatrix,
  { options, sign }: Pick<Hierarchy, 'options' | 'sign'>,
  next: (A: CsrMatrix, at: number) => (Pick<Coarser, 'P' | 'coarsening'> & { readonly coarse: CsrMatrix }) | undefined,
): Hierarchy {
  const levels: Level[] = [];
  let A = finest;
  let sizes = rowSizes(A);
  for (;;) {
    const smoother = smootherOf(A, sizes, options);
    const made = next(A, levels.length);
    const after = made && rowSizesBelow(made.coarse, made.P, sizes);
    scaleLevel(A, sizes, levels.length === 0, made?.P, after);
    levels.push({ A, sizes, smoother, ...(made ? { P: made.P, coarsening: made.coarsening } : {}) });
    if (!made || !after) break;
    [A, sizes] = [made.coarse, after];
  }
  const last = levels[levels.length - 1];
  const isSmall = last.A.shape.rows <= (options.coarsestRows ?? 256);
  return {
    levels,
    ...(isSmall ? { inverse: inverseOf(last, levels.length === 1, true) } : {}),
    sign,
    options,
  };
}

/**
 * A hierarchy for the square matrix A, by the host: time and memory are of the order of the entries. A is as M-matrices are, or with `nearNull` as those of elasticity: nothing is promised of others.
 */
export function createHierarchy(matrix: CooMatrix, options: MultigridOptions = {}): Hierarchy {
  checkOptions('createHierarchy', options, MULTIGRID_RULES);
  const given = csrOf(matrix);
  const { rows } = given.shape;
  const sign = rows > 0 && diagonalOf(given).every((value) => value < 0) ? -1 : 1;
  const finest = signed(given, sign);
  const { seed = 1, coarsestRows = 256 } = options;
  const isClassical = kindOf(options) === 'classical';
  const theta = options.strength ?? (isClassical ? 0.25 : 0.08);
  let [B, size]: [NearNull, number] = [isClassical ? [] : nearNullOf(options, rows), options.blockSize ?? 1];
  let left = MOST_ENTRIES * finest.colIndex.length;
  return finished(finest, { options, sign }, (A, at) => {
    if (A.shape.rows <= coarsestRows || at + 1 >= MOST_LEVELS) return undefined;
    let made = isClassical ? coarsenClassically(A, theta, seed + at) : coarsenByAggregation(A, theta, B, size);
    if (isNoUse(A, made)) return undefined;
    let coarse = galerkin(A, made.P);
    if (isClassical && coarse.colIndex.length + made.P.colIndex.length > left) {
      made = coarsenByGroups(A, 0);
      if (isNoUse(A, made)) return undefined;
      coarse = galerkin(A, made.P);
    }
    left -= coarse.colIndex.length + made.P.colIndex.length;
    [B, size] = [made.nearNull ?? [], Math.max(1, made.nearNull?.length ?? 1)];
    return { ...made, coarse };
  });
}

/**
 * The hierarchy for new values of A in the same places: points, groups and places stay, numbers are computed anew. Arrays of the one that is given, but for its finest level, are overwritten.
 */
export function renewHierarchy({ levels, options, sign }: Hierarchy, values: Float64Array): Hierarchy {
  const finest = signed({ ...levels[0].A, values }, sign);
  return finished(finest, { options, sign }, (A, at) => {
    const { P, coarsening } = levels[at];
    if (!P || !coarsening) return undefined;
    renewP(A, P, coarsening);
    return { P, coarsening, coarse: galerkin(A, P, levels[at + 1].A) };
  });
}
