import type { Adjacency } from '@spmv/reorder';

/**
 * The elimination tree of PAPᵀ: `parent[j]` is the first pivot i > j with L(i, j) ≠ 0, −1 at a root. O(entries · α(n)).
 * Source: J. W.-H. Liu, The role of elimination trees in sparse factorization, SIAM J. Matrix Anal. Appl. 11, 1990, section 4 (with paths compressed).
 */
export function eliminationTree(graph: Adjacency, order: Int32Array, place: Int32Array): Int32Array {
  const parent = new Int32Array(order.length).fill(-1);
  const ancestor = new Int32Array(order.length).fill(-1);
  for (let j = 0; j < order.length; j++) {
    const node = order[j];
    for (let at = graph.start[node]; at < graph.end[node]; at++) {
      let i = place[graph.neighbours[at]];
      while (i < j && i !== -1) {
        const above = ancestor[i];
        ancestor[i] = j;
        if (above === -1) parent[i] = j;
        i = above;
      }
    }
  }
  return parent;
}

/** Nodes of a forest, children before their parents and whole subtrees together; of siblings the one with the greatest `size` last. */
export function postorder(parent: Int32Array, size?: Int32Array): Int32Array {
  const n = parent.length;
  const child = new Int32Array(n).fill(-1);
  const sibling = new Int32Array(n).fill(-1);
  const inList = size ? bySize(size) : undefined;
  // A node is put before its siblings, so those that are put first come last.
  for (let k = n - 1; k >= 0; k--) {
    const i = inList ? inList[k] : k;
    const p = parent[i];
    if (p === -1) continue;
    sibling[i] = child[p];
    child[p] = i;
  }
  const found = new Int32Array(n);
  const stack = new Int32Array(n);
  let count = 0;
  for (let root = 0; root < n; root++) {
    if (parent[root] !== -1) continue;
    let depth = 1;
    stack[0] = root;
    while (depth > 0) {
      const i = stack[depth - 1];
      const c = child[i];
      if (c === -1) {
        found[count++] = i;
        depth--;
      } else {
        child[i] = sibling[c];
        stack[depth++] = c;
      }
    }
  }
  return found;
}

/** Node numbers by increasing size, which is from 0 to the number of nodes. */
function bySize(size: Int32Array): Int32Array {
  const n = size.length;
  const at = new Int32Array(n + 2);
  for (let i = 0; i < n; i++) at[size[i] + 1]++;
  for (let s = 0; s <= n; s++) at[s + 1] += at[s];
  const nodes = new Int32Array(n);
  for (let i = 0; i < n; i++) nodes[at[size[i]]++] = i;
  return nodes;
}

/**
 * Entries of each column of L, the diagonal among them, of a tree whose nodes are numbered in postorder. Row i of L is the part of the tree between i and the leaves that its entries of A reach; each such leaf
 * adds one to the columns up to where its path meets the one before. O(entries · α(n)).
 * Source: J. R. Gilbert, E. G. Ng, B. W. Peyton, An efficient algorithm to compute row and column counts for sparse Cholesky factorization, SIAM J. Matrix Anal. Appl. 15, 1994, section 3.
 */
export function columnCounts(graph: Adjacency, order: Int32Array, place: Int32Array, parent: Int32Array): Int32Array {
  const n = order.length;
  const count = new Int32Array(n);
  const firstLeaf = new Int32Array(n).fill(-1);
  for (let k = 0; k < n; k++) {
    if (firstLeaf[k] === -1) count[k] = 1;
    for (let j = k; j !== -1 && firstLeaf[j] === -1; j = parent[j]) firstLeaf[j] = k;
  }
  // The last neighbour below of each row, the last leaf of its subtree, and who represents a node in the search for where two paths meet.
  const lastNeighbour = new Int32Array(n).fill(-1);
  const lastLeaf = new Int32Array(n).fill(-1);
  const ancestor = parent.map((_, i) => i);
  for (let j = 0; j < n; j++) {
    if (parent[j] !== -1) count[parent[j]]--;
    const node = order[j];
    for (let at = graph.start[node]; at < graph.end[node]; at++) {
      const i = place[graph.neighbours[at]];
      if (i <= j || firstLeaf[j] <= lastNeighbour[i]) continue;
      lastNeighbour[i] = j;
      count[j]++;
      const before = lastLeaf[i];
      lastLeaf[i] = j;
      if (before === -1) continue;
      let meet = before;
      while (meet !== ancestor[meet]) meet = ancestor[meet];
      for (let s = before; s !== meet;) {
        const above = ancestor[s];
        ancestor[s] = meet;
        s = above;
      }
      count[meet]--;
    }
    if (parent[j] !== -1) ancestor[j] = parent[j];
  }
  for (let j = 0; j < n; j++) if (parent[j] !== -1) count[parent[j]] += count[j];
  return count;
}
