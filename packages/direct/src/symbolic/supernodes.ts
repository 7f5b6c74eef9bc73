import type { Adjacency } from '@spmv/reorder';

/** Columns of L that are stored together, as a dense trapezoid. */
export interface Supernodes {
  /** Pivots `firstPivot[s]` up to `firstPivot[s + 1]`, not included, are supernode s. */
  readonly firstPivot: Int32Array;
  readonly parent: Int32Array;
  /** Rows of each, its own pivots among them. */
  readonly height: Int32Array;
}

/** The rows of every supernode in increasing order, those of supernode s from `start[s]` on. */
export interface SupernodeRows {
  readonly start: Float64Array;
  readonly rows: Int32Array;
}

/** Two supernodes of no more columns together are always one. */
export const SMALL = 4;

/** The part of the numbers of a supernode of so many columns that may be zeros where it is made of two. */
function zerosOf(columns: number): number {
  return columns <= 16 ? 0.8 : columns <= 48 ? 0.1 : 0.05;
}

/**
 * The supernodes of a tree in postorder: runs of columns of one structure, and a last child joined with its parent where few zeros come in by that.
 * Source: J. W.-H. Liu, E. G. Ng, B. W. Peyton, On finding supernodes for sparse matrix computations, SIAM J. Matrix Anal. Appl. 14, 1993, section 2; C. Ashcraft, R. Grimes, The influence of relaxed
 * supernode partitions on the multifrontal method, ACM TOMS 15, 1989, section 3.
 */
export function supernodesOf(parent: Int32Array, columnCount: Int32Array): Supernodes {
  const n = parent.length;
  const children = new Int32Array(n);
  for (let j = 0; j < n; j++) if (parent[j] !== -1) children[parent[j]]++;
  // Of those so far, as a stack: each has its first pivot, its rows and the zeros it stores.
  const first = new Int32Array(n + 1);
  const height = new Int32Array(n);
  const zeros = new Float64Array(n);
  let count = 0;
  const widthOf = (s: number, past: number): number => (s + 1 < count ? first[s + 1] : past) - first[s];
  for (let j = 0; j < n; j++) {
    const isSame = j > 0 && parent[j - 1] === j && children[j] === 1 && columnCount[j - 1] === columnCount[j] + 1;
    if (isSame) continue;
    // What ends here is complete; it may take in the one before, its last child.
    count = joined(j);
    first[count] = j;
    height[count] = columnCount[j];
    zeros[count++] = 0;
  }
  count = joined(n);
  first[count] = n;
  return supernodesWith(parent, first.slice(0, count + 1), height.slice(0, count));

  /** Joins the last supernode, which ends before pivot `past`, with the ones before it as long as that is right; how many there are then. */
  function joined(past: number): number {
    while (count > 1) {
      const child = count - 2;
      const top = count - 1;
      if (parent[first[top] - 1] === -1 || parent[first[top] - 1] >= past) break;
      const own = widthOf(child, past);
      const columns = own + widthOf(top, past);
      const rows = own + height[top];
      const empty = zeros[child] + zeros[top] + own * (rows - height[child]);
      const stored = (columns * (columns + 1)) / 2 + columns * (rows - columns);
      if (columns > SMALL && empty > zerosOf(columns) * stored) break;
      height[child] = rows;
      zeros[child] = empty;
      count--;
    }
    return count;
  }
}

/** With their parents in the tree of pivots. */
export function supernodesWith(parent: Int32Array, firstPivot: Int32Array, height: Int32Array): Supernodes {
  const of = supernodeOf(firstPivot);
  const above = new Int32Array(height.length);
  for (let s = 0; s < above.length; s++) {
    const pivot = parent[firstPivot[s + 1] - 1];
    above[s] = pivot === -1 ? -1 : of[pivot];
  }
  return { firstPivot, parent: above, height };
}

/** Which supernode each pivot is in. */
export function supernodeOf(firstPivot: Int32Array): Int32Array {
  const count = firstPivot.length - 1;
  const of = new Int32Array(firstPivot[count]);
  for (let s = 0; s < count; s++) of.fill(s, firstPivot[s], firstPivot[s + 1]);
  return of;
}

/** Where the rows of each supernode begin, and the last ones end. */
export function startsOf(height: Int32Array): Float64Array {
  const start = new Float64Array(height.length + 1);
  for (let s = 0; s < height.length; s++) start[s + 1] = start[s] + height[s];
  return start;
}

/**
 * The rows of every supernode in increasing order, those of supernode s from `start[s]` on: row i is in those between i and the columns of row i of A in the tree. O(rows of all supernodes + entries).
 */
export function supernodeRows(
  graph: Adjacency,
  order: Int32Array,
  place: Int32Array,
  { firstPivot, parent, height }: Supernodes,
): SupernodeRows {
  const count = height.length;
  const start = startsOf(height);
  const rows = new Int32Array(start[count]);
  const end = start.slice(0, count);
  const of = supernodeOf(firstPivot);
  const seenBy = new Int32Array(count).fill(-1);
  for (let i = 0; i < order.length; i++) {
    rows[end[of[i]]++] = i;
    seenBy[of[i]] = i;
    const node = order[i];
    for (let at = graph.start[node]; at < graph.end[node]; at++) {
      const j = place[graph.neighbours[at]];
      if (j > i) continue;
      for (let s = of[j]; seenBy[s] !== i; s = parent[s]) {
        seenBy[s] = i;
        rows[end[s]++] = i;
      }
    }
  }
  return { start, rows };
}
