import { SpmvError } from '@spmv/core';
import type { SquareCsr, DirectMatrix } from '../csr-arrays.ts';
import { csrArraysOf } from '../csr-arrays.ts';
import type { Slices } from '../slices.ts';
import { drained } from '../slices.ts';
import type { IndefiniteKernels } from '../dense/indefinite-front.ts';
import { factorIndefiniteFront } from '../dense/indefinite-front.ts';
import type { IndefiniteCopies, SymmetricFront } from './indefinite-work.ts';
import { frontOf, indefiniteWork, stored } from './indefinite-work.ts';
import { checkValues } from './load.ts';
import { symmetricScales } from './scales.ts';
import type { SymmetricAnalysis } from './symmetric.ts';

/** PSASPᵀ = LDLᵀ, S a diagonal of powers of two and D of 1 × 1 and 2 × 2 blocks. Plain data. */
export interface IndefiniteFactor {
  readonly kind: 'indefinite';
  readonly analysis: SymmetricAnalysis;
  readonly scales: Float64Array;
  /** Pivots that were eliminated with each supernode: its own and such that its children left. */
  readonly pivotCount: Int32Array;
  /** The rows of supernode s, by numbers of the analysis, from `idStart[s]` on, first its pivots in the order of elimination. */
  readonly idStart: Float64Array;
  readonly ids: Int32Array;
  /** Supernode s with m rows is `pivotCount[s]` lines of Lᵀ of m numbers from `lineStart[s]` on; on and before the diagonal there is nothing. */
  readonly lineStart: Float64Array;
  readonly lines: Float64Array;
  /** D in the order of elimination, and what is beside the diagonal where a pair begins, else 0. */
  readonly pivots: Float64Array;
  readonly beside: Float64Array;
  /** Eigenvalues above and below zero, by Sylvester's law. */
  readonly positive: number;
  readonly negative: number;
  /** How often a pivot was left to a parent. */
  readonly delayed: number;
}

/** Numbers that a line of the scaled matrix has to exceed: below it is rounding. */
const TINY = 16 * Number.EPSILON;

/** What computes LDLᵀ. Default: JavaScript. */
export interface IndefiniteCode extends IndefiniteKernels, IndefiniteCopies {
  /** x ← A⁻¹x over rows in the order of the analysis; `own` has a number for each row of the tallest front. */
  readonly solveIndefinite?: (factor: IndefiniteFactor, x: Float64Array, own: Float64Array) => void;
}

/**
 * LDLᵀ of a symmetric matrix of any signature, with pivots chosen by size within a supernode; where none is acceptable, its parent takes over what is left. Memory and operations of the analysis, and more where
 * pivots are delayed: `delayed` says how often. `kernels` choose pivots and take their products off: by default JavaScript, or compiled code of `nativeFronts`.
 *
 * Errors: `SOLVER.SINGULAR` with the first row without a pivot and the rank that was found; `OPERAND.MATRIX` for entries that are not finite, not symmetric, or not those that were analyzed.
 */
export function factorIndefinite(
  analysis: SymmetricAnalysis,
  matrix: DirectMatrix,
  kernels: IndefiniteCode = {},
): IndefiniteFactor {
  return drained(factorIndefiniteSlices(analysis, matrix, kernels));
}

/** The same as `factorIndefinite`, in slices of a supernode. */
export function* factorIndefiniteSlices(
  analysis: SymmetricAnalysis,
  matrix: DirectMatrix,
  kernels: IndefiniteCode = {},
): Slices<IndefiniteFactor> {
  const csr = csrArraysOf(matrix);
  checkValues(analysis, csr);
  const { n, supernodeParent } = analysis;
  const count = supernodeParent.length;
  const scales = yield* symmetricScales(bothOf(csr, analysis));
  const scaled = scaledValues(csr, scales);
  const children = new Int32Array(count);
  for (const above of supernodeParent) if (above !== -1) children[above]++;
  const work = indefiniteWork(analysis, kernels);
  const { ids, lines } = work;
  const pivotCount = new Int32Array(count);
  const idStart = new Float64Array(count + 1);
  const lineStart = new Float64Array(count + 1);
  const pivots = new Float64Array(n);
  const beside = new Float64Array(n);
  const missing: number[] = [];
  let [entry, eliminated, delayed] = [0, 0, 0];
  for (let s = 0; s < count; s++) {
    const front = frontOf(analysis, work, s, children[s], kernels);
    entry = addEntries(analysis, s, front, scaled, entry);
    const { candidates } = front;
    const own = { ...front, pivots: pivots.subarray(eliminated), beside: beside.subarray(eliminated) };
    const done = yield* factorIndefiniteFront(own, TINY, kernels);
    for (let k = 0; k < done; k++)
      if (own.pivots[k] === 0 && own.beside[k] === 0 && (k === 0 || own.beside[k - 1] === 0))
        missing.push(front.ids[k]);
    const isRoot = supernodeParent[s] === -1;
    if (isRoot) for (let k = done; k < candidates; k++) missing.push(front.ids[k]);
    else delayed += candidates - done;
    stored(work, front, done, isRoot, kernels);
    pivotCount[s] = done;
    [idStart[s + 1], lineStart[s + 1]] = [ids.used, lines.used];
    eliminated += done;
    yield s;
  }
  if (missing.length > 0) throw singular(analysis, missing);
  return {
    kind: 'indefinite',
    analysis,
    scales,
    pivotCount,
    idStart,
    ids: ids.array.slice(0, ids.used),
    lineStart,
    lines: lines.array.subarray(0, lines.used),
    pivots,
    beside,
    ...signature(pivots, beside),
    delayed,
  };
}

