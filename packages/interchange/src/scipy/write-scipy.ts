import { checkOptions, nameOption } from '@spmv/core';
import { COMPRESSION_AXIS } from '../file-types/elements.ts';
import { type NpyArray, npyArray, writeNpy } from '../npy/npy-array.ts';
import { fileError } from '../errors/file-error.ts';
import { writeZip } from '../zip/write-zip.ts';
import { sciPyEntries } from './to-entries.ts';
import { SCIPY_ARRAYS, type SciPyMatrix } from './scipy-matrix.ts';

/** How to write a file. */
export interface WriteSciPyOptions {
  /** `deflate` as SciPy by default; `none` (default) is read without a copy. */
  readonly compression?: 'none' | 'deflate';
}

function text(value: string): NpyArray {
  const bytes = new TextEncoder().encode(value);
  return npyArray(`S${bytes.length}`, [], bytes);
}

/**
 * The file that `scipy.sparse.load_npz` reads as this matrix, bit for bit, in pieces. The matrix is checked first.
 * Errors: `FILE.FORMAT`, `FILE.INDEX`, `FILE.WRITE`.
 */
export function writeSciPyNpz(matrix: SciPyMatrix, options: WriteSciPyOptions = {}): AsyncGenerator<Uint8Array> {
  checkOptions('writeSciPyNpz', options, { compression: nameOption(COMPRESSION_AXIS.values) });
  const { compression = 'none' } = options;
  sciPyEntries(matrix);
  const { format, shape, isArray, arrays } = matrix;
  const named = (name: string): readonly [string, NpyArray] => {
    const array = arrays[name];
    if (array !== undefined) return [name, array];
    throw fileError('FILE.WRITE', {
      what: `the matrix has no array ${name}`,
      fix: `A matrix in ${format} needs ${SCIPY_ARRAYS[format].join(', ')} and data.`,
    });
  };
  const members: readonly (readonly [string, NpyArray])[] = [
    ...SCIPY_ARRAYS[format].map(named),
    ['format', text(format)],
    ['shape', npyArray('i8', [2], BigInt64Array.of(BigInt(shape.rows), BigInt(shape.cols)))],
    named('data'),
    ...(isArray ? [['_is_array', npyArray('b1', [], Uint8Array.of(1))] as const] : []),
  ];
  return writeZip(
    members.map(([name, array]) => ({ name: `${name}.npy`, parts: writeNpy(array) })),
    compression === 'deflate',
  );
}
