import type { CooMatrix } from '@spmv/core';
import type { Adjacency } from './adjacency.ts';
import { adjacencyOf } from './adjacency.ts';

/** Levels of a breadth-first search: how many there are, and where the last one begins in the queue. */
interface Levels {
  readonly count: number;
  readonly lastBegin: number;
  readonly end: number;
}

/** Node numbers in the order of degree, then of number. */
function byDegree({ nodes, start, end }: Adjacency): Int32Array {
  const degree = (i: number): number => end[i] - start[i];
  let most = 0;
  for (let i = 0; i < nodes; i++) most = Math.max(most, degree(i));
  const place = new Float64Array(most + 2);
  for (let i = 0; i < nodes; i++) place[degree(i) + 1] = place[degree(i) + 1] + 1;
  for (let d = 0; d <= most; d++) place[d + 1] = place[d + 1] + place[d];
  const order = new Int32Array(nodes);
  for (let i = 0; i < nodes; i++) {
    const at = place[degree(i)];
    order[at] = i;
    place[degree(i)] = at + 1;
  }
  return order;
}

/**
 * An ordering of rows and columns that brings entries near the diagonal: `order[k]` is the node that comes to place k. Of each connected part of the graph of A + Aᵀ a node that is far from
 * others begins, and breadth-first search numbers its neighbours by their degree; the whole order is then reversed. Equal matrices give equal orders.
 *
 * Square matrices, also such that are not symmetric, empty or in many parts. O(entries), but for sorting neighbours and for some searches a part. Errors: `OPERAND.MATRIX` where it is not square.
 * Source: E. Cuthill, J. McKee, Reducing the bandwidth of sparse symmetric matrices, 1969; A. George, J. W.-H. Liu, Computer solution of large sparse positive definite systems, 1981, chapter 4.
 */
export function reverseCuthillMckee(coo: CooMatrix): Int32Array {
  const graph = adjacencyOf(coo);
  const { nodes, start, end, neighbours } = graph;
  const degree = (i: number): number => end[i] - start[i];
  const queue = new Int32Array(nodes);
  // 0: in no search yet; the number of the last search; −1: ordered.
  const seen = new Int32Array(nodes);
  let searches = 0;

  function search(root: number, from: number): Levels {
    searches++;
    queue[from] = root;
    seen[root] = searches;
    let [count, levelBegin, last] = [1, from, from + 1];
    for (;;) {
      const levelEnd = last;
      for (let at = levelBegin; at < levelEnd; at++) {
        const i = queue[at];
        for (let k = start[i]; k < end[i]; k++) {
          const j = neighbours[k];
          if (seen[j] === searches) continue;
          seen[j] = searches;
          queue[last++] = j;
        }
      }
      if (last === levelEnd) return { count, lastBegin: levelBegin, end: last };
      levelBegin = levelEnd;
      count++;
    }
  }

  /** A node from which there are about as many levels as from any. */
  function peripheral(first: number, from: number): number {
    let root = first;
    let levels = search(root, from);
    for (;;) {
      let next = queue[levels.lastBegin];
      for (let at = levels.lastBegin; at < levels.end; at++) if (degree(queue[at]) < degree(next)) next = queue[at];
      const further = search(next, from);
      if (further.count <= levels.count) return root;
      [root, levels] = [next, further];
    }
  }

  /** Numbers the part of `root`, and says where it ends. */
  function number(root: number, from: number): number {
    queue[from] = root;
    seen[root] = -1;
    let last = from + 1;
    for (let at = from; at < last; at++) {
      const i = queue[at];
      const begin = last;
      for (let k = start[i]; k < end[i]; k++) {
        const j = neighbours[k];
        if (seen[j] === -1) continue;
        seen[j] = -1;
        queue[last++] = j;
      }
      if (last - begin < 2) continue;
      // Degree and number as one, which is sorted faster than by a function.
      const keys = Float64Array.from(queue.subarray(begin, last), (j) => degree(j) * nodes + j).sort();
      for (const [k, key] of keys.entries()) queue[begin + k] = key % nodes;
    }
    return last;
  }

  let done = 0;
  for (const first of byDegree(graph)) {
    if (seen[first] === -1) continue;
    done = number(peripheral(first, done), done);
  }
  return queue.reverse();
}
