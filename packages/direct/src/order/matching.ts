import type { Pattern } from '../lu/columns.ts';
import type { Slices } from '../slices.ts';

/** A set of entries, no two of which share a row or a column. */
export interface Matching {
  /** The row that column j is matched with, −1 where there is none. */
  readonly rowOf: Int32Array;
  /** The column that row i is matched with, −1 where there is none. */
  readonly colOf: Int32Array;
  /** Columns that are matched: the structural rank. */
  readonly size: number;
}

/** Columns of a slice. */
const SLICE = 256;

/**
 * A matching of the largest size there is: where it has n entries, rows can be permuted so that no element of the diagonal is missing. Its own diagonal is taken first, since whoever orders both sides alike gains by it.
 * Depth-first search for augmenting paths with one look ahead at each column. O(n·nnz) at worst, mostly O(nnz).
 * Source: I. S. Duff, On algorithms for obtaining a maximum transversal, ACM Trans. Math. Softw. 7, 1981.
 */
export function* maximumMatching({ n, start, row }: Pattern): Slices<Matching> {
  const [rowOf, colOf] = [new Int32Array(n).fill(-1), new Int32Array(n).fill(-1)];
  let size = 0;
  const match = (i: number, j: number): void => {
    rowOf[j] = i;
    colOf[i] = j;
  };
  for (let j = 0; j < n; j++)
    for (let k = start[j]; k < start[j + 1]; k++)
      if (row[k] === j) {
        match(j, j);
        size++;
        break;
      }
  // Entries before `ahead[j]` are of rows that were matched when they were looked at: a matched row stays matched.
  const ahead = start.slice(0, n);
  const next = new Int32Array(n);
  const seen = new Int32Array(n).fill(-1);
  const path = new Int32Array(n);
  for (let root = 0; root < n; root++) {
    if (root % SLICE === SLICE - 1) yield root;
    if (rowOf[root] >= 0 || !search(root)) continue;
    size++;
  }
  return { rowOf, colOf, size };

  /** Finds an augmenting path from a column, and takes it. */
  function search(root: number): boolean {
    let depth = 0;
    path[0] = root;
    seen[root] = root;
    next[root] = start[root];
    while (depth >= 0) {
      const j = path[depth];
      let free = -1;
      while (ahead[j] < start[j + 1] && free < 0) {
        const i = row[ahead[j]];
        ahead[j] = ahead[j] + 1;
        if (colOf[i] < 0) free = i;
      }
      if (free >= 0) {
        for (let at = depth; at >= 0; at--) {
          const before = rowOf[path[at]];
          match(free, path[at]);
          free = before;
        }
        return true;
      }
      let deeper = -1;
      while (next[j] < start[j + 1] && deeper < 0) {
        const other = colOf[row[next[j]]];
        next[j] = next[j] + 1;
        if (seen[other] !== root) deeper = other;
      }
      if (deeper < 0) depth--;
      else {
        seen[deeper] = root;
        next[deeper] = start[deeper];
        path[++depth] = deeper;
      }
    }
    return false;
  }
}
