import type { Adjacency } from '@spmv/reorder';
import type { Slices } from '../slices.ts';
import type { GraphKernels } from './graph-kernels.ts';

/** Where each row is in an order. */
function inverseOf(order: Int32Array): Int32Array {
  const place = new Int32Array(order.length);
  for (let k = 0; k < order.length; k++) place[order[k]] = k;
  return place;
}

/** A tree in postorder. */
export interface OrderedTree {
  readonly order: Int32Array;
  /** Where each row is in the order. */
  readonly place: Int32Array;
  readonly parent: Int32Array;
  readonly columnCount: Int32Array;
}

/** An equivalent order in which subtrees are together, larger ones last, with its tree and the entries of columns. A slice is a pass. */
export function* orderedTree(graph: Adjacency, given: Int32Array, graphs: GraphKernels): Slices<OrderedTree> {
  const renumbered = (order: Int32Array, tree: Int32Array, sequence: Int32Array): readonly [Int32Array, Int32Array] => {
    const to = inverseOf(sequence);
    const [nodes, above] = [new Int32Array(order.length), new Int32Array(order.length)];
    for (let k = 0; k < order.length; k++) {
      const i = sequence[k];
      nodes[k] = order[i];
      above[k] = tree[i] === -1 ? -1 : to[tree[i]];
    }
    return [nodes, above];
  };
  const tree = graphs.tree(graph, given, inverseOf(given));
  yield 0;
  const [order, parent] = renumbered(given, tree, graphs.postorder(tree));
  yield 1;
  const counts = graphs.counts(graph, order, inverseOf(order), parent);
  yield 2;
  const sequence = graphs.postorder(parent, counts);
  const [last, lastParent] = renumbered(order, parent, sequence);
  return { order: last, place: inverseOf(last), parent: lastParent, columnCount: sequence.map((i) => counts[i]) };
}

/** Σ of the entries of columns, and of their squares. */
export function totalsOf(columnCount: Int32Array): { readonly fill: number; readonly flops: number } {
  let fill = 0;
  let flops = 0;
  for (let k = 0; k < columnCount.length; k++) {
    const count = columnCount[k];
    fill += count;
    flops += count * count;
  }
  return { fill, flops };
}

/** Entries of L and U, and multiplications, with the pivots of the diagonal. */
export function luTotals(columnCount: Int32Array): { readonly entries: number; readonly products: number } {
  let entries = 0;
  let products = 0;
  for (const count of columnCount) {
    entries += 2 * count - 1;
    products += (count - 1) ** 2;
  }
  return { entries, products };
}
