import type { FileMatrix, FileType, Params } from '@spmv/core';
import { denseOf } from '../npy/dense.ts';
import { formatHeader, isNpy } from '../npy/header.ts';
import { npyArray, readNpy, writeNpy } from '../npy/npy-array.ts';
import { DENSE_FOR_EACH, requireProportion } from '../source/proportion.ts';
import { typedValues, type ValueElement, VALUES_AXIS } from './elements.ts';

/** Elements made at once. */
const PIECE = 1 << 16;

/** Some rows of a matrix, zeros where it has no entry; `next` is its first entry after them. */
function rowsOf(
  matrix: FileMatrix,
  from: number,
  to: number,
  next: number,
): { readonly part: Pick<FileMatrix, 'values' | 'imaginary'>; readonly next: number } {
  const { shape, positions, values, imaginary } = matrix;
  const [start, length] = [from * shape.cols, (to - from) * shape.cols];
  if (positions === undefined) {
    const end = start + length;
    return {
      part: {
        values: values.subarray(start, end),
        ...(imaginary ? { imaginary: imaginary.subarray(start, end) } : {}),
      },
      next: end,
    };
  }
  const part = { values: new Float64Array(length), ...(imaginary ? { imaginary: new Float64Array(length) } : {}) };
  let k = next;
  for (; k < values.length && (positions.rowIndex[k] as number) < to; k++) {
    const at = (positions.rowIndex[k] as number) * shape.cols + (positions.colIndex[k] as number) - start;
    part.values[at] = values[k] as number;
    if (part.imaginary && imaginary) part.imaginary[at] = imaginary[k] as number;
  }
  return { part, next: k };
}

/** A whole matrix as a `.npy` file, a few rows at a time; what has no entry is 0. */
function* denseChunks(matrix: FileMatrix, { values }: Params): Generator<Uint8Array> {
  const { rows, cols } = matrix.shape;
  if (matrix.positions)
    requireProportion(rows * cols, matrix.values.length, {
      what: 'the elements',
      fix: 'Write the entries alone: .mtx, or .npz with layout=coo.',
      forEach: DENSE_FOR_EACH,
    });
  const element = values as ValueElement;
  const { type, data } = typedValues(
    { values: new Float64Array(0), ...(matrix.imaginary ? { imaginary: new Float64Array(0) } : {}) },
    element,
  );
  // A vector reads as one column, and one column is written as a vector.
  const whole = matrix.positions === undefined && cols === 1 ? [rows] : [rows, cols];
  yield formatHeader(npyArray(type, whole, data));
  const step = Math.max(1, Math.floor(PIECE / Math.max(1, cols)));
  let next = 0;
  const filled = cols > 0 ? rows : 0;
  for (let from = 0; from < filled; from += step) {
    const to = Math.min(filled, from + step);
    const some = rowsOf(matrix, from, to, next);
    next = some.next;
    const typed = typedValues(some.part, element);
    yield writeNpy(npyArray(typed.type, [to - from, cols], typed.data))[1];
  }
}

/** `.npy`: a dense matrix. */
export const npyFile: FileType = {
  kind: 'file',
  id: 'npy',
  title: 'NumPy array, dense',
  endings: ['.npy'],
  recognises: (head) => isNpy(head),
  read: async (bytes, { limits }) => denseOf(await readNpy(bytes, { limits })),
  write: { params: { axes: { values: VALUES_AXIS } }, chunks: denseChunks },
};
