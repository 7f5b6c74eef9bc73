import type { Adjacency } from './adjacency.ts';

/** The graph of what remains in an elimination: nodes (variables) and cliques of eliminated ones (elements), both by number. */
export interface QuotientGraph {
  readonly n: number;
  /** A variable's list, from here on: its elements, then its variables. An element's: its variables. */
  readonly start: Int32Array;
  readonly length: Int32Array;
  /** Elements in a variable's list; −1 of an element, and of what is no more. */
  readonly elements: Int32Array;
  /** Nodes that a variable stands for; 0 of what is no more, or deferred. */
  readonly weight: Int32Array;
  readonly degree: Int32Array;
  /** 0 of an element that is absorbed. */
  readonly mark: Int32Array;
  /** Who absorbed it, or −1. */
  readonly parent: Int32Array;
  readonly head: Int32Array;
  readonly next: Int32Array;
  readonly last: Int32Array;
  readonly lists: Int32Array;
  /** The first unused place of `lists`. */
  free: number;
  /** Nodes that have their place, deferred ones not counted. */
  ordered: number;
  /** Nodes with so many neighbours that they come last. */
  readonly deferred: number;
}

/** The lists of nodes of weight 1, one after another, without neighbours of weight 0: where each begins, its length, and its contents. */
export type ListsKernel = (
  graph: Adjacency,
  weight: Int32Array,
  start: Int32Array,
  length: Int32Array,
  lists: Int32Array,
) => void;

export function fillLists(...[graph, weight, start, length, lists]: Parameters<ListsKernel>): void {
  const { nodes: n, start: from, end, neighbours } = graph;
  let free = 0;
  for (let i = 0; i < n; i++) {
    start[i] = free;
    if (weight[i] === 0) continue;
    for (let k = from[i]; k < end[i]; k++) if (weight[neighbours[k]] === 1) lists[free++] = neighbours[k];
    length[i] = free - start[i];
  }
}

/** Of a graph, nobody eliminated; dense nodes are left out of all lists. */
export function createQuotientGraph(graph: Adjacency, fill: ListsKernel): QuotientGraph {
  const { nodes: n, start: from, end } = graph;
  const dense = Math.min(n - 2, Math.max(16, 10 * Math.sqrt(n)));
  const weight = new Int32Array(n);
  let deferred = 0;
  for (let i = 0; i < n; i++) {
    if (end[i] - from[i] > dense) deferred++;
    else weight[i] = 1;
  }
  let entries = 0;
  for (let i = 0; i < n; i++) if (weight[i] === 1) entries += end[i] - from[i];
  const lists = new Int32Array(entries + Math.floor(entries / 5) + n + 1);
  const start = new Int32Array(n);
  const length = new Int32Array(n);
  fill(graph, weight, start, length, lists);
  return {
    n,
    start,
    length,
    elements: new Int32Array(n),
    weight,
    degree: new Int32Array(n),
    mark: new Int32Array(n).fill(1),
    parent: new Int32Array(n).fill(-1),
    head: new Int32Array(n + 1).fill(-1),
    next: new Int32Array(n).fill(-1),
    last: new Int32Array(n).fill(-1),
    lists,
    free: n === 0 ? 0 : start[n - 1] + length[n - 1],
    ordered: 0,
    deferred,
  };
}

/** Moves the lists of what is still there together, so that there is room behind them. */
export function compactLists(q: QuotientGraph): void {
  const { n, start, length, lists, parent, weight, mark } = q;
  // The first place of a list says whose it is, and its contents wait in `start`.
  for (let i = 0; i < n; i++) {
    const isThere = q.elements[i] === -1 ? parent[i] === -1 && mark[i] !== 0 : weight[i] !== 0;
    if (!isThere || length[i] === 0) continue;
    const at = start[i];
    start[i] = lists[at];
    lists[at] = -2 - i;
  }
  let to = 0;
  for (let at = 0; at < q.free;) {
    const owner = -2 - lists[at++];
    if (owner < 0) continue;
    lists[to] = start[owner];
    start[owner] = to++;
    for (let k = 1; k < length[owner]; k++) lists[to++] = lists[at++];
  }
  q.free = to;
}
