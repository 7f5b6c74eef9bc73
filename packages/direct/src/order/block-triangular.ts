import type { Pattern } from '../lu/columns.ts';
import type { Matching } from './matching.ts';

/** Orders of rows and columns for which a matrix is block upper triangular, with no element of its diagonal missing. */
export interface BlockTriangular {
  /** Column `order[k]` and the row that it is matched with come to place k. */
  readonly order: Int32Array;
  /** Block b has places `blockStart[b]` … `blockStart[b + 1] − 1`. */
  readonly blockStart: Int32Array;
}

/**
 * The block triangular form of a matrix whose columns are all matched: strong components of the graph with an arrow from column j to the column whose row has an entry in j. Blocks are as small as they can be; an
 * irreducible matrix is one block. Without recursion. O(n + nnz).
 * Source: R. Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput. 1, 1972; I. S. Duff, J. K. Reid, ACM Trans. Math. Softw. 4, 1978.
 */
export function blockTriangular({ n, start, row }: Pattern, { colOf }: Matching): BlockTriangular {
  const order = new Int32Array(n);
  const blocks: number[] = [0];
  // 0: not seen. Of a component that is done n + 1, so that no arrow to it lowers anything.
  const [number, low] = [new Int32Array(n), new Int32Array(n)];
  const next = start.slice(0, n);
  const [path, open] = [new Int32Array(n), new Int32Array(n)];
  let [numbers, depth, opened, placed] = [0, -1, 0, 0];
  const enter = (j: number): void => {
    number[j] = low[j] = ++numbers;
    path[++depth] = j;
    open[opened++] = j;
  };
  for (let root = 0; root < n; root++) {
    if (number[root] !== 0) continue;
    enter(root);
    while (depth >= 0) {
      const j = path[depth];
      let deeper = -1;
      while (next[j] < start[j + 1] && deeper < 0) {
        const other = colOf[row[next[j]]];
        next[j] = next[j] + 1;
        if (number[other] === 0) deeper = other;
        else if (number[other] < low[j]) low[j] = number[other];
      }
      if (deeper >= 0) {
        enter(deeper);
        continue;
      }
      depth--;
      if (depth >= 0 && low[j] < low[path[depth]]) low[path[depth]] = low[j];
      if (low[j] !== number[j]) continue;
      for (let other = -1; other !== j;) {
        other = open[--opened];
        number[other] = n + 1;
        order[placed++] = other;
      }
      blocks.push(placed);
    }
  }
  return { order, blockStart: Int32Array.from(blocks) };
}
