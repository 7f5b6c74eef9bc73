import type { ArraysOf, CooMatrix, FormatPlan, MatrixStructure, SparseFormat, StoredMatrix } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';

const layout = {
  rowStart: { element: 'i32', length: 'rows + 1', doc: 'Where each row begins.' },
  colIndex: { element: 'i32', length: 'lower', doc: 'Column of each of them.' },
  values: { element: 'value', length: 'lower', doc: 'Value of each of them.' },
} as const;

export type SymmetricArrays = ArraysOf<typeof layout>;
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

function plan({ shape, nnz, positions, values }: MatrixStructure): FormatPlan {
  if (shape.rows !== shape.cols) return { refusal: `${shape.rows} x ${shape.cols} is not square`, fix: 'Use csr.' };
  if (!positions || !values)
    return {
      refusal: 'whether it is symmetric depends on the values, which are not known',
      fix: 'Plan with structureOf(coo).',
    };
  if (!isSymmetric(shape.rows, { ...positions, values })) return { refusal: 'it is not symmetric', fix: 'Use csr.' };
  return { scalars: { lower: lowerOf({ ...positions, values }).values.length }, slots: nnz };
}

function build(coo: CooMatrix, { arrays: { rowStart, colIndex, values } }: StoredMatrix<SymmetricArrays>): void {
  const lower = lowerOf(coo);
  for (const i of lower.rows) rowStart[i + 1] = (rowStart[i + 1] as number) + 1;
  for (let i = 0; i < coo.shape.rows; i++) rowStart[i + 1] = (rowStart[i + 1] as number) + (rowStart[i] as number);
  colIndex.set(lower.cols);
  values.set(lower.values);
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
export const symmetricFormat: SparseFormat<NoParams, typeof layout> = {
  kind: 'format',
  id: 'toy/symmetric',
  title: 'Lower triangle',
  sources: [],
  scalars: { lower: 'Entries on or below the diagonal.' },
  params: { axes: {} },
  layout,
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
