import { checkOptions, SpmvError } from '@spmv/core';
import type { MatrixMarketFile } from '../model/file.ts';
import { CONVERT_RULES, refuseComplex, refuseInexact, type ConvertOptions } from './refuse.ts';

/** A dense matrix, `values[i · cols + j]`. */
export interface DenseMatrix {
  readonly rows: number;
  readonly cols: number;
  readonly values: Float64Array;
}

/** Most elements of a dense result. */
const DENSE_LIMIT = 2 ** 31 - 1;

function denseArray(file: MatrixMarketFile, dense: Float64Array): void {
  const { rows, cols } = file.header;
  const { values, symmetry } = file;
  let k = 0;
  const filled = rows > 0 ? cols : 0;
  for (let j = 0; j < filled; j++) {
    const first = symmetry === 'general' ? 0 : symmetry === 'skew-symmetric' ? j + 1 : j;
    for (let i = first; i < rows; i++, k++) {
      const value = values[k] as number;
      dense[i * cols + j] = value;
      if (symmetry !== 'general' && i !== j) dense[j * cols + i] = symmetry === 'skew-symmetric' ? -value : value;
    }
  }
}

/**
 * The whole matrix, row-major: symmetry written out, duplicates added, a pattern as ones.
 * Errors: `MMIO.COMPLEX`, `MMIO.INTEGER_PRECISION`, `MMIO.LIMIT` above 2³¹ − 1 elements.
 */
export function toDense(file: MatrixMarketFile, options: ConvertOptions = {}): DenseMatrix {
  checkOptions('toDense', options, CONVERT_RULES);
  return elementsOf(file, options);
}

/** The same for options that were checked, which may have others beside them. */
export function elementsOf(file: MatrixMarketFile, options: ConvertOptions): DenseMatrix {
  refuseComplex(file);
  refuseInexact(file, options);
  const { rows, cols, format } = file.header;
  if (rows * cols > DENSE_LIMIT) {
    throw new SpmvError(
      'MMIO.LIMIT',
      `A dense ${rows} × ${cols} matrix has ${rows * cols} elements, more than 2^31 − 1.`,
      {
        fix: 'Keep it sparse: use toCoo.',
        details: { rows, cols },
      },
    );
  }
  const dense = new Float64Array(rows * cols);
  if (format === 'array') {
    denseArray(file, dense);
    return { rows, cols, values: dense };
  }
  const mirror = file.symmetry === 'general' ? 0 : file.symmetry === 'skew-symmetric' ? -1 : 1;
  for (let k = 0; k < file.rowIndex.length; k++) {
    const i = file.rowIndex[k] as number;
    const j = file.colIndex[k] as number;
    const value = file.values.length === 0 ? 1 : (file.values[k] as number);
    dense[i * cols + j] = (dense[i * cols + j] as number) + value;
    if (mirror !== 0 && i !== j) dense[j * cols + i] = (dense[j * cols + i] as number) + mirror * value;
  }
  return { rows, cols, values: dense };
}
