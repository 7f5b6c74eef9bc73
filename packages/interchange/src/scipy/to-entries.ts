import type { FileMatrix, Shape } from '@spmv/core';
import { positionsByRows, rowIndexOf } from '@spmv/core';
import type { NpyArray } from '../npy/npy-array.ts';
import { inCOrder, valuesOf } from '../npy/values.ts';
import { checkedIndices, checkedPointers, contradiction, indicesOf, requireCountable } from './check.ts';
import type { SciPyMatrix } from './scipy-matrix.ts';

type Positions = NonNullable<FileMatrix['positions']>;

function arrayOf({ arrays, format }: SciPyMatrix, name: string): NpyArray {
  const array = arrays[name];
  if (array === undefined) throw contradiction(`a matrix in ${format} needs the array ${name}`);
  return array;
}

function vectorLength(array: NpyArray, name: string): number {
  if (array.shape.length === 1) return array.shape[0] as number;
  throw contradiction(`the array ${name} has ${array.shape.length} dimensions, not one`);
}

/** An array, and its name for messages. */
type Named = readonly [array: NpyArray, name: string];

/** The entries of a matrix by rows or by columns. Errors: as of {@link sciPyEntries}. */
export function compressedEntries(
  shape: Shape,
  order: 'csr' | 'csc',
  {
    data: [data, dataName],
    indices: [inner, innerName],
    indptr: [starts, startsName],
  }: Record<'data' | 'indices' | 'indptr', Named>,
): Omit<FileMatrix, 'about'> {
  const indices = indicesOf(inner, innerName);
  const held = vectorLength(data, dataName);
  if (indices.length !== held)
    throw contradiction(`the array ${innerName} has ${indices.length} elements, but ${dataName} has ${held}`, {
      expected: held,
      got: indices.length,
    });
  const [lines, across] = order === 'csr' ? [shape.rows, shape.cols] : [shape.cols, shape.rows];
  const pointers = checkedPointers(indicesOf(starts, startsName), startsName, { lines, entries: held });
  const count = pointers[lines] as number;
  const inside = checkedIndices(indices, innerName, { count, limit: across });
  return {
    shape,
    positions:
      order === 'csr' ? positionsByRows(pointers, inside) : { rowIndex: inside, colIndex: rowIndexOf(pointers) },
    ...valuesOf(data, count, dataName),
    symmetry: 'general',
  };
}

function compressed(matrix: SciPyMatrix, format: 'csr' | 'csc'): FileMatrix {
  const named = (name: string): Named => [arrayOf(matrix, name), name];
  const arrays = { data: named('data'), indices: named('indices'), indptr: named('indptr') };
  return { ...compressedEntries(matrix.shape, format, arrays), about: `SciPy ${format}, ${arrays.data[0].type}` };
}

function coordinates(matrix: SciPyMatrix): FileMatrix {
  const { shape } = matrix;
  const data = arrayOf(matrix, 'data');
  const count = vectorLength(data, 'data');
  requireCountable(count, 'entries');
  const along = (name: 'row' | 'col', limit: number): Int32Array => {
    const indices = indicesOf(arrayOf(matrix, name), name);
    if (indices.length !== count)
      throw contradiction(`the array ${name} has ${indices.length} elements, but data has ${count}`, {
        expected: count,
        got: indices.length,
      });
    return checkedIndices(indices, name, { count, limit });
  };
  return {
    shape,
    positions: { rowIndex: along('row', shape.rows), colIndex: along('col', shape.cols) },
    ...valuesOf(data, count, 'data'),
    symmetry: 'general',
    about: `SciPy coo, ${data.type}`,
  };
}

