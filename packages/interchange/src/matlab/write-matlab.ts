import type { FileMatrix } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';
import { isLittleEndian } from '../npy/element-type.ts';
import { byColumn, entriesIn, pointersOf } from '../scipy/from-entries.ts';

/** Types of data elements. */
const [INT8, INT32, UINT32, DOUBLE, MATRIX] = [1, 5, 6, 9, 14];
/** Classes of arrays, and the flag of complex ones. */
const [SPARSE, FULL, COMPLEX] = [5, 6, 0x0800];
/** Bytes of an element that a tag can count. */
const MOST_BYTES = 2 ** 32 - 1;

const HEADER = 128;

function header(): Uint8Array {
  const bytes = new Uint8Array(HEADER).fill(0x20, 0, 116);
  bytes.set(new TextEncoder().encode('MATLAB 5.0 MAT-file, written by spmv'));
  const view = new DataView(bytes.buffer);
  // The version, and the order of bytes.
  view.setUint16(124, 0x0100, isLittleEndian());
  view.setUint16(126, 0x4d49, isLittleEndian());
  return bytes;
}

const padded = (bytes: number): number => Math.ceil(bytes / 8) * 8;

type Numbers = Int8Array | Int32Array | Uint32Array | Float64Array;

/** A data element: its tag and its bytes, up to a multiple of eight. */
function* element(type: number, { buffer, byteOffset, byteLength }: Numbers): Generator<Uint8Array> {
  yield new Uint8Array(Uint32Array.of(type, byteLength).buffer);
  yield new Uint8Array(buffer, byteOffset, byteLength);
  if (byteLength % 8 !== 0) yield new Uint8Array(8 - (byteLength % 8));
}

/** By columns what lies by rows. */
function byColumns(values: Float64Array, { rows, cols }: FileMatrix['shape']): Float64Array {
  const columns = new Float64Array(values.length);
  for (let i = 0; i < rows; i++) for (let j = 0; j < cols; j++) columns[j * rows + i] = values[i * cols + j] as number;
  return columns;
}

/** The elements after flags, dimensions and name. */
function contents(matrix: FileMatrix): readonly (readonly [type: number, numbers: Numbers])[] {
  const { shape } = matrix;
  const valuesOf = (parts: readonly (Float64Array | undefined)[]): (readonly [number, Float64Array])[] =>
    parts.flatMap((part) => (part ? [[DOUBLE, part] as const] : []));
  if (!matrix.positions)
    return valuesOf([matrix.values, matrix.imaginary].map((part) => part && byColumns(part, shape)));
  const { rowIndex, colIndex, values, imaginary } = byColumn(entriesIn(matrix));
  return [[INT32, rowIndex], [INT32, pointersOf(colIndex, shape.cols)], ...valuesOf([values, imaginary])];
}

/**
 * The bytes of a MAT-file of level 5, which `load` of MATLAB and Octave and `loadmat` of SciPy read: a variable of this name, sparse where the matrix has positions; values in f64, real or complex. What MATLAB does not
 * store, zeros, it drops when it computes with the matrix.
 *
 * Follows *MAT-File Format* (MathWorks, R2020a), level 5. Memory: the matrix by columns. Errors: `FILE.WRITE` for 4 GiB and more, which its tags do not count, and for other names than MATLAB's.
 */
export function* writeMatlab(matrix: FileMatrix, name = 'A'): Generator<Uint8Array> {
  if (!/^[A-Za-z]\w{0,62}$/u.test(name))
    throw fileError('FILE.WRITE', {
      what: `'${name}' is no name of a variable of MATLAB`,
      fix: 'Give letters, digits and _, a letter first.',
    });
  const { rows, cols } = matrix.shape;
  const inside = contents(matrix);
  const kind = (matrix.positions ? SPARSE : FULL) | (matrix.imaginary ? COMPLEX : 0);
  const parts: readonly (readonly [number, Numbers])[] = [
    // MATLAB counts at least one place for entries.
    [UINT32, Uint32Array.of(kind, matrix.positions ? Math.max(1, matrix.values.length) : 0)],
    [INT32, Int32Array.of(rows, cols)],
    [INT8, Int8Array.from(name, (letter) => letter.charCodeAt(0))],
    ...inside,
  ];
  const bytes = parts.reduce((sum, [, { byteLength }]) => sum + 8 + padded(byteLength), 0);
  if (bytes > MOST_BYTES)
    throw fileError('FILE.WRITE', {
      what: `the variable has ${bytes} bytes, and a MAT-file of level 5 counts to ${MOST_BYTES}`,
      fix: 'Write .npz, .mtx.gz or .bsp.npz.',
      details: { bytes },
    });
  yield header();
  yield new Uint8Array(Uint32Array.of(MATRIX, bytes).buffer);
  for (const [type, numbers] of parts) yield* element(type, numbers);
}
