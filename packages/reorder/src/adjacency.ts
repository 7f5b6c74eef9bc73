import type { CooMatrix } from '@spmv/core';
import { SpmvError } from '@spmv/core';

/** Who is whose neighbour in the graph of A + Aᵀ: each once, itself left out. */
export interface Adjacency {
  readonly nodes: number;
  /** Neighbours of node i: `neighbours[start[i]]` up to `neighbours[end[i]]`, not included. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly neighbours: Int32Array;
}

/** Places of entries: a matrix in coordinates without its values. */
export type Places = Pick<CooMatrix, 'shape' | 'rowIndex' | 'colIndex'>;

/** Entries whose mirror images are counted with them: of more, places are no numbers of 31 bits. */
const MOST = 2 ** 30 - 1;

/** Of a square matrix, by the positions of its entries. O(entries). Errors: `OPERAND.MATRIX` where it is not square, or has 2³⁰ entries. */
export function adjacencyOf({ shape, rowIndex, colIndex }: Places): Adjacency {
  const { rows: n, cols } = shape;
  if (n !== cols)
    throw new SpmvError('OPERAND.MATRIX', `A matrix of ${n} × ${cols} has no symmetric ordering of rows and columns.`, {
      fix: 'Give a square matrix; for another one order A·Aᵀ or Aᵀ·A.',
      details: { ...shape },
    });
  if (rowIndex.length > MOST)
    throw new SpmvError(
      'OPERAND.MATRIX',
      `A graph of ${rowIndex.length} entries is not ordered here, at most ${MOST}.`,
      {
        fix: 'Order parts of the matrix, or a smaller one that stands for it.',
        details: { entries: rowIndex.length, most: MOST },
      },
    );
  const start = new Int32Array(n + 1);
  for (let k = 0; k < rowIndex.length; k++) {
    const i = rowIndex[k];
    const j = colIndex[k];
    if (i === j) continue;
    start[i + 1]++;
    start[j + 1]++;
  }
  for (let i = 0; i < n; i++) start[i + 1] = start[i + 1] + start[i];
  const neighbours = new Int32Array(start[n]);
  const end = start.slice(0, n);
  for (let k = 0; k < rowIndex.length; k++) {
    const i = rowIndex[k];
    const j = colIndex[k];
    if (i === j) continue;
    neighbours[end[i]++] = j;
    neighbours[end[j]++] = i;
  }
  // An entry with its mirror image, or twice, is one neighbour.
  const seenBy = new Int32Array(n).fill(-1);
  for (let i = 0; i < n; i++) {
    let to = start[i];
    for (let at = to; at < end[i]; at++) {
      const j = neighbours[at];
      if (seenBy[j] === i) continue;
      seenBy[j] = i;
      neighbours[to++] = j;
    }
    end[i] = to;
  }
  return { nodes: n, start, end, neighbours };
}
