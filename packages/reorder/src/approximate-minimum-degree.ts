import type { CooMatrix } from '@spmv/core';
import type { Adjacency } from './adjacency.ts';
import { adjacencyOf } from './adjacency.ts';
import type { ListsKernel, QuotientGraph } from './quotient-graph.ts';
import { compactLists, createQuotientGraph, fillLists } from './quotient-graph.ts';

/**
 * An ordering of rows and columns that keeps a factorization PAPᵀ = LLᵀ sparse: `order[k]` is the node that comes to place k. Eliminated is each time a node whose bound of the degree is least
 * in what remains of the graph of A + Aᵀ, held as a quotient graph: eliminated nodes are cliques (elements), an element whose nodes all belong to a newer one is absorbed by it, nodes with
 * equal neighbours are one supervariable and are found by a hash, nodes without neighbours beside the newest element go with it. Nodes with more than max(16, 10 √n) neighbours come last.
 * Equal matrices give equal orders.
 *
 * Square matrices, also such that are not symmetric, empty or in many parts. Time: O(entries of L) at worst, near O(entries of A) in practice. Memory: 1.2 times the neighbours and eleven
 * numbers a node, besides the graph. Errors: `OPERAND.MATRIX` where it is not square.
 * Source: P. R. Amestoy, T. A. Davis, I. S. Duff, An approximate minimum degree ordering algorithm, SIAM J. Matrix Anal. Appl. 17, 1996, sections 3 to 5; Algorithm 837, ACM TOMS 30, 2004 (dense rows, aggressive
 * absorption).
 */
export function approximateMinimumDegree(coo: CooMatrix): Int32Array {
  return minimumDegreeOf(adjacencyOf(coo));
}

/** The same of a graph that is there already. */
export function minimumDegreeOf(graph: Adjacency): Int32Array {
  const slices = minimumDegreeSlices(graph);
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
}

/** Pivots of a slice: some tenths of a millisecond, and of compiled code some. */
const SLICE = 1024;

/** Where elimination is. */
export interface Elimination {
  /** Room for those of all nodes. */
  readonly pivots: Int32Array;
  /** Of a hash: the first supervariable with it. Degrees and hashes are apart: both lists are walked in a step. */
  readonly bucket: Int32Array;
  pivotCount: number;
  /** No node has a bound below. */
  least: number;
  stamp: number;
  /** The largest element so far. */
  largest: number;
}

/** What the ordering is made of. */
export interface MinimumDegreeKernels {
  readonly lists: ListsKernel;
  /** Eliminates so many pivots, or all that are left. */
  readonly eliminate: (graph: QuotientGraph, elimination: Elimination, pivots: number) => void;
  /** Pivots in their order, each followed by the nodes whose `parent` leads to it; then the nodes that are left. */
  readonly order: (parent: Int32Array, pivots: Int32Array, n: number) => Int32Array;
}

const IN_JAVASCRIPT: MinimumDegreeKernels = { lists: fillLists, eliminate: eliminatePivots, order: inOrder };

/** The same in slices of some pivots, between which others may have their turn. `kernels`: by default JavaScript, or compiled code that does the same. */
export function* minimumDegreeSlices(
  graph: Adjacency,
  kernels: MinimumDegreeKernels = IN_JAVASCRIPT,
): Generator<number, Int32Array, void> {
  const q = createQuotientGraph(graph, kernels.lists);
  const { n, length, weight } = q;
  const pivots = new Int32Array(n);
  const progress: Elimination = {
    pivots,
    bucket: new Int32Array(n).fill(-1),
    pivotCount: 0,
    least: 0,
    stamp: 1,
    largest: 0,
  };
  for (let i = 0; i < n; i++) if (weight[i] > 0) link(q, i, length[i]);
  while (q.ordered < n - q.deferred) {
    kernels.eliminate(q, progress, SLICE);
    yield progress.pivotCount;
  }
  return kernels.order(q.parent, pivots.subarray(0, progress.pivotCount), n);
}

function unlink({ head, next, last, degree }: QuotientGraph, i: number): void {
  const before = last[i];
  const after = next[i];
  if (after !== -1) last[after] = before;
  if (before !== -1) next[before] = after;
  else head[degree[i]] = after;
}

function link({ head, next, last, degree }: QuotientGraph, i: number, d: number): void {
  const first = head[d];
  if (first !== -1) last[first] = i;
  next[i] = first;
  last[i] = -1;
  head[d] = i;
  degree[i] = d;
}

/** A stamp that is so much larger; small again where it would leave 31 bits. */
function nextStamp({ n, mark }: QuotientGraph, stamp: number, by: number): number {
  if (stamp + by + n < 2 ** 31 - 1) return stamp + by;
  for (let e = 0; e < n; e++) if (mark[e] !== 0) mark[e] = 1;
  return 2;
}

