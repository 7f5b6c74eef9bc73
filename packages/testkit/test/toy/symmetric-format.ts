import type {
  CooMatrix,
  FormatPlan,
  MatrixStructure,
  NamedArrays,
  SparseFormat,
  StoredMatrix,
  ValueArray,
  ValueType,
} from '@spmv/core';
import { checkSizes, cooFromEntries, toValueType } from '@spmv/core';

export interface SymmetricArrays extends NamedArrays {
  readonly rowStart: Int32Array;
  readonly colIndex: Int32Array;
  readonly values: ValueArray;
}
type NoParams = Record<never, never>;
type Entries = NonNullable<MatrixStructure['positions']> & { readonly values: Float64Array };

function isSymmetric(rows: number, { rowIndex, colIndex, values }: Entries): boolean {
  const at = new Map(
    Array.from(values, (value, k) => [(rowIndex[k] as number) * rows + (colIndex[k] as number), value]),
  );
  return values.every((value, k) => Object.is(at.get((colIndex[k] as number) * rows + (rowIndex[k] as number)), value));
}

function lowerOf({ rowIndex, colIndex, values }: Entries): { rows: number[]; cols: number[]; values: number[] } {
  const kept = Array.from(values.keys()).filter((k) => (colIndex[k] as number) <= (rowIndex[k] as number));
  return {
    rows: kept.map((k) => rowIndex[k] as number),
    cols: kept.map((k) => colIndex[k] as number),
    values: kept.map((k) => values[k] as number),
  };
}

function plan({ shape, nnz, positions, values }: MatrixStructure, _params: NoParams, valueType: ValueType): FormatPlan {
  const nothing = { arrays: {}, scalars: {}, slots: 0 };
  if (shape.rows !== shape.cols)
    return { ...nothing, refusal: `${shape.rows} x ${shape.cols} is not square`, fix: 'Use csr.' };
  if (!positions || !values)
    return {
      ...nothing,
      refusal: 'whether it is symmetric depends on the values, which are not known',
      fix: 'Plan with structureOf(coo).',
    };
  if (!isSymmetric(shape.rows, { ...positions, values }))
    return { ...nothing, refusal: 'it is not symmetric', fix: 'Use csr.' };
  const { length } = lowerOf({ ...positions, values }).values;
  return {
    arrays: {
      rowStart: { element: 'i32', length: shape.rows + 1 },
      colIndex: { element: 'i32', length },
      values: { element: valueType, length },
    },
    scalars: {},
    slots: nnz,
  };
}

function build(coo: CooMatrix, params: NoParams, valueType: ValueType): StoredMatrix<SymmetricArrays, NoParams> {
  const lower = lowerOf(coo);
  const rowStart = new Int32Array(coo.shape.rows + 1);
  for (const i of lower.rows) rowStart[i + 1] = (rowStart[i + 1] as number) + 1;
  for (let i = 0; i < coo.shape.rows; i++) rowStart[i + 1] = (rowStart[i + 1] as number) + (rowStart[i] as number);
  return {
    format: 'toy/symmetric',
    shape: { ...coo.shape },
    nnz: coo.values.length,
    valueType,
    params,
    scalars: {},
    arrays: {
      rowStart,
      colIndex: Int32Array.from(lower.cols),
      values: toValueType(valueType, Float64Array.from(lower.values)),
    },
  };
}

function toCoo({ shape, arrays: { rowStart, colIndex, values } }: StoredMatrix<SymmetricArrays, NoParams>): CooMatrix {
  const entries = { rowIndex: [] as number[], colIndex: [] as number[], values: [] as number[] };
  const add = (i: number, j: number, value: number): void => {
    entries.rowIndex.push(i);
    entries.colIndex.push(j);
    entries.values.push(value);
  };
  for (let i = 0; i < shape.rows; i++) {
    for (let k = rowStart[i] as number; k < (rowStart[i + 1] as number); k++) {
      const j = colIndex[k] as number;
      add(i, j, values[k] as number);
      if (j < i) add(j, i, values[k] as number);
    }
  }
  return cooFromEntries(shape, entries);
}

/** The lower triangle of a symmetric matrix: a format whose fit depends on the values, and which only takes square ones. */
export const symmetricFormat: SparseFormat<NoParams, SymmetricArrays> = {
  kind: 'format',
  id: 'toy/symmetric',
  title: 'Lower triangle',
  sources: [],
  scalars: {},
  params: { axes: {} },
  layout: {
    rowStart: { element: 'i32', length: 'rows + 1', doc: 'Where each row begins.' },
    colIndex: { element: 'i32', length: 'entries on or below the diagonal', doc: 'Column of each of them.' },
    values: { element: 'value', length: 'entries on or below the diagonal', doc: 'Value of each of them.' },
  },
  plan,
  build,
  toCoo,
  check(matrix) {
    const {
      shape,
      nnz,
      arrays: { rowStart, colIndex },
    } = matrix;
    const lower = colIndex.length;
    const sizes = checkSizes(matrix, { rowStart: shape.rows + 1, values: lower });
    if (sizes) return [sizes];
    if (shape.rows !== shape.cols)
      return [{ invariant: 'shape.square', message: `${shape.rows} × ${shape.cols} is not square` }];
    const wrong = rowStart.findIndex(
      (start, i) => start < (i === 0 ? 0 : (rowStart[i - 1] as number)) || start > lower,
    );
    if (wrong >= 0 || rowStart[0] !== 0 || rowStart[shape.rows] !== lower)
      return [
        { invariant: 'rowStart.rising', message: `rowStart[${Math.max(wrong, 0)}] is ${rowStart[Math.max(wrong, 0)]}` },
      ];
    let diagonal = 0;
    for (let i = 0; i < shape.rows; i++) {
      let previous = -1;
      for (let k = rowStart[i] as number; k < (rowStart[i + 1] as number); k++) {
        const j = colIndex[k] as number;
        if (j <= previous || j > i) return [{ invariant: 'colIndex.lower', message: `row ${i} holds column ${j}` }];
        if (j === i) diagonal++;
        previous = j;
      }
    }
    return 2 * lower - diagonal === nnz
      ? []
      : [{ invariant: 'nnz', message: `nnz is ${nnz}, ${2 * lower - diagonal} entries are stored` }];
  },
};
