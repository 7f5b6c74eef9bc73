import { SpmvError } from '@spmv/core';
import type { DirectMatrix } from '../csr-arrays.ts';
import { csrArraysOf } from '../csr-arrays.ts';
import type { Slices } from '../slices.ts';
import { drained } from '../slices.ts';
import type { FrontKernel, Half, TriangularKernel } from './cholesky-fronts.ts';
import { choleskyFronts, RIGHTS } from './cholesky-fronts.ts';
import { checkValues } from './load.ts';
import type { SymmetricAnalysis } from './symmetric.ts';
import { tallestOf } from './symmetric.ts';

/** So many right-hand sides take as long one by one as a block of them. */
const TOGETHER = 3;

/** Numbers that compiled kernels may read after the last panel: a tile of columns. */
const BEYOND = 32;

/** PAPᵀ = LLᵀ. Plain data. */
export interface CholeskyFactor {
  readonly kind: 'cholesky';
  readonly analysis: SymmetricAnalysis;
  /** The columns of L, supernode by supernode: {@link SymmetricAnalysis.panelStart}. */
  readonly panels: Float64Array;
}

/**
 * PAPᵀ = LLᵀ of a symmetric positive definite matrix. Σ `columnCount`² operations; the memory that the analysis says, of which that for updates is given back.
 *
 * `fronts` computes: by default JavaScript, or compiled code of `nativeFronts`, which rounds in another order.
 *
 * Backward stable: the computed factor is that of A + E with |E| ≤ (count + 1) ε |L||L|ᵀ, whatever the values. Errors: `SOLVER.NOT_POSITIVE_DEFINITE` with the row where a pivot is not above zero; `OPERAND.MATRIX`
 * for entries that are not finite, not symmetric, or not those that were analyzed.
 */
export function factorCholesky(
  analysis: SymmetricAnalysis,
  matrix: DirectMatrix,
  fronts: FrontKernel = choleskyFronts,
): CholeskyFactor {
  return drained(factorCholeskySlices(analysis, matrix, fronts));
}

/** The same in slices of some supernodes. `maxBytes` as of `refactorCholesky`. */
export function* factorCholeskySlices(
  analysis: SymmetricAnalysis,
  matrix: DirectMatrix,
  fronts: FrontKernel = choleskyFronts,
  maxBytes?: number,
): Slices<CholeskyFactor> {
  const length = analysis.panelStart[analysis.firstPivot.length - 1] + BEYOND;
  const panels = fronts.memory?.(length) ?? new Float64Array(length);
  return yield* computed({ kind: 'cholesky', analysis, panels }, matrix, fronts, maxBytes);
}

/** The same for other values at the same positions, in the memory of the factor, which holds nothing of use after an error. `maxBytes`: what threads may take with all that the analysis tells; by default as much again. */
export function refactorCholesky(
  factor: CholeskyFactor,
  matrix: DirectMatrix,
  fronts: FrontKernel = choleskyFronts,
  maxBytes?: number,
): CholeskyFactor {
  factor.panels.fill(0);
  return drained(computed(factor, matrix, fronts, maxBytes));
}

/** A factor of panels that hold zeros. */
function* computed(
  factor: CholeskyFactor,
  matrix: DirectMatrix,
  fronts: FrontKernel,
  maxBytes: number = 2 * factor.analysis.bytes,
): Slices<CholeskyFactor> {
  const { analysis, panels } = factor;
  const csr = csrArraysOf(matrix);
  checkValues(analysis, csr);
  const failed = yield* fronts(analysis, csr.values, panels, Math.max(0, maxBytes - analysis.bytes));
  if (failed !== -1) throw notPositiveDefinite(analysis, panels, failed);
  return factor;
}

function notPositiveDefinite(analysis: SymmetricAnalysis, panels: Float64Array, pivot: number): SpmvError {
  const { order, firstPivot, panelStart, rowsStart } = analysis;
  let s = 0;
  while (firstPivot[s + 1] <= pivot) s++;
  const value = panels[panelStart[s] + (pivot - firstPivot[s]) * (rowsStart[s + 1] - rowsStart[s] + 1)];
  const row = order[pivot];
  return new SpmvError(
    'SOLVER.NOT_POSITIVE_DEFINITE',
    `The matrix is not positive definite: the pivot of row and column ${row} is ${value}, after ${pivot} of ${analysis.n} that are above zero.`,
    {
      fix: "Use method: 'ldlt', or factorIndefinite, which takes pivots of either sign.",
      details: { row, col: row, value, pivot },
    },
  );
}

/**
 * x of Ax = b by LLᵀ: two passes over the factor, by the `solve` of what `nativeFronts` makes or by JavaScript. Several right-hand sides lie one after another, n numbers each, and so do their solutions. `into` may be `b`.
 * Errors: `OPERAND.LENGTH`.
 */
