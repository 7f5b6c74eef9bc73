import type { CooMatrix } from '@spmv/core';
import { rowStartOf, SpmvError } from '@spmv/core';
import type { MatchedMatrix, Slices } from '@spmv/direct';
import { matchedDiagonal, takeTurns } from '@spmv/direct';
import type { Preconditioner } from './preconditioner.ts';
import { entriesOf, linear, noPivot, SLICE } from './rows.ts';
import type { StrictTriangle } from './triangle.ts';
import { keep, triangleOf } from './triangle.ts';

/** Numbers below this part of the largest of their row are dropped, and a pivot is made at least so large. */
const DROP = 1e-3;
/** Entries that a row of L, and one of U, may have more than the row of A. */
const MORE = 10;

/** The least of the numbers, which is taken out of a heap. */
function takeLeast(heap: number[]): number {
  const least = heap[0];
  const last = heap.pop() as number;
  const { length } = heap;
  if (length === 0) return least;
  for (let at = 0; ;) {
    let below = 2 * at + 1;
    if (below + 1 < length && heap[below + 1] < heap[below]) below++;
    if (below >= length || heap[below] >= last) {
      heap[at] = last;
      break;
    }
    heap[at] = heap[below];
    at = below;
  }
  return least;
}

function put(heap: number[], j: number): void {
  let at = heap.push(j) - 1;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (heap[above] <= j) break;
    heap[at] = heap[above];
    at = above;
  }
  heap[at] = j;
}

/** LU ≈ the rows in their order, L with ones on its diagonal. */
function* factorise(
  coo: CooMatrix,
  { rowOf, rowScale, colScale }: MatchedMatrix,
): Slices<{ readonly L: StrictTriangle; readonly U: StrictTriangle; readonly pivots: Float64Array }> {
  const { colIndex, values } = coo;
  const n = coo.shape.rows;
  const rowStart = rowStartOf(coo);
  const [L, U, pivots] = [triangleOf(n), triangleOf(n), new Float64Array(n)];
  const row = new Float64Array(n);
  const isIn = new Uint8Array(n);
  for (let i = 0; i < n; i++) {
    if (i % SLICE === SLICE - 1) yield i;
    const from = rowOf[i];
    const [begin, end] = [rowStart[from], rowStart[from + 1]];
    const [left, right, heap]: [number[], number[], number[]] = [[], [], []];
    let largest = 0;
    const reach = (j: number, value: number): void => {
      row[j] += value;
      if (isIn[j] === 1) return;
      isIn[j] = 1;
      if (j < i) put(heap, j);
      else if (j > i) right.push(j);
    };
    for (let k = begin; k < end; k++) {
      const value = values[k] * rowScale[from] * colScale[colIndex[k]];
      largest = Math.max(largest, Math.abs(value));
      reach(colIndex[k], value);
    }
    while (heap.length > 0) {
      const j = takeLeast(heap);
      left.push(j);
      row[j] /= pivots[j];
      const factor = row[j];
      if (Math.abs(factor) <= DROP * largest) row[j] = 0;
      else for (let m = U.rowStart[j]; m < U.rowStart[j + 1]; m++) reach(U.colIndex[m], -factor * U.values[m]);
    }
    const pivot = row[i];
    if (!Number.isFinite(pivot)) throw noPivot('ilut', from, pivot);
    pivots[i] = Math.abs(pivot) >= DROP * largest ? pivot : (pivot < 0 ? -1 : 1) * DROP * largest;
    keep(L, i, left, row, DROP * largest, end - begin + MORE);
    keep(U, i, right, row, DROP * largest, end - begin + MORE);
    for (const list of [left, right])
      for (const j of list) {
        row[j] = 0;
        isIn[j] = 0;
      }
    row[i] = 0;
    isIn[i] = 0;
  }
  return { L, U, pivots };
}

/**
 * M = LU with entries where A has none: numbers that are small beside their row are dropped, and of the others the largest kept. Rows are put, and rows and columns scaled, so that the diagonal has entries of about 1 and none is larger: zeros on
 * the diagonal of A do not matter. By the host: one row after another.
 *
 * Errors: `SOLVER.PRECONDITIONER` where no values make the matrix regular.
 * Sources: Y. Saad, ILUT: a dual threshold incomplete LU factorization, Numer. Linear Algebra Appl. 1, 1994; M. Benzi, J. C. Haws, M. Tůma, Preconditioning highly indefinite and nonsymmetric matrices, SIAM J. Sci. Comput. 22, 2000.
 */
export const ilut: Preconditioner = {
  id: 'ilut',
  splitsPairs: true,
  title: 'incomplete LU with fill',
  isOfHost: true,
  async prepare(system, _space, signal) {
    const coo = entriesOf(system, 'ilut');
    const n = coo.shape.rows;
    const matched = await takeTurns(matchedDiagonal(coo), signal);
    if (matched.size < n)
      throw new SpmvError(
        'SOLVER.PRECONDITIONER',
        `ilut divides by n pivots, and only ${matched.size} of ${n} rows can have one, whatever the numbers are.`,
        { fix: "Use M: 'none', or method: 'lsqr'.", details: { rank: matched.size, rows: n } },
      );
    const { L, U, pivots } = await takeTurns(factorise(coo, matched), signal);
    const { rowOf, rowScale, colScale } = matched;
    return linear(n, (x, y) => {
      for (let i = 0; i < n; i++) {
        let sum = x[rowOf[i]] * rowScale[rowOf[i]];
        for (let k = L.rowStart[i]; k < L.rowStart[i + 1]; k++) sum -= L.values[k] * y[L.colIndex[k]];
        y[i] = sum;
      }
      for (let i = n - 1; i >= 0; i--) {
        let sum = y[i];
        for (let k = U.rowStart[i]; k < U.rowStart[i + 1]; k++) sum -= U.values[k] * y[U.colIndex[k]];
        y[i] = sum / pivots[i];
      }
      for (let i = 0; i < n; i++) y[i] *= colScale[i];
    });
  },
};
