import type { CooMatrix, FileMatrix } from '@spmv/core';
import { cooFromEntries, SpmvError } from '@spmv/core';
import { cooOfArrays } from './coo-of-arrays.ts';

/**
 * The entries of a file's matrix, with the mirror images that its symmetry stands for.
 * Errors: `FORMAT.REFUSED` for complex ones, and those of `cooFromEntries`.
 */
export function cooOfFile({ shape, positions, values, imaginary, symmetry }: FileMatrix): CooMatrix {
  if (imaginary !== undefined)
    throw new SpmvError('FORMAT.REFUSED', 'The matrix of the file is complex, and products are real.', {
      fix: 'Open its real or its imaginary part as arrays.',
    });
  if (positions === undefined) return cooOfArrays({ shape, dense: values });
  const { rowIndex, colIndex } = positions;
  if (symmetry === 'general') return cooFromEntries(shape, { rowIndex, colIndex, values });
  let mirrored = 0;
  for (let k = 0; k < values.length; k++) if (rowIndex[k] !== colIndex[k]) mirrored++;
  const nnz = values.length + mirrored;
  const all = { rowIndex: new Int32Array(nnz), colIndex: new Int32Array(nnz), values: new Float64Array(nnz) };
  const sign = symmetry === 'skew-symmetric' ? -1 : 1;
  let at = 0;
  const put = (row: number, column: number, value: number): void => {
    all.rowIndex[at] = row;
    all.colIndex[at] = column;
    all.values[at++] = value;
  };
  for (let k = 0; k < values.length; k++) {
    const [row, column, value] = [rowIndex[k] as number, colIndex[k] as number, values[k] as number];
    put(row, column, value);
    if (row !== column) put(column, row, sign * value);
  }
  return cooFromEntries(shape, all);
}
