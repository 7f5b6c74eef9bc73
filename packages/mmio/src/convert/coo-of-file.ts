import type { CooMatrix, FileMatrix } from '@spmv/core';
import { cooByRows } from '@spmv/core';
import { fromFileMatrix } from './from-file-matrix.ts';
import { checkToCooOptions, toCoo, type ToCooOptions } from './to-coo.ts';

/**
 * The matrix of a file of another type, as `toCoo` makes it of Matrix Market. One that comes sorted by rows stays in the arrays of the file.
 *
 * Errors: as of `toCoo`.
 */
export function cooOfFile(file: FileMatrix, options: ToCooOptions = {}): CooMatrix {
  checkToCooOptions('cooOfFile', options);
  const { shape, positions, values, imaginary, integers, symmetry } = file;
  const isPlain = symmetry === 'general' && imaginary === undefined && integers === undefined;
  if (isPlain && positions?.rowStart && options.zeros !== 'drop' && options.diagonal !== 'drop') {
    const { rowStart, colIndex } = positions;
    const sorted = cooByRows(shape, { rowStart, colIndex }, values);
    if (sorted) return sorted;
  }
  return toCoo(fromFileMatrix(file), options);
}