export function solveCholesky(
  factor: CholeskyFactor,
  b: Float64Array,
  into: Float64Array = new Float64Array(b.length),
  { solve = solveHalves, solveRights }: Pick<FrontKernel, 'solve' | 'solveRights'> = {},
): Float64Array {
  const { analysis, panels } = factor;
  const { n, order } = analysis;
  checkRightSides(n, b, into);
  let from = 0;
  if (solveRights && b.length >= TOGETHER * n) from = solvedTogether(factor, b, into, solveRights);
  if (from === b.length) return into;
  const x = new Float64Array(n);
  const sums = new Float64Array(tallestOf(analysis));
  for (; from < b.length; from += n) {
    for (let k = 0; k < n; k++) x[k] = b[from + order[k]];
    solve(analysis, panels, x, sums, 'both');
    for (let k = 0; k < n; k++) into[from + order[k]] = x[k];
  }
  return into;
}

/** Solutions of as many right-hand sides as pay side by side; where the others begin. */
function solvedTogether(
  { analysis, panels }: CholeskyFactor,
  b: Float64Array,
  into: Float64Array,
  solveRights: TriangularKernel,
): number {
  const { n, order } = analysis;
  const x = new Float64Array(n * RIGHTS);
  const sums = new Float64Array(tallestOf(analysis) * RIGHTS);
  let from = 0;
  for (; b.length - from >= TOGETHER * n && from < b.length;) {
    const count = Math.min(RIGHTS, (b.length - from) / n);
    if (count < RIGHTS) x.fill(0);
    for (let k = 0; k < n; k++)
      for (let j = 0, at = from + order[k]; j < count; j++, at += n) x[k * RIGHTS + j] = b[at];
    solveRights(analysis, panels, x, sums, 'both');
    for (let k = 0; k < n; k++)
      for (let j = 0, at = from + order[k]; j < count; j++, at += n) into[at] = x[k * RIGHTS + j];
    from += count * n;
  }
  return from;
}

/** Half of `solveCholesky`: `forward` L⁻¹Pb, `backward` PᵀL⁻ᵀb, so that one after the other is A⁻¹b. Errors: `OPERAND.LENGTH`. */
export function halfSolveCholesky(
  { analysis, panels }: CholeskyFactor,
  b: Float64Array,
  half: Exclude<Half, 'both'>,
  { solve = solveHalves }: Pick<FrontKernel, 'solve'> = {},
): Float64Array {
  const { n, order } = analysis;
  checkRightSides(n, b, new Float64Array(n));
  const x = half === 'forward' ? Float64Array.from(order, (i) => b[i]) : b.slice();
  solve(analysis, panels, x, new Float64Array(tallestOf(analysis)), half);
  if (half === 'forward') return x;
  const into = new Float64Array(n);
  for (let k = 0; k < n; k++) into[order[k]] = x[k];
  return into;
}

/** Errors: `OPERAND.LENGTH`. */
export function checkRightSides(n: number, b: Float64Array, into: Float64Array): void {
  const isWhole = n === 0 ? b.length === 0 : b.length % n === 0;
  if (isWhole && into.length === b.length) return;
  throw new SpmvError('OPERAND.LENGTH', `b has ${b.length} and x ${into.length} elements for a matrix of ${n} rows.`, {
    fix: `Give both ${n} elements, or as many times that as there are right-hand sides.`,
    details: { b: b.length, x: into.length, n },
  });
}

/** x ← L⁻¹x, L⁻ᵀx or both in JavaScript. */
export function solveHalves(...[analysis, panels, x, sums, half]: Parameters<TriangularKernel>): void {
  if (half !== 'backward') forward(analysis, panels, x, sums);
  if (half !== 'forward') backward(analysis, panels, x, sums);
}

/** x ← L⁻¹x. `sums` takes what a supernode takes off the rows below. */
function forward(
  { firstPivot, rowsStart, rows, panelStart }: SymmetricAnalysis,
  panels: Float64Array,
  x: Float64Array,
  sums: Float64Array,
): void {
  for (let s = 0; s + 1 < firstPivot.length; s++) {
    const first = firstPivot[s];
    const width = firstPivot[s + 1] - first;
    const start = rowsStart[s];
    const height = rowsStart[s + 1] - start;
    for (let r = 0; r < width; r++) sums[r] = x[first + r];
    for (let r = width; r < height; r++) sums[r] = 0;
    for (let k = 0; k < width; k++) {
      const line = panelStart[s] + k * height;
      const value = sums[k] / panels[line + k];
      x[first + k] = value;
      for (let r = k + 1; r < height; r++) sums[r] -= panels[line + r] * value;
    }
    for (let r = width; r < height; r++) x[rows[start + r]] += sums[r];
  }
}

/** x ← L⁻ᵀx. */
function backward(
  { firstPivot, rowsStart, rows, panelStart }: SymmetricAnalysis,
  panels: Float64Array,
  x: Float64Array,
  sums: Float64Array,
): void {
  for (let s = firstPivot.length - 2; s >= 0; s--) {
    const first = firstPivot[s];
    const width = firstPivot[s + 1] - first;
    const start = rowsStart[s];
    const height = rowsStart[s + 1] - start;
    for (let r = width; r < height; r++) sums[r] = x[rows[start + r]];
    for (let k = width - 1; k >= 0; k--) {
      const line = panelStart[s] + k * height;
      let value = x[first + k];
      for (let r = k + 1; r < height; r++) value -= panels[line + r] * sums[r];
      value /= panels[line + k];
      sums[k] = value;
      x[first + k] = value;
    }
  }
}
