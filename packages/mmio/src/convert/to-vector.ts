import { checkOptions, SpmvError } from '@spmv/core';
import type { MatrixMarketFile } from '../model/file.ts';
import { CONVERT_RULES, refuseComplex, refuseInexact, type ConvertOptions } from './refuse.ts';

/**
 * A vector of `rows` elements from an array or coordinate n × 1 file, or one of object `vector`; 1 × n is taken too. Elements
 * a coordinate file does not store are 0, duplicates are added, a pattern is ones.
 * Errors: `MMIO.NOT_VECTOR`, `MMIO.COMPLEX`, `MMIO.INTEGER_PRECISION`.
 */
export function toVector(file: MatrixMarketFile, options: ConvertOptions = {}): Float64Array {
  checkOptions('toVector', options, CONVERT_RULES);
  const { rows, cols, format } = file.header;
  if (cols !== 1 && rows !== 1) {
    throw new SpmvError('MMIO.NOT_VECTOR', `The file holds a ${rows} × ${cols} matrix, but a vector is needed.`, {
      fix: 'Give a file with one column.',
      details: { rows, cols },
    });
  }
  refuseComplex(file);
  refuseInexact(file, options);
  if (format === 'array')
    return file.values.length === rows * cols ? file.values.slice() : new Float64Array(rows * cols);
  const index = cols === 1 ? file.rowIndex : file.colIndex;
  const vector = new Float64Array(rows * cols);
  for (let k = 0; k < index.length; k++) {
    const i = index[k] as number;
    vector[i] = (vector[i] as number) + (file.values.length === 0 ? 1 : (file.values[k] as number));
  }
  return vector;
}
