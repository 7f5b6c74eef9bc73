/** A front of LU: a square of `height` lines by rows, of which the first `candidates` rows and columns have all their entries and may be pivots. What is eliminated stays in place: L below the diagonal, U from it on. */
export interface LuFront {
  /** From 0 on; compiled code may read 32 numbers beyond. */
  readonly numbers: Float64Array;
  readonly height: number;
  readonly candidates: number;
  /** Which row and which column of the matrix each line is, from `ids` on: exchanged with it. */
  readonly rowIds: Int32Array;
  readonly colIds: Int32Array;
  readonly ids: number;
}

/**
 * Eliminates columns `from` … `past` − 1, and takes their products off all that is behind. The pivot of a column is the largest of the candidate rows that are left; where it is less than `threshold` of the largest in all rows the
 * column goes behind the others, up to date with them. Returns where elimination ended: columns up to there are done.
 */
export type LuPanelKernel = (front: LuFront, from: number, past: number, threshold: number) => number;

/** Columns that are eliminated together. */
export const PANEL = 48;

/** The same in JavaScript. Source: J. J. Dongarra, I. S. Duff, D. C. Sorensen, H. A. van der Vorst, Numerical linear algebra for high-performance computers, 1998, section 5.4. */
export function eliminatePanel(front: LuFront, from: number, past: number, threshold: number): number {
  const { numbers: a, height } = front;
  let [done, last] = [from, past];
  while (done < last) {
    const row = pivotRowOf(front, done, threshold);
    if (row === -1) {
      exchangeColumns(front, done, --last);
      continue;
    }
    exchangeRows(front, done, row);
    const line = done * height;
    const pivot = a[line + done];
    for (let r = done + 1; r < height; r++) {
      const to = r * height;
      const l = a[to + done] / pivot;
      a[to + done] = l;
      if (l !== 0) for (let j = done + 1; j < past; j++) a[to + j] -= l * a[line + j];
    }
    done++;
  }
  for (let i = from + 1; i < done; i++) takeOff(front, i, from, i, past);
  for (let i = done; i < height; i++) takeOff(front, i, from, done, past);
  return done;
}

/** The candidate with the largest number in a column, −1 where it is no pivot. */
function pivotRowOf({ numbers: a, height, candidates }: LuFront, column: number, threshold: number): number {
  let [own, all, at] = [0, 0, -1];
  for (let r = column; r < height; r++) {
    const size = Math.abs(a[r * height + column]);
    if (!(size <= all)) all = size;
    if (r < candidates && size > own) [own, at] = [size, r];
  }
  return own >= threshold * all ? at : -1;
}

/** Row i −= Σ L(i, p)·row p, p from `begin` to `end` − 1, from column `past` on. */
function takeOff({ numbers: a, height }: LuFront, i: number, begin: number, end: number, past: number): void {
  const to = i * height;
  let p = begin;
  for (; p + 4 <= end; p += 4) {
    const l0 = p * height;
    const l1 = l0 + height;
    const l2 = l1 + height;
    const l3 = l2 + height;
    const [a0, a1, a2, a3] = [a[to + p], a[to + p + 1], a[to + p + 2], a[to + p + 3]];
    for (let j = past; j < height; j++)
      a[to + j] -= a0 * a[l0 + j] + a1 * a[l1 + j] + (a2 * a[l2 + j] + a3 * a[l3 + j]);
  }
  for (; p < end; p++) {
    const l = a[to + p];
    if (l !== 0) for (let j = past; j < height; j++) a[to + j] -= l * a[p * height + j];
  }
}

function exchangeRows({ numbers, height, rowIds, ids }: LuFront, i: number, k: number): void {
  if (i === k) return;
  for (let j = 0; j < height; j++) exchanged(numbers, i * height + j, k * height + j);
  exchanged(rowIds, ids + i, ids + k);
}

function exchangeColumns({ numbers, height, colIds, ids }: LuFront, i: number, k: number): void {
  if (i === k) return;
  for (let r = 0; r < height; r++) exchanged(numbers, r * height + i, r * height + k);
  exchanged(colIds, ids + i, ids + k);
}

/** Numbers at i and k change places. */
export function exchanged(array: Float64Array | Int32Array, i: number, k: number): void {
  const kept = array[i];
  array[i] = array[k];
  array[k] = kept;
}
