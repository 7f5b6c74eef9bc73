import type { Pattern } from '../lu/columns.ts';
import type { Slices } from '../slices.ts';
import { bucketsOf } from './buckets.ts';

/** An order of columns, and what elimination in it takes at most, whichever rows are taken as pivots. */
export interface EliminationOrder {
  /** The column that comes to place k. */
  readonly order: Int32Array;
  /** Entries of L and U at most, were L as full as U; dense columns that come last are counted as full. */
  readonly entries: number;
  /** Multiplications, counted alike. */
  readonly products: number;
}

/** Rows and columns of more entries than so many times √n, and than this number, are put aside. */
const DENSE = { times: 10, least: 16 };

/** Pivots of a slice. */
const SLICE = 256;

/** Lists of numbers that change, in one array. What is written anew goes to its end. */
interface Lists {
  items: Int32Array;
  readonly at: Int32Array;
  readonly length: Int32Array;
  end: number;
}

/** Brings together the lists that are left, so that `room` more items fit. */
function compact(lists: Lists, room: number): void {
  const { items, at, length, end } = lists;
  if (end + room <= items.length) return;
  let used = 0;
  for (let i = 0; i < at.length; i++) used += length[i];
  const fresh = new Int32Array(Math.max(items.length, used + room));
  let to = 0;
  for (let i = 0; i < at.length; i++) {
    fresh.set(items.subarray(at[i], at[i] + length[i]), to);
    at[i] = to;
    to += length[i];
  }
  lists.items = fresh;
  lists.end = to;
}

/**
 * An order of the columns of a square matrix for LU with pivots of any row: at each step a column whose elimination makes few entries of AᵀA's factor, by an approximation of its degree. Rows that a pivot row replaces
 * are merged into it, columns of the same rows are ordered as one, and those that lie in the pivot row alone follow at once. Dense rows are left out of it, dense columns come last. Mostly O(nnz·a few).
 * Source: T. A. Davis, J. R. Gilbert, S. I. Larimore, E. G. Ng, A column approximate minimum degree ordering algorithm, ACM Trans. Math. Softw. 30, 2004.
 */
