import type { FileMatrix } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';
import { pointersOf } from '../scipy/from-entries.ts';
import { DENSE, MATRIX_CLASS, VECTOR_CLASS } from './header.ts';

/** Numbers made at once. */
const PIECE = 1 << 16;

function* bigEndian(count: number, width: 4 | 8, at: (k: number) => number): Generator<Uint8Array> {
  for (let from = 0; from < count; from += PIECE) {
    const length = Math.min(PIECE, count - from);
    const view = new DataView(new ArrayBuffer(length * width));
    for (let k = 0; k < length; k++)
      if (width === 4) view.setInt32(4 * k, at(from + k));
      else view.setFloat64(8 * k, at(from + k));
    yield new Uint8Array(view.buffer);
  }
}

function* whole(numbers: readonly number[]): Generator<Uint8Array> {
  yield* bigEndian(numbers.length, 4, (k) => numbers[k] as number);
}

/**
 * The bytes of a binary file of PETSc, which `MatLoad` and `VecLoad` read: CSR where there are positions, sorted by row; one dense column is a vector, another dense matrix is a dense one. f64, indices of
 * 32 bits. Errors: `FILE.WRITE` for complex values.
 */
export function* writePetsc(matrix: FileMatrix): Generator<Uint8Array> {
  const { shape, positions, values, imaginary } = matrix;
  if (imaginary)
    throw fileError('FILE.WRITE', {
      what: 'PETSc built with real numbers reads no complex values',
      fix: 'Write .mtx or .npz, or the real part alone.',
    });
  const value = (k: number): number => values[k] as number;
  if (!positions) {
    yield* whole(shape.cols === 1 ? [VECTOR_CLASS, shape.rows] : [MATRIX_CLASS, shape.rows, shape.cols, DENSE]);
    yield* bigEndian(values.length, 8, value);
    return;
  }
  const { rowIndex, colIndex } = positions;
  const starts = pointersOf(rowIndex, shape.rows);
  yield* whole([MATRIX_CLASS, shape.rows, shape.cols, values.length]);
  yield* bigEndian(shape.rows, 4, (i) => (starts[i + 1] as number) - (starts[i] as number));
  yield* bigEndian(values.length, 4, (k) => colIndex[k] as number);
  yield* bigEndian(values.length, 8, value);
}
