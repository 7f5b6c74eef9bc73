import type { CooMatrix } from '@spmv/core';
import { rowStartOf } from '@spmv/core';
import type { Adjacency } from '@spmv/reorder';
import type { SquareCsr } from '../csr-arrays.ts';
import type { GraphKernels } from './graph-kernels.ts';
import type { OrderedTree } from './ordered-tree.ts';
import type { SupernodeRows, Supernodes } from './supernodes.ts';

/** Where the 2 × 2 blocks of a matrix are, block row by block row. */
export type Blocks = Pick<CooMatrix, 'shape' | 'rowIndex' | 'colIndex'> & Pick<SquareCsr, 'rowStart'>;

/**
 * Where the blocks of a matrix are that is made of 2 × 2 blocks stored whole, as `realEquivalent` of complex numbers is: both rows of a pair, 2i and 2i + 1, have the same neighbours, so that an order of n/2 pairs is as good as one of n rows and
 * reads a quarter of the entries. Undefined where a block is not whole: mostly found out in the first row.
 * Source: C. Ashcraft, Compressed graphs and the minimum degree algorithm, SIAM J. Sci. Comput. 16, 1995.
 */
export function blocksOf({ rowStart, colIndex }: Pick<SquareCsr, 'rowStart' | 'colIndex'>): Blocks | undefined {
  const rows = rowStart.length - 1;
  if (rows === 0 || rows % 2 !== 0) return undefined;
  const n = rows / 2;
  const start = new Int32Array(n + 1);
  const [row, col] = [new Int32Array(colIndex.length >> 2), new Int32Array(colIndex.length >> 2)];
  let count = 0;
  for (let i = 0; i < n; i++) {
    const [begin, middle] = [rowStart[2 * i], rowStart[2 * i + 1]];
    const length = middle - begin;
    if (length % 2 !== 0 || rowStart[2 * i + 2] - middle !== length) return undefined;
    for (let k = begin; k < middle; k += 2) {
      const j = colIndex[k];
      if (j % 2 !== 0 || colIndex[k + 1] !== j + 1) return undefined;
      if (colIndex[k + length] !== j || colIndex[k + length + 1] !== j + 1) return undefined;
      row[count] = i;
      col[count++] = j / 2;
    }
    start[i + 1] = count;
  }
  return { shape: { rows: n, cols: n }, rowIndex: row, colIndex: col, rowStart: start };
}

/** Blocks with a magnitude each. */
export type Magnitudes = Blocks & CooMatrix;

/** The larger one of |a| and |b| of blocks [a, −b; b, a], which is what a pivot can have. Undefined where the matrix stands for no complex one. */
export function magnitudesOf(coo: CooMatrix): Magnitudes | undefined {
  const { shape, colIndex, values } = coo;
  const blocks = shape.rows === shape.cols ? blocksOf({ rowStart: rowStartOf(coo), colIndex }) : undefined;
  if (!blocks) return undefined;
  const { rowIndex, rowStart } = blocks;
  const magnitudes = new Float64Array(rowIndex.length);
  for (let k = 0; k < magnitudes.length; k++) {
    const i = rowIndex[k];
    // The upper left entry of the block, and the lower left one.
    const [upper, lower] = [2 * (rowStart[i] + k), 2 * (rowStart[i + 1] + k)];
    if (values[upper] !== values[lower + 1] || values[upper + 1] !== -values[lower]) return undefined;
    magnitudes[k] = Math.max(Math.abs(values[upper]), Math.abs(values[lower]));
  }
  return { ...blocks, values: magnitudes };
}

/** Of rows by the columns that pairs are matched with: the larger part of each matched number comes to the diagonal. */
export function matchedRows(
  { rowIndex, colIndex, rowStart }: Blocks,
  colOf: Int32Array,
  values: Float64Array,
): Int32Array {
  const rows = ofBoth(colOf);
  for (let k = 0; k < rowIndex.length; k++) {
    const i = rowIndex[k];
    const upper = 2 * (rowStart[i] + k);
    if (colOf[i] !== colIndex[k] || Math.abs(values[upper]) >= Math.abs(values[upper + 1])) continue;
    [rows[2 * i], rows[2 * i + 1]] = [rows[2 * i + 1], rows[2 * i]];
  }
  return rows;
}

/** 2i and 2i + 1 in the place of each i. */
export function ofBoth(pairs: Int32Array): Int32Array {
  const both = new Int32Array(2 * pairs.length);
  for (let k = 0; k < pairs.length; k++) {
    both[2 * k] = 2 * pairs[k];
    both[2 * k + 1] = 2 * pairs[k] + 1;
  }
  return both;
}

/** Each number for both of a pair. */
export function twice(numbers: Float64Array): Float64Array {
  const both = new Float64Array(2 * numbers.length);
  for (let k = 0; k < both.length; k++) both[k] = numbers[k >> 1];
  return both;
}

/** i in the place of 2i and 2i + 1, in whichever order. */
export function ofPairs(both: Int32Array): Int32Array {
  const pairs = new Int32Array(both.length / 2);
  for (let k = 0; k < pairs.length; k++) pairs[k] = both[2 * k] >> 1;
  return pairs;
}

/** The tree of n rows by that of a graph of n nodes or of n/2 pairs, of which the first is the child of the second. */
export function treeOfRows(tree: OrderedTree, n: number): OrderedTree {
  const { order, place, parent, columnCount } = tree;
  if (order.length === n) return tree;
  const [above, count] = [new Int32Array(n), new Int32Array(n)];
  for (let k = 0; k < parent.length; k++) {
    above[2 * k] = 2 * k + 1;
    above[2 * k + 1] = parent[k] === -1 ? -1 : 2 * parent[k];
    count[2 * k] = 2 * columnCount[k];
    count[2 * k + 1] = 2 * columnCount[k] - 1;
  }
  return { order: ofBoth(order), place: ofBoth(place), parent: above, columnCount: count };
}

/** The rows of supernodes by the tree of a graph of their nodes or of pairs of these, none of which is in two supernodes. */
export function rowsOf(
  graph: Adjacency,
  { order, place }: OrderedTree,
  supernodes: Supernodes,
  graphs: GraphKernels,
): SupernodeRows {
  const { firstPivot, parent, height } = supernodes;
  if (firstPivot[height.length] === graph.nodes) return graphs.rows(graph, order, place, supernodes);
  const halved = (numbers: Int32Array): Int32Array => numbers.map((number) => number >> 1);
  const ofPair = graphs.rows(graph, order, place, {
    firstPivot: halved(firstPivot),
    parent,
    height: halved(height),
  });
  return { start: ofPair.start.map((at) => 2 * at), rows: ofBoth(ofPair.rows) };
}
