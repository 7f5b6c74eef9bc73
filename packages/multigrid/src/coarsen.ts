import type { CsrMatrix } from '@spmv/spgemm';
import { aggregate, blockNorms } from './aggregation.ts';
import { packed, unpacked } from './bits.ts';
import { bytesOf, diagonalOf } from './csr.ts';
import { extendedInterpolation, reweigh } from './extended-interpolation.ts';
import { multiplied } from './galerkin.ts';
import type { Parts } from './parts.ts';
import { pmis } from './pmis.ts';
import type { Scratch } from './scratch.ts';
import { prolongationSmoother } from './smoothing.ts';
import { classicalStrength, symmetricStrength } from './strength.ts';
import type { NearNull } from './tentative.ts';
import { tentative } from './tentative.ts';

/** What of a level's coarsening does not depend on its values, once it was made: enough to make P anew. Of each entry a bit says whether it is strong. */
export type Coarsening =
  | { readonly kind: 'classical'; readonly strong: Uint8Array; readonly coarse: Int32Array }
  | { readonly kind: 'aggregation'; readonly strong: Uint8Array; readonly T: CsrMatrix }
  | { readonly kind: 'groups' };

/** Memory of what makes P anew. */
export function bytesKept(coarsening: Coarsening): number {
  if (coarsening.kind === 'groups') return 0;
  const rest = coarsening.kind === 'classical' ? coarsening.coarse.byteLength : bytesOf(coarsening.T);
  return coarsening.strong.byteLength + rest;
}

/** A level's way to the next. */
export interface Coarser {
  readonly P: CsrMatrix;
  readonly coarsening: Coarsening;
  /** Of the next level; aggregation alone. */
  readonly nearNull?: NearNull;
}

export function* coarsenClassically(
  A: CsrMatrix,
  theta: number,
  seed: number,
  scratch: Scratch,
  most?: number,
): Parts<Coarser> {
  const diagonal = yield* diagonalOf(A);
  const strong = yield* classicalStrength(A, diagonal, theta);
  const { coarse, count } = yield* pmis(A, strong, seed, scratch);
  const P = yield* extendedInterpolation({ A, strong, coarse, diagonal }, count, scratch, most);
  return { P, coarsening: { kind: 'classical', strong: packed(strong), coarse } };
}

/** Whether entry k of row i is kept where columns are smoothed: of points of one row by `strong` itself, of others by that of their points. */
function keeps(A: CsrMatrix, points: CsrMatrix, strong: Uint8Array, size: number): Uint8Array {
  if (size === 1) return strong;
  const kept = new Uint8Array(A.colIndex.length);
  const isNear = new Int32Array(points.shape.rows).fill(-1);
  for (let p = 0; p < points.shape.rows; p++) {
    isNear[p] = p;
    for (let k = points.rowStart[p]; k < points.rowStart[p + 1]; k++) if (strong[k]) isNear[points.colIndex[k]] = p;
    for (let k = A.rowStart[p * size]; k < A.rowStart[(p + 1) * size]; k++)
      if (isNear[Math.floor(A.colIndex[k] / size)] === p) kept[k] = 1;
  }
  return kept;
}

/** Groups without smoothing: PᵀAP has no more entries than A, and iterations are some more. Constants stay constants. */
export function* coarsenByGroups(A: CsrMatrix, theta: number): Parts<Coarser> {
  const groups = aggregate(A, yield* symmetricStrength(A, theta));
  const { T } = tentative(groups, [new Float64Array(A.shape.rows).fill(1)], 1);
  return { P: { ...T, values: T.values.fill(1) }, coarsening: { kind: 'groups' } };
}

/** Undefined where P has more entries than positions number. */
export function* coarsenByAggregation(
  A: CsrMatrix,
  theta: number,
  B: NearNull,
  size: number,
  scratch: Scratch,
): Parts<Coarser | undefined> {
  const points = size === 1 ? A : blockNorms(A, size);
  const strong = yield* symmetricStrength(points, theta);
  const { T, coarse: nearNull } = tentative(aggregate(points, strong), B, size);
  const kept = keeps(A, points, strong, size);
  const P = yield* multiplied(yield* prolongationSmoother(A, kept), T, scratch);
  return P && { P, coarsening: { kind: 'aggregation', strong: packed(kept), T }, nearNull };
}

/** New values of P for new ones of A. */
export function* renewP(A: CsrMatrix, P: CsrMatrix, coarsening: Coarsening, scratch: Scratch): Parts<void> {
  if (coarsening.kind === 'groups') {
    P.values.fill(1);
    return;
  }
  const strong = unpacked(coarsening.strong, A.colIndex.length);
  if (coarsening.kind === 'aggregation')
    yield* multiplied(yield* prolongationSmoother(A, strong), coarsening.T, scratch, P);
  else yield* reweigh({ A, strong, coarse: coarsening.coarse, diagonal: yield* diagonalOf(A) }, P, scratch);
}
