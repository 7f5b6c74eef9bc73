import type { Finding, StoredMatrix } from '@spmv/core';
import type { SymmetricArrays } from './symmetric-layout.ts';

type Stored = StoredMatrix<SymmetricArrays, Record<never, never>>;

/** Entries of row i left of the diagonal, or what is wrong with the row. */
function checkRow({ scalars, arrays: { rowStart, colIndex, values } }: Stored, i: number): Finding | number {
  const end = rowStart[i + 1];
  let previous = -1;
  let left = 0;
  for (let k = rowStart[i]; k < end; k++) {
    const j = colIndex[k];
    if (j <= previous)
      return { invariant: 'colIndex.increasing', message: `row ${i}, entry ${k}: column ${j} follows ${previous}` };
    if (j > i)
      return { invariant: 'colIndex.lower', message: `row ${i}, entry ${k}: column ${j} is right of the diagonal` };
    if (j < i) left++;
    else if (scalars['skew'] === 1 && values[k] !== 0)
      return {
        invariant: 'skew.diagonal',
        message: `row ${i}: ${values[k]} on the diagonal of a skew-symmetric matrix`,
      };
    previous = j;
  }
  return left;
}

/** The first thing that is wrong with a matrix stored as `symmetric`. */
export function checkSymmetric(matrix: Stored): readonly Finding[] {
  const { shape, nnz, scalars, arrays } = matrix;
  const { skew = -1, stored = -1 } = scalars;
  if (shape.rows !== shape.cols)
    return [{ invariant: 'shape.square', message: `the shape is ${shape.rows} × ${shape.cols}` }];
  const kinds = matrix.components === 2 ? [0, 1, 2, 3] : [0, 1];
  if (!kinds.includes(skew)) return [{ invariant: 'skew', message: `skew is ${skew}, none of ${kinds.join(', ')}` }];
  const { rowStart, colIndex } = arrays;
  if (rowStart[0] !== 0 || rowStart[shape.rows] !== stored)
    return [
      {
        invariant: 'rowStart.ends',
        message: `rowStart runs from ${rowStart[0]} to ${rowStart[shape.rows]}, not from 0 to ${stored}`,
      },
    ];
  let mirrored = 0;
  let bandwidth = 0;
  for (let i = 0; i < shape.rows; i++) {
    const start = rowStart[i];
    const end = rowStart[i + 1];
    if (end < start || end > stored)
      return [
        { invariant: 'rowStart.monotone', message: `rowStart[${i + 1}] is ${end}, after ${start} and of ${stored}` },
      ];
    const found = checkRow(matrix, i);
    if (typeof found !== 'number') return [found];
    mirrored += found;
    if (found > 0) bandwidth = Math.max(bandwidth, i - colIndex[start]);
  }
  if (bandwidth !== scalars['bandwidth'])
    return [{ invariant: 'bandwidth', message: `bandwidth is ${scalars['bandwidth']}, not ${bandwidth}` }];
  return stored + mirrored === nnz
    ? []
    : [{ invariant: 'nnz', message: `the triangle stands for ${stored + mirrored} entries, nnz is ${nnz}` }];
}
