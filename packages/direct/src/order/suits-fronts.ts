import type { Adjacency } from '@spmv/reorder';

/** Multiplications for each entry of the factors from which on dense products pay. */
const DENSE = 20;
/** The part of entries beside the diagonal whose mirror image is there from which on one tree suits rows and columns. */
const ALIKE = 0.3;

/** What an order of rows and columns alike says of LU. */
interface Expected {
  /** Entries of L and U, and multiplications. */
  readonly entries: number;
  readonly products: number;
  /** The part of entries beside the diagonal whose mirror image is there. */
  readonly symmetry: number;
}

/** Whether fronts take less time than columns one by one: they compute more, by dense products. */
export function suitsFronts({ entries, products, symmetry }: Expected): boolean {
  return symmetry >= ALIKE && products >= DENSE * entries;
}

/** That part, by rows and columns of entries, each once, and the graph of A + Aᵀ. */
export function symmetryOf(row: Int32Array, col: Int32Array, { nodes, start, end }: Adjacency): number {
  let neighbours = 0;
  for (let i = 0; i < nodes; i++) neighbours += end[i] - start[i];
  let beside = 0;
  for (let k = 0; k < row.length; k++) if (row[k] !== col[k]) beside++;
  return beside === 0 ? 1 : 2 - neighbours / beside;
}
