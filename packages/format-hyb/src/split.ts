import type { Axis, MatrixStructure, Params, ParamSpace, Shape, StoredMatrixHeader } from '@spmv/core';

/** The parameters of format `hyb`. */
export interface HybParams extends Params {
  readonly fraction: number;
  readonly order: 'column' | 'row';
  readonly alignment: number;
}

const fraction: Axis<number> = {
  values: [0.5, 2 / 3, 0.9, 1],
  default: 2 / 3,
  range: { min: 0, max: 1, integer: false },
  doc: 'Share of the rows that fits the ELLPACK part whole; the default is the 2/3 of the paper, 1 is ELLPACK, 0 puts what exceeds the shortest row into COO.',
};

const order: Axis<'column' | 'row'> = {
  values: ['column', 'row'],
  default: 'column',
  doc: 'Storage order of the ELLPACK part: column (neighbouring rows adjacent, for GPUs) or row (a row contiguous, for CPUs).',
};

const alignment: Axis<number> = {
  values: [1, 32],
  default: 1,
  range: { min: 1, max: 4096, integer: true },
  doc: 'In column order the stride of the ELLPACK part is a multiple of this many elements, so that columns begin aligned; in row order of no effect.',
};

/** Aligning costs under 3 % of the ELLPACK part from 1024 rows on. */
export const hybParams: ParamSpace<MatrixStructure, HybParams> = {
  axes: { fraction, order, alignment },
  suggest: ({ shape }) => (shape.rows >= 1024 ? { alignment: 32 } : {}),
};

/** Where the matrix is cut, and where place k of row i of its ELLPACK part is: i·rowStep + k·placeStep. */
export interface Split {
  /** Entries of a row that the ELLPACK part takes. */
  readonly width: number;
  readonly stride: number;
  readonly slots: number;
  readonly rowStep: number;
  readonly placeStep: number;
  /** Entries in COO. */
  readonly overflow: number;
}

/** The least width that holds `share` of the rows whole. */
function widthOf(rowLength: Int32Array, share: number): number {
  const longest = rowLength.reduce((most, length) => Math.max(most, length), 0);
  const rowsOfLength = new Int32Array(longest + 1);
  for (const length of rowLength) rowsOfLength[length] = rowsOfLength[length] + 1;
  let width = 0;
  let held = rowsOfLength[0];
  while (held < share * rowLength.length && width < longest) held += rowsOfLength[++width];
  return width;
}

/** The geometry that a width gives. */
export function splitAt(shape: Shape, width: number, overflow: number, params: HybParams): Split {
  const aligned = Math.ceil(shape.rows / params.alignment) * params.alignment;
  return params.order === 'column'
    ? { width, stride: aligned, overflow, slots: aligned * width, rowStep: 1, placeStep: aligned }
    : { width, stride: width, overflow, slots: shape.rows * width, rowStep: width, placeStep: 1 };
}

/** The split that `params` ask for, from the lengths of the rows alone. */
export function splitRows(shape: Shape, rowLength: Int32Array, params: HybParams): Split {
  const width = widthOf(rowLength, params.fraction);
  const overflow = rowLength.reduce((sum, length) => sum + Math.max(0, length - width), 0);
  return splitAt(shape, width, overflow, params);
}

/** width, rowStep and placeStep of a stored matrix: what kernels for GPUs count with. */
export function stepsOf({
  scalars,
  params,
}: StoredMatrixHeader): Readonly<Record<'width' | 'rowStep' | 'placeStep', number>> {
  const stride = scalars['stride'];
  const byRow = params['order'] === 'row';
  return { width: scalars['width'], rowStep: byRow ? stride : 1, placeStep: byRow ? 1 : stride };
}