function blocks(matrix: SciPyMatrix): FileMatrix {
  const { shape } = matrix;
  const data = inCOrder(arrayOf(matrix, 'data'));
  const [held = 0, height = 0, width = 0] = data.shape;
  if (data.shape.length !== 3 || height === 0 || width === 0 || shape.rows % height !== 0 || shape.cols % width !== 0)
    throw contradiction(
      `the array data of shape (${data.shape.join(', ')}) is no list of blocks that divide ${shape.rows} × ${shape.cols}`,
    );
  const indices = indicesOf(arrayOf(matrix, 'indices'), 'indices');
  if (indices.length !== held)
    throw contradiction(`the array indices has ${indices.length} elements, but data has ${held} blocks`, {
      expected: held,
      got: indices.length,
    });
  const lines = shape.rows / height;
  const pointers = checkedPointers(indicesOf(arrayOf(matrix, 'indptr'), 'indptr'), 'indptr', { lines, entries: held });
  const count = pointers[lines] as number;
  const blockCol = checkedIndices(indices, 'indices', { count, limit: shape.cols / width });
  const blockRow = rowIndexOf(pointers);
  requireCountable(count * height * width, 'entries');
  const [rowIndex, colIndex] = [new Int32Array(count * height * width), new Int32Array(count * height * width)];
  for (let b = 0, k = 0; b < count; b++) {
    for (let r = 0; r < height; r++) {
      for (let c = 0; c < width; c++, k++) {
        rowIndex[k] = (blockRow[b] as number) * height + r;
        colIndex[k] = (blockCol[b] as number) * width + c;
      }
    }
  }
  return {
    shape,
    positions: { rowIndex, colIndex },
    ...valuesOf(data, rowIndex.length, 'data'),
    symmetry: 'general',
    about: `SciPy bsr, blocks of ${height} × ${width}, ${data.type}`,
  };
}

/** Positions inside the matrix of the elements on diagonals that are not zero, which SciPy does not count as entries there. */
function diagonalPositions(
  { rows, cols }: Shape,
  offsets: Float64Array,
  { width, isZero }: { readonly width: number; readonly isZero: (at: number) => boolean },
): Positions & { readonly from: Int32Array } {
  const visit = (take: (i: number, j: number, at: number) => void): void => {
    offsets.forEach((offset, d) => {
      const end = Math.min(width, cols, rows + offset);
      for (let j = Math.max(0, offset); j < end; j++) if (!isZero(d * width + j)) take(j - offset, j, d * width + j);
    });
  };
  let count = 0;
  visit(() => count++);
  const [rowIndex, colIndex, from] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  let k = 0;
  visit((i, j, at) => {
    rowIndex[k] = i;
    colIndex[k] = j;
    from[k++] = at;
  });
  return { rowIndex, colIndex, from };
}

function diagonals(matrix: SciPyMatrix): FileMatrix {
  const { shape } = matrix;
  const data = inCOrder(arrayOf(matrix, 'data'));
  const given = indicesOf(arrayOf(matrix, 'offsets'), 'offsets');
  const offsets = Float64Array.from({ length: given.length }, (_, d) => Number(given[d]));
  const [held = 0, width = 0] = data.shape;
  if (data.shape.length !== 2 || held !== offsets.length || new Set(offsets).size !== held)
    throw contradiction(
      `the array data of shape (${data.shape.join(', ')}) does not fit ${offsets.length} diagonals, each another`,
    );
  requireCountable(held * width, 'entries');
  const all = valuesOf(data, held * width, 'data');
  const isZero = (at: number): boolean => all.values[at] === 0 && (all.imaginary?.[at] ?? 0) === 0;
  const { from, ...positions } = diagonalPositions(shape, offsets, { width, isZero });
  const pick = (values: Float64Array): Float64Array => Float64Array.from(from, (at) => values[at] as number);
  return {
    shape,
    positions,
    values: pick(all.values),
    ...(all.imaginary ? { imaginary: pick(all.imaginary) } : {}),
    ...(all.integers
      ? {
          integers: (all.integers.constructor as BigInt64ArrayConstructor).from(
            from as never,
            (at: never) => all.integers?.[at] as bigint,
          ),
        }
      : {}),
    field: all.field,
    symmetry: 'general',
    about: `SciPy dia, ${held} ${held === 1 ? 'diagonal' : 'diagonals'}, ${data.type}`,
  };
}

/**
 * The entries of a matrix as SciPy's `tocoo` gives them: unsorted ones and several at one position stay so, stored zeros are entries, but
 * those on diagonals are not. Indices and values share memory with the arrays where they are int32 and float64.
 *
 * Errors: `FILE.FORMAT` for arrays that contradict each other, `FILE.INDEX`, `FILE.LIMIT`, `FILE.UNSUPPORTED`.
 */
export function sciPyEntries(matrix: SciPyMatrix): FileMatrix {
  switch (matrix.format) {
    case 'coo':
      return coordinates(matrix);
    case 'bsr':
      return blocks(matrix);
    case 'dia':
      return diagonals(matrix);
    case 'csr':
    case 'csc':
      return compressed(matrix, matrix.format);
  }
}
