import type {
  ArraysOf,
  Axis,
  CooMatrix,
  Finding,
  MatrixStructure,
  Params,
  ParamSpace,
  Shape,
  StoredMatrix,
} from '@spmv/core';
import { checkScalars, rowStartOf } from '@spmv/core';
import { checkRowColumns, checkStray, regularEntries } from './row-checks.ts';

export const layout = {
  colIndex: {
    element: 'i32',
    length: 'stride · width, or rows · stride when order = row',
    doc: 'Column of each entry, increasing along a row; −1 where padding.',
  },
  values: {
    element: 'value',
    length: 'stride · width, or rows · stride when order = row',
    doc: 'Value of each entry; 0 where padding.',
  },
} as const;

/** The arrays of format `ellpack`. */
export type EllpackArrays = ArraysOf<typeof layout>;

/** The parameters of formats `ellpack` and `ellpack-r`. */
export interface EllpackParams extends Params {
  readonly order: 'column' | 'row';
  readonly alignment: number;
}

/** Where place k of row i is stored: row·rowStep + k·placeStep. */
export interface EllpackGeometry {
  /** Places per row: the longest row. */
  readonly width: number;
  /** Distance between the starts of neighbouring columns (column order) or rows (row order). */
  readonly stride: number;
  readonly slots: number;
  readonly rowStep: number;
  readonly placeStep: number;
}

const order: Axis<'column' | 'row'> = {
  values: ['column', 'row'],
  default: 'column',
  doc: 'Storage order: column (neighbouring rows adjacent, for GPUs) or row (a row contiguous, for CPUs).',
};

const alignment: Axis<number> = {
  values: [1, 32],
  default: 1,
  range: { min: 1, max: 4096, integer: true },
  doc: 'The stride is a multiple of this many elements, so that columns (or rows) begin aligned.',
};

/** Aligning costs under 3 % of the storage from 1024 rows on. */
export const ellpackParams: ParamSpace<MatrixStructure, EllpackParams> = {
  axes: { order, alignment },
  suggest: ({ shape }) => (shape.rows >= 1024 ? { alignment: 32 } : {}),
};

/** The stride and slots that these parameters give a matrix of this shape and longest row. */
export function ellpackGeometry(shape: Shape, width: number, params: EllpackParams): EllpackGeometry {
  const along = params.order === 'column' ? shape.rows : width;
  const stride = Math.ceil(along / params.alignment) * params.alignment;
  return params.order === 'column'
    ? { width, stride, slots: stride * width, rowStep: 1, placeStep: stride }
    : { width, stride, slots: shape.rows * stride, rowStep: stride, placeStep: 1 };
}

/** A matrix in ELLPACK, with whatever arrays beside. */
export type Ellpack = StoredMatrix<EllpackArrays, EllpackParams>;

/** The geometry of a matrix in ELLPACK. */
export function geometryOf({ shape, scalars, params }: Ellpack): EllpackGeometry {
  return ellpackGeometry(shape, scalars['width'], params);
}

/** Puts entries in place, padding with column −1 and value 0. */
export function fillEllpack(coo: CooMatrix, matrix: Ellpack): void {
  const { colIndex, values } = matrix.arrays;
  const { rowStep, placeStep } = geometryOf(matrix);
  const { colIndex: columns, values: numbers, rowStart = rowStartOf(coo) } = coo;
  colIndex.fill(-1);
  for (let i = 0; i < coo.shape.rows; i++) {
    let slot = i * rowStep;
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++, slot += placeStep) {
      colIndex[slot] = columns[k];
      values[slot] = numbers[k];
    }
  }
}

/** Entries of row i: the places before its first padding. */
export function ellpackRowLength(colIndex: Int32Array, geometry: EllpackGeometry, row: number): number {
  let length = 0;
  while (length < geometry.width && colIndex[row * geometry.rowStep + length * geometry.placeStep] >= 0) length++;
  return length;
}

/** Inverse of {@link fillEllpack}. */
export function readEllpack(matrix: Ellpack): CooMatrix {
  const { shape, nnz, arrays } = matrix;
  const geometry = geometryOf(matrix);
  const rowIndex = new Int32Array(nnz);
  const colIndex = new Int32Array(nnz);
  const values = new Float64Array(nnz);
  let k = 0;
  for (let i = 0; i < shape.rows; i++) {
    const length = ellpackRowLength(arrays.colIndex, geometry, i);
    for (let place = 0; place < length; place++, k++) {
      const slot = i * geometry.rowStep + place * geometry.placeStep;
      rowIndex[k] = i;
      colIndex[k] = arrays.colIndex[slot];
      values[k] = arrays.values[slot];
    }
  }
  return { shape: { ...shape }, rowIndex, colIndex, values };
}

/** The stride as the geometry says, columns in order, padding marked and at the end of each row, no place more than the longest row needs, as many entries as `nnz`. */
export function checkEllpack(matrix: Ellpack): Finding | undefined {
  const { shape, nnz, arrays } = matrix;
  const geometry = geometryOf(matrix);
  const scalars = checkScalars(matrix, { stride: geometry.stride });
  if (scalars) return scalars;
  let entries = 0;
  let longest = 0;
  for (let row = 0; row < shape.rows; row++) {
    const length = regularEntries(
      arrays.colIndex,
      row * geometry.rowStep,
      geometry.placeStep,
      geometry.width,
      shape.cols,
    );
    if (length < 0) {
      const column = (place: number) => arrays.colIndex[row * geometry.rowStep + place * geometry.placeStep];
      return checkRowColumns(
        { row, length: ellpackRowLength(arrays.colIndex, geometry, row), places: geometry.width, column },
        shape.cols,
      );
    }
    entries += length;
    longest = Math.max(longest, length);
  }
  if (longest !== geometry.width)
    return { invariant: 'width', message: `the longest row has ${longest} entries, width is ${geometry.width}` };
  return entries === nnz
    ? checkStray(arrays.colIndex, entries)
    : { invariant: 'nnz', message: `${entries} entries are stored, nnz is ${nnz}` };
}