export function* columnMinimumDegree({ n, start, row }: Pattern): Slices<EliminationOrder> {
  const order = new Int32Array(n);
  const many = Math.max(DENSE.least, DENSE.times * Math.sqrt(n));
  const rowCount = new Int32Array(n);
  for (let k = 0; k < start[n]; k++) rowCount[row[k]] = rowCount[row[k]] + 1;
  // Columns of a supercolumn are a list from the one that stands for them.
  const [width, nextOf, lastOf] = [new Int32Array(n).fill(1), new Int32Array(n).fill(-1), new Int32Array(n)];
  const colAt = start.slice(0, n);
  const colLength = new Int32Array(n);
  const colItems = row.slice(0, start[n]);
  const isDense = new Uint8Array(n);
  let placed = 0;
  let last = n;
  for (let j = n - 1; j >= 0; j--) {
    lastOf[j] = j;
    if (start[j + 1] - start[j] > many) {
      isDense[j] = 1;
      order[--last] = j;
      continue;
    }
    let to = start[j];
    for (let k = start[j]; k < start[j + 1]; k++) if (rowCount[row[k]] <= many) colItems[to++] = row[k];
    colLength[j] = to - start[j];
  }
  let [entries, products] = [2 * (n - last) * n, 0];
  const rows: Lists = { items: new Int32Array(0), at: new Int32Array(n), length: new Int32Array(n), end: 0 };
  for (let j = 0; j < n; j++)
    for (let k = colAt[j]; k < colAt[j] + colLength[j]; k++) rows.length[colItems[k]] = rows.length[colItems[k]] + 1;
  for (let i = 0; i < n; i++) {
    rows.at[i] = rows.end;
    rows.end += rows.length[i];
  }
  rows.items = new Int32Array(2 * rows.end + n);
  const fill = rows.at.slice();
  for (let j = 0; j < n; j++)
    for (let k = colAt[j]; k < colAt[j] + colLength[j]; k++) {
      const i = colItems[k];
      rows.items[fill[i]] = j;
      fill[i] = fill[i] + 1;
    }
  // The widths of the columns of a row; −1: the row is no more.
  const degree = Int32Array.from(rows.length);
  const buckets = bucketsOf(n);
  for (let j = 0; j < n; j++) {
    if (isDense[j] === 1) continue;
    let score = 0;
    for (let k = colAt[j]; k < colAt[j] + colLength[j]; k++) score += degree[colItems[k]] - 1;
    buckets.add(j, Math.min(n - 1, score));
  }
  const isDone = isDense.slice();
  const seen = new Int32Array(n).fill(-1);
  const [outside, outsideAt] = [new Int32Array(n), new Int32Array(n).fill(-1)];
  const score = new Float64Array(n);
  const [hashHead, hashNext] = [new Int32Array(n).fill(-1), new Int32Array(n)];

  for (let step = 0; placed < last; step++) {
    if (step % SLICE === SLICE - 1) yield step;
    const pivot = buckets.takeLeast();
    // The pivot row: all columns of the rows of this one.
    let room = 0;
    for (let k = colAt[pivot]; k < colAt[pivot] + colLength[pivot]; k++)
      if (degree[colItems[k]] >= 0) room += rows.length[colItems[k]];
    compact(rows, room);
    const first = rows.end;
    let [end, size, name] = [first, 0, -1];
    seen[pivot] = step;
    isDone[pivot] = 1;
    const { items } = rows;
    for (let k = colAt[pivot]; k < colAt[pivot] + colLength[pivot]; k++) {
      const i = colItems[k];
      if (degree[i] < 0) continue;
      name = i;
      for (let m = rows.at[i]; m < rows.at[i] + rows.length[i]; m++) {
        const j = items[m];
        if (isDone[j] === 1 || seen[j] === step) continue;
        seen[j] = step;
        items[end++] = j;
        size += width[j];
      }
      degree[i] = -1;
      rows.length[i] = 0;
    }
    count(width[pivot], size);
    place(pivot);
    if (name < 0) continue;
    // How much of each row that the pivot row meets lies outside of it.
    for (let m = first; m < end; m++) {
      const j = items[m];
      buckets.remove(j);
      for (let k = colAt[j]; k < colAt[j] + colLength[j]; k++) {
        const i = colItems[k];
        if (degree[i] < 0) continue;
        if (outsideAt[i] !== step) {
          outsideAt[i] = step;
          outside[i] = degree[i];
        }
        outside[i] = outside[i] - width[j];
      }
    }
    let [to, left] = [first, size];
    for (let m = first; m < end; m++) {
      const j = items[m];
      let [keep, sum, hash] = [colAt[j], 0, 0];
      for (let k = colAt[j]; k < colAt[j] + colLength[j]; k++) {
        const i = colItems[k];
        if (degree[i] < 0) continue;
        if (outside[i] === 0) {
          // All of it lies in the pivot row, which stands for it.
          degree[i] = -1;
          rows.length[i] = 0;
          continue;
        }
        colItems[keep++] = i;
        sum += outside[i];
        hash = (hash + i) | 0;
      }
      colLength[j] = keep - colAt[j];
      if (colLength[j] === 0) {
        isDone[j] = 1;
        left -= width[j];
        count(width[j], left);
        place(j);
        continue;
      }
      items[to++] = j;
      score[j] = sum;
      const slot = (hash >>> 0) % n;
      hashNext[j] = hashHead[slot];
      hashHead[slot] = j;
    }
    to = mergeEqual(first, to);
    for (let m = first; m < to; m++) {
      const j = items[m];
      colItems[colAt[j] + colLength[j]] = name;
      colLength[j] = colLength[j] + 1;
      buckets.add(j, Math.min(n - 1, score[j] + left - width[j]));
    }
    rows.at[name] = first;
    rows.length[name] = to - first;
    rows.end = to;
    degree[name] = left;
  }
  return { order, entries, products };

  /** Columns of a pivot row with `beside` further ones: L and U have as many entries each. */
  function count(columns: number, beside: number): void {
    entries += columns * (2 * beside + columns);
    products += columns * (beside + columns / 2) ** 2;
  }

  /** A supercolumn comes next. */
  function place(j: number): void {
    for (let each = j; each >= 0; each = nextOf[each]) order[placed++] = each;
  }

  /** Makes one of columns of the pivot row with the same rows, and says where the row then ends. */
  function mergeEqual(first: number, end: number): number {
    const { items } = rows;
    for (let m = first; m < end; m++) {
      let hash = 0;
      const j = items[m];
      for (let k = colAt[j]; k < colAt[j] + colLength[j]; k++) hash = (hash + colItems[k]) | 0;
      const slot = (hash >>> 0) % n;
      for (let one = hashHead[slot]; one >= 0; one = hashNext[one]) {
        let before = one;
        for (let other = hashNext[one]; other >= 0; other = hashNext[other]) {
          if (!isSame(one, other)) {
            before = other;
            continue;
          }
          width[one] = width[one] + width[other];
          nextOf[lastOf[one]] = other;
          lastOf[one] = lastOf[other];
          isDone[other] = 1;
          hashNext[before] = hashNext[other];
        }
      }
      hashHead[slot] = -1;
    }
    let to = first;
    for (let m = first; m < end; m++) if (isDone[items[m]] === 0) items[to++] = items[m];
    return to;
  }

  function isSame(one: number, other: number): boolean {
    const count = colLength[one];
    if (colLength[other] !== count) return false;
    for (let k = 0; k < count; k++) if (colItems[colAt[one] + k] !== colItems[colAt[other] + k]) return false;
    return true;
  }
}
