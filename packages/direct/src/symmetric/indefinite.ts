import { SpmvError } from '@spmv/core';
import type { SquareCsr, DirectMatrix } from '../csr-arrays.ts';
import { csrArraysOf } from '../csr-arrays.ts';
import type { Growing } from '../growing.ts';
import { push, zeros } from '../growing.ts';
import type { Slices } from '../slices.ts';
import { drained } from '../slices.ts';
import type { IndefiniteKernels } from '../dense/indefinite-front.ts';
import { factorIndefiniteFront } from '../dense/indefinite-front.ts';
import { childrenOf } from './cholesky-fronts.ts';
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

/** Numbers that compiled code may read after a front. */
const BEYOND = 32;
/** Numbers that a line of the scaled matrix has to exceed: below it is rounding. */
const TINY = 16 * Number.EPSILON;

interface Update {
  readonly ids: Int32Array;
  readonly candidates: number;
  readonly numbers: Float64Array;
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
  kernels: IndefiniteKernels = {},
): IndefiniteFactor {
  return drained(factorIndefiniteSlices(analysis, matrix, kernels));
}

/** The same as `factorIndefinite`, in slices of a supernode. */
export function* factorIndefiniteSlices(
  analysis: SymmetricAnalysis,
  matrix: DirectMatrix,
  kernels: IndefiniteKernels = {},
): Slices<IndefiniteFactor> {
  const csr = csrArraysOf(matrix);
  checkValues(analysis, csr);
  const { n, supernodeParent, panelStart } = analysis;
  const count = supernodeParent.length;
  const scales = yield* symmetricScales(bothOf(csr, analysis));
  const scaled = scaledValues(csr, scales);
  const [firstChild, sibling] = childrenOf(supernodeParent);
  const updates: (Update | undefined)[] = Array.from({ length: count });
  const pivotCount = new Int32Array(count);
  const idStart = new Float64Array(count + 1);
  const lineStart = new Float64Array(count + 1);
  const ids: Growing<Int32Array> = { array: new Int32Array(analysis.rows.length), used: 0 };
  const lines: Growing<Float64Array> = { array: new Float64Array(panelStart[count]), used: 0 };
  const pivots = new Float64Array(n);
  const beside = new Float64Array(n);
  const at = new Int32Array(n);
  // Those of one front at a time, and its lines behind: what it leaves is copied.
  const square: Growing<Float64Array> = { array: new Float64Array(0), used: 0, make: kernels.memory };
  const missing: number[] = [];
  let [entry, eliminated, delayed] = [0, 0, 0];
  for (let s = 0; s < count; s++) {
    const given: Update[] = [];
    for (let child = firstChild[s]; child !== -1; child = sibling[child]) {
      given.push(updates[child] as Update);
      updates[child] = undefined;
    }
    const front = frontOf(analysis, s, given, at, square);
    entry = addEntries(analysis, s, front, scaled, entry);
    for (const update of given) extendAdd(front, update, at);
    const { height, candidates } = front;
    const own = {
      ...front,
      lines: square.array.subarray(height * height + BEYOND),
      pivots: pivots.subarray(eliminated),
      beside: beside.subarray(eliminated),
    };
    const done = yield* factorIndefiniteFront(own, TINY, kernels);
    for (let k = 0; k < done; k++)
      if (own.pivots[k] === 0 && own.beside[k] === 0 && (k === 0 || own.beside[k - 1] === 0))
        missing.push(front.ids[k]);
    if (supernodeParent[s] === -1) for (let k = done; k < candidates; k++) missing.push(front.ids[k]);
    else {
      delayed += candidates - done;
      updates[s] = updateOf(front, done);
    }
    pivotCount[s] = done;
    push(ids, front.ids);
    push(lines, own.lines.subarray(0, done * height));
    idStart[s + 1] = ids.used;
    lineStart[s + 1] = lines.used;
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

interface Front {
  readonly ids: Int32Array;
  readonly height: number;
  /** Lines that children left come first, the supernode's own after them. */
  readonly inherited: number;
  readonly candidates: number;
  readonly numbers: Float64Array;
}

/** The front of a supernode without numbers; `at[id]` is made the line of each of its rows. */
function frontOf(
  { firstPivot, rowsStart, rows }: SymmetricAnalysis,
  s: number,
  given: readonly Update[],
  at: Int32Array,
  square: Growing<Float64Array>,
): Front {
  const inherited = given.reduce((sum, { candidates }) => sum + candidates, 0);
  const own = rows.subarray(rowsStart[s], rowsStart[s + 1]);
  const height = inherited + own.length;
  const ids = new Int32Array(height);
  let to = 0;
  for (const update of given) {
    ids.set(update.ids.subarray(0, update.candidates), to);
    to += update.candidates;
  }
  ids.set(own, inherited);
  for (let r = 0; r < height; r++) at[ids[r]] = r;
  const candidates = inherited + firstPivot[s + 1] - firstPivot[s];
  return {
    ids,
    height,
    inherited,
    candidates,
    numbers: zeros(square, (height + candidates) * height + 2 * BEYOND),
  };
}

/** Adds the entries of A from `entry` on that belong to a supernode; where those of the next one begin. */
function addEntries(
  analysis: SymmetricAnalysis,
  s: number,
  { inherited, height, numbers }: Front,
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

function extendAdd({ height, numbers }: Front, update: Update, at: Int32Array): void {
  const count = update.ids.length;
  for (let i = 0; i < count; i++) {
    const r = at[update.ids[i]];
    for (let j = i; j < count; j++) {
      const c = at[update.ids[j]];
      numbers[r < c ? r * height + c : c * height + r] += update.numbers[i * count + j];
    }
  }
}

/** What a front leaves after `done` pivots. */
function updateOf({ height, numbers, ids, candidates }: Front, done: number): Update {
  const count = height - done;
  const left = new Float64Array(count * count);
  for (let i = 0; i < count; i++) {
    const from = (i + done) * height + done;
    left.set(numbers.subarray(from + i, from + count), i * count + i);
  }
  return { ids: ids.slice(done), candidates: candidates - done, numbers: left };
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