/** Eliminates some pivots: no generator, which would be compiled late. */
function eliminatePivots(q: QuotientGraph, progress: Elimination, count: number): void {
  const { n, start, length, elements, weight, degree, mark, head, next, last, lists } = q;
  const { pivots, bucket } = progress;
  let { pivotCount, least, stamp, largest } = progress;
  const until = pivotCount + count;
  while (q.ordered < n - q.deferred && pivotCount < until) {
    while (head[least] === -1) least++;
    const pivot = head[least];
    unlink(q, pivot);
    pivots[pivotCount++] = pivot;
    const own = elements[pivot];
    if (own > 0 && q.free + least >= lists.length) compactLists(q);

    // The new element: neighbours of the pivot and of its elements, which it absorbs. Negative weights mark who is in it.
    let pivotWeight = weight[pivot];
    q.ordered += pivotWeight;
    weight[pivot] = -pivotWeight;
    let size = 0;
    const begin = own === 0 ? start[pivot] : q.free;
    let end = begin;
    const at0 = start[pivot];
    for (let k = 0; k <= own; k++) {
      const element = k < own ? lists[at0 + k] : pivot;
      let at = k < own ? start[element] : at0 + own;
      const past = at + (k < own ? length[element] : length[pivot] - own);
      for (; at < past; at++) {
        const i = lists[at];
        const w = weight[i];
        if (w <= 0) continue;
        weight[i] = -w;
        size += w;
        lists[end++] = i;
        unlink(q, i);
      }
      if (k === own) break;
      q.parent[element] = pivot;
      mark[element] = 0;
    }
    if (own > 0) q.free = end;
    start[pivot] = begin;
    length[pivot] = end - begin;
    elements[pivot] = -1;
    degree[pivot] = size;

    // mark[e] − stamp becomes the weight of what element e has outside the new one.
    for (let at = begin; at < end; at++) {
      const i = lists[at];
      const w = -weight[i];
      const past = start[i] + elements[i];
      for (let k = start[i]; k < past; k++) {
        const e = lists[k];
        if (mark[e] >= stamp) mark[e] -= w;
        else if (mark[e] !== 0) mark[e] = degree[e] + stamp - w;
      }
    }

    // Bounds of degrees, with elements that are in the new one absorbed and its own nodes dropped from lists.
    for (let at = begin; at < end; at++) {
      const i = lists[at];
      const first = start[i];
      const middle = first + elements[i];
      const past = first + length[i];
      let to = first;
      let bound = 0;
      let hash = 0;
      for (let k = first; k < middle; k++) {
        const e = lists[k];
        if (mark[e] === 0) continue;
        const outside = mark[e] - stamp;
        if (outside > 0) {
          bound += outside;
          hash += e;
          lists[to++] = e;
        } else {
          q.parent[e] = pivot;
          mark[e] = 0;
        }
      }
      const variables = to;
      for (let k = middle; k < past; k++) {
        const j = lists[k];
        const w = weight[j];
        if (w <= 0) continue;
        bound += w;
        hash += j;
        lists[to++] = j;
      }
      if (bound === 0) {
        // Nothing beside the new element: it is eliminated with the pivot.
        q.parent[i] = pivot;
        const w = -weight[i];
        size -= w;
        pivotWeight += w;
        q.ordered += w;
        weight[i] = 0;
        elements[i] = -1;
        continue;
      }
      if (bound < degree[i]) degree[i] = bound;
      // The new element comes first; there is room, for it or one of its nodes has been dropped.
      lists[to] = lists[variables];
      lists[variables] = lists[first];
      lists[first] = pivot;
      elements[i] = variables - first + 1;
      length[i] = to - first + 1;
      hash %= n;
      next[i] = bucket[hash];
      bucket[hash] = i;
      last[i] = hash;
    }
    degree[pivot] = size;
    if (size > largest) largest = size;
    stamp = nextStamp(q, stamp, largest + 1);

    // Nodes with equal lists become one.
    for (let at = begin; at < end; at++) {
      const some = lists[at];
      if (weight[some] >= 0) continue;
      const hash = last[some];
      let i = bucket[hash];
      bucket[hash] = -1;
      for (; i !== -1 && next[i] !== -1; i = next[i]) {
        const count = length[i];
        const mine = elements[i];
        for (let k = start[i] + 1; k < start[i] + count; k++) mark[lists[k]] = stamp;
        let before = i;
        for (let j = next[i]; j !== -1;) {
          let isEqual = length[j] === count && elements[j] === mine;
          for (let k = start[j] + 1; isEqual && k < start[j] + count; k++) isEqual = mark[lists[k]] === stamp;
          const after = next[j];
          if (isEqual) {
            q.parent[j] = i;
            weight[i] += weight[j];
            weight[j] = 0;
            elements[j] = -1;
            next[before] = after;
          } else before = j;
          j = after;
        }
        stamp = nextStamp(q, stamp, 1);
      }
    }

    // What is left of the element, with degrees that count it.
    let to = begin;
    for (let at = begin; at < end; at++) {
      const i = lists[at];
      const w = -weight[i];
      if (w <= 0) continue;
      weight[i] = w;
      const bound = Math.min(degree[i] + size - w, n - q.deferred - q.ordered - w);
      link(q, i, bound);
      if (bound < least) least = bound;
      lists[to++] = i;
    }
    weight[pivot] = pivotWeight;
    length[pivot] = to - begin;
    if (own > 0) q.free = to;
    if (to === begin) mark[pivot] = 0;
  }
  Object.assign(progress, { pivotCount, least, stamp, largest });
}

function inOrder(parent: Int32Array, pivots: Int32Array, n: number): Int32Array {
  const pivotNumber = new Int32Array(n).fill(-1);
  pivots.forEach((i, k) => (pivotNumber[i] = k));
  const count = new Int32Array(pivots.length + 2);
  const group = new Int32Array(n);
  for (let i = 0; i < n; i++) {
    let root = i;
    while (pivotNumber[root] === -1 && parent[root] !== -1) root = parent[root];
    const found = pivotNumber[root] === -1 ? pivots.length : pivotNumber[root];
    for (let j = i; j !== root;) {
      const above = parent[j];
      parent[j] = root;
      j = above;
    }
    group[i] = found;
    count[found + 1]++;
  }
  for (let k = 0; k <= pivots.length; k++) count[k + 1] += count[k];
  const order = new Int32Array(n);
  for (let i = 0; i < n; i++) order[count[group[i]]++] = i;
  return order;
}