/** Both triangles, where one stands for both; in no order within a row. */
function bothOf(csr: SquareCsr, { triangle }: SymmetricAnalysis): SquareCsr {
  if (triangle === 'full') return csr;
  const { n, rowStart, colIndex, values } = csr;
  const start = new Int32Array(n + 1);
  const each = (take: (i: number, j: number, value: number) => void): void => {
    for (let i = 0; i < n; i++)
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
        const j = colIndex[k];
        if (triangle === 'lower' ? j > i : j < i) continue;
        take(i, j, values[k]);
        if (j !== i) take(j, i, values[k]);
      }
  };
  each((i) => start[i + 1]++);
  for (let i = 0; i < n; i++) start[i + 1] += start[i];
  const end = start.slice(0, n);
  const both = { n, rowStart: start, colIndex: new Int32Array(start[n]), values: new Float64Array(start[n]) };
  each((i, j, value) => {
    both.colIndex[end[i]] = j;
    both.values[end[i]++] = value;
  });
  return both;
}

function scaledValues({ n, rowStart, colIndex, values }: SquareCsr, scales: Float64Array): Float64Array {
  const scaled = new Float64Array(values.length);
  for (let i = 0; i < n; i++)
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) scaled[k] = values[k] * scales[i] * scales[colIndex[k]];
  return scaled;
}

/** Adds the entries of A from `entry` on that belong to a supernode; where those of the next one begin. */
function addEntries(
  analysis: SymmetricAnalysis,
  s: number,
  { inherited, height, numbers }: SymmetricFront,
  values: Float64Array,
  entry: number,
): number {
  const { entrySource, entryTarget, panelStart, rowsStart } = analysis;
  const own = rowsStart[s + 1] - rowsStart[s];
  let e = entry;
  for (; e < entryTarget.length && entryTarget[e] < panelStart[s + 1]; e++) {
    const place = entryTarget[e] - panelStart[s];
    const column = place % own;
    const line = (place - column) / own;
    numbers[(line + inherited) * height + inherited + column] += values[entrySource[e]];
  }
  return e;
}

function signature(pivots: Float64Array, beside: Float64Array): { positive: number; negative: number } {
  let positive = 0;
  for (let k = 0; k < pivots.length; k++) {
    // A pair is acceptable only where its determinant is below zero or both pivots have one sign.
    if (beside[k] === 0) positive += pivots[k] > 0 ? 1 : 0;
    else {
      const isMixed = (pivots[k] / beside[k]) * (pivots[k + 1] / beside[k]) < 1;
      positive += isMixed ? 1 : pivots[k] > 0 ? 2 : 0;
      k++;
    }
  }
  return { positive, negative: pivots.length - positive };
}

function singular({ order, n }: SymmetricAnalysis, missing: readonly number[]): SpmvError {
  const rows = missing.map((id) => order[id]).sort((a, b) => a - b);
  const rank = n - rows.length;
  return new SpmvError(
    'SOLVER.SINGULAR',
    `The matrix is singular to working precision: its rank is ${rank} of ${n}; row and column ${rows[0]} depend on the others.`,
    {
      fix: 'Remove or constrain the rows that depend on others, or solve the least squares problem with lsqr.',
      details: { row: rows[0], col: rows[0], rows: rows.slice(0, 100), rank, n },
    },
  );
}
