import type { Pattern } from '../lu/columns.ts';
import type { Slices } from '../slices.ts';
import type { Matching } from './matching.ts';

/** A matching of least cost, and prices for which u(i) + v(j) ≤ c(i, j), with equality where i and j are matched. Rows and columns without a partner have the prices that searches left them. */
interface WeightedMatching extends Matching {
  readonly u: Float64Array;
  readonly v: Float64Array;
}

/**
 * Of all matchings of the largest size one whose Σ `cost` is least, by shortest augmenting paths; an entry of infinite cost is none. With c(i, j) = max |a(·, j)| − |a(i, j)| in logarithms the product of the matched entries is the
 * largest there is, and prices are scales by which these are 1 and no entry is larger. O(n·nnz·log n) at worst, mostly a small multiple of nnz.
 * Source: I. S. Duff, J. Koster, On algorithms for permuting large entries to the diagonal of a sparse matrix, SIAM J. Matrix Anal. Appl. 22, 2001, sections 2 and 3.
 */
export function* weightedMatching({ n, start, row }: Pattern, cost: Float64Array): Slices<WeightedMatching> {
  const [rowOf, colOf] = [new Int32Array(n).fill(-1), new Int32Array(n).fill(-1)];
  const [u, v] = [new Float64Array(n).fill(Infinity), new Float64Array(n)];
  /** The cost of the entry that a column is matched by. */
  const own = new Float64Array(n);
  let size = 0;
  beginWithTight();
  const distance = new Float64Array(n).fill(Infinity);
  /** The column, and its entry, by which a row is reached; whether its distance is final. */
  const [from, by, isDone] = [new Int32Array(n), new Int32Array(n), new Uint8Array(n)];
  const heap = createHeap(distance);
  for (let root = 0; root < n; root++) {
    if (rowOf[root] >= 0) continue;
    if (augmented(root)) size++;
    yield root;
  }
  for (let i = 0; i < n; i++) if (u[i] === Infinity) u[i] = 0;
  return { rowOf, colOf, size, u, v };

  /** Prices that leave no cost below zero, and what can be matched at no cost then. */
  function beginWithTight(): void {
    for (let k = 0; k < start[n]; k++) if (cost[k] < u[row[k]]) u[row[k]] = cost[k];
    for (let j = 0; j < n; j++) {
      let least = Infinity;
      for (let k = start[j]; k < start[j + 1]; k++) least = Math.min(least, left(k, 0));
      v[j] = least < Infinity ? least : 0;
      for (let k = start[j]; k < start[j + 1] && rowOf[j] < 0; k++) {
        if (left(k, v[j]) > 0 || colOf[row[k]] >= 0) continue;
        rowOf[j] = row[k];
        colOf[row[k]] = j;
        own[j] = cost[k];
        size++;
      }
    }
  }

  function left(k: number, price: number): number {
    return cost[k] < Infinity ? Math.max(0, cost[k] - u[row[k]] - price) : Infinity;
  }

  /** Finds the shortest path from a column to a free row, and takes it. */
  function augmented(root: number): boolean {
    const reached: number[] = [];
    let [j, length, least, end] = [root, 0, Infinity, -1];
    for (;;) {
      for (let k = start[j]; k < start[j + 1]; k++) {
        const i = row[k];
        const to = length + left(k, v[j]);
        if (isDone[i] === 1 || !(to < least) || !(to < distance[i])) continue;
        if (distance[i] === Infinity) reached.push(i);
        distance[i] = to;
        from[i] = j;
        by[i] = k;
        if (colOf[i] < 0) [least, end] = [to, i];
        else heap.put(i);
      }
      const next = heap.take();
      if (next < 0 || distance[next] >= least) break;
      isDone[next] = 1;
      length = distance[next];
      j = colOf[next];
    }
    heap.clear();
    if (end >= 0) {
      for (const i of reached) if (isDone[i] === 1) u[i] += distance[i] - least;
      for (let i = end; i >= 0;) {
        const column = from[i];
        const before = rowOf[column];
        rowOf[column] = i;
        colOf[i] = column;
        own[column] = cost[by[i]];
        i = column === root ? -1 : before;
      }
      for (const i of reached) if (colOf[i] >= 0 && (isDone[i] === 1 || i === end)) v[colOf[i]] = own[colOf[i]] - u[i];
    }
    for (const i of reached) [distance[i], isDone[i]] = [Infinity, 0];
    return end >= 0;
  }
}

/** Rows by their distances, the nearest first. */
interface Heap {
  /** Puts a row in, or moves it up where its distance became less. */
  put(i: number): void;
  /** Takes the nearest out; −1 where there is none. */
  take(): number;
  clear(): void;
}

function createHeap(distance: Float64Array): Heap {
  const rows = new Int32Array(distance.length);
  const place = new Int32Array(distance.length).fill(-1);
  let count = 0;
  const set = (at: number, i: number): void => {
    rows[at] = i;
    place[i] = at;
  };
  return {
    put(i) {
      let at = place[i] >= 0 ? place[i] : count++;
      while (at > 0) {
        const above = (at - 1) >> 1;
        if (distance[rows[above]] <= distance[i]) break;
        set(at, rows[above]);
        at = above;
      }
      set(at, i);
    },
    take() {
      if (count === 0) return -1;
      const nearest = rows[0];
      place[nearest] = -1;
      const last = rows[--count];
      if (count === 0) return nearest;
      let at = 0;
      for (;;) {
        let below = 2 * at + 1;
        if (below >= count) break;
        if (below + 1 < count && distance[rows[below + 1]] < distance[rows[below]]) below++;
        if (distance[rows[below]] >= distance[last]) break;
        set(at, rows[below]);
        at = below;
      }
      set(at, last);
      return nearest;
    },
    clear() {
      for (let at = 0; at < count; at++) place[rows[at]] = -1;
      count = 0;
    },
  };
}
