import type {
  ArraysOf,
  CooMatrix,
  Finding,
  FormatPlan,
  MatrixStructure,
  Params,
  SparseFormat,
  StoredMatrix,
  ValueType,
} from '@spmv/core';
import { exactInF32 } from '@spmv/core';
import { columnAt, planColumns, splitColumns } from './columns.ts';

const layout = {
  rowStart: {
    element: 'i32',
    length: 'rows + 1',
    copyOf: 'rowStart',
    doc: 'Index of the first entry of each row; the last element is nnz.',
  },
  rowBase: {
    element: 'i32',
    length: 'rows',
    doc: 'First column of each row, 0 for an empty one; ~(place in high) for a wide row.',
  },
  offset: {
    element: 'u16',
    length: 'nnz',
    doc: 'Column of each entry less the base of its row; low 16 bits of the column in a wide row.',
  },
  high: { element: 'u16', length: 'wideEntries', doc: 'High 16 bits of the columns of wide rows, row after row.' },
  values: {
    element: ['f64', 'f32'],
    bits: '8 · valueBytes',
    length: 'nnz',
    copyOf: 'values',
    doc: 'Value of each entry; f32 when valueBytes is 4.',
  },
} as const;

/** The arrays of format `csr16`. */
export type Csr16Arrays = ArraysOf<typeof layout>;
/** The parameters of format `csr16`. */
export interface Csr16Params extends Params {
  readonly valueStorage: 'narrowest' | 'full';
}

type Stored = StoredMatrix<Csr16Arrays, Csr16Params>;

/** Bytes of a stored value: 4 where f32 keeps every value. */
function valueBytesOf(values: Float64Array | undefined, params: Csr16Params, valueType: ValueType): number {
  const narrow = params.valueStorage === 'narrowest' && values !== undefined && exactInF32(values);
  return valueType === 'f32' || narrow ? 4 : 8;
}

function plan(structure: MatrixStructure, params: Csr16Params, valueType: ValueType): FormatPlan {
  const { shape, nnz, rowLength, positions, values } = structure;
  const rowStart = new Int32Array(shape.rows + 1);
  for (let i = 0; i < shape.rows; i++) rowStart[i + 1] = rowStart[i] + rowLength[i];
  const wideEntries = positions ? planColumns(rowStart, positions.colIndex).wideEntries : 0;
  return {
    scalars: { wideEntries, valueBytes: valueBytesOf(values, params, valueType) },
    slots: nnz,
    ...(positions
      ? {}
      : {
          refusal: 'which rows are wide depends on the columns, and only the lengths of the rows are known',
          fix: 'Plan with structureOf(coo).',
        }),
  };
}

function build({ colIndex }: CooMatrix, { arrays }: Stored): void {
  arrays.rowBase.set(planColumns(arrays.rowStart, colIndex).rowBase);
  splitColumns(colIndex, arrays);
}

function toCoo({ shape, nnz, arrays }: Stored): CooMatrix {
  const rowIndex = new Int32Array(nnz);
  const colIndex = new Int32Array(nnz);
  for (let i = 0; i < shape.rows; i++) {
    const end = arrays.rowStart[i + 1];
    for (let k = arrays.rowStart[i]; k < end; k++) {
      rowIndex[k] = i;
      colIndex[k] = columnAt(arrays, i, k);
    }
  }
  return { shape: { ...shape }, rowIndex, colIndex, values: Float64Array.from(arrays.values) };
}

function checkRow({ shape, arrays }: Stored, row: number): Finding | undefined {
  let previous = -1;
  const end = arrays.rowStart[row + 1];
  for (let k = arrays.rowStart[row]; k < end; k++) {
    const j = columnAt(arrays, row, k);
    if (!(j >= 0 && j < shape.cols))
      return {
        invariant: 'columns.range',
        message: `row ${row}, entry ${k}: column ${j} is outside 0..${shape.cols - 1}`,
      };
    if (j <= previous)
      return { invariant: 'columns.increasing', message: `row ${row}, entry ${k}: column ${j} follows ${previous}` };
    previous = j;
  }
  return undefined;
}

function check(matrix: Stored): readonly Finding[] {
  const { shape, nnz, valueType, params, arrays, scalars } = matrix;
  const valueBytes = arrays.values.BYTES_PER_ELEMENT;
  const narrow = valueType === 'f32' || params.valueStorage === 'narrowest';
  if (valueBytes !== scalars['valueBytes'] || !(valueBytes === 4 ? narrow : valueType === 'f64'))
    return [
      {
        invariant: 'layout.elements',
        message: `values of ${valueBytes} bytes are no ${valueType} in valueStorage=${params.valueStorage}, valueBytes=${scalars['valueBytes']}`,
      },
    ];
  const { rowStart, rowBase } = arrays;
  if (rowStart[0] !== 0 || rowStart[shape.rows] !== nnz)
    return [
      {
        invariant: 'rowStart.ends',
        message: `rowStart runs from ${rowStart[0]} to ${rowStart[shape.rows]}, not from 0 to ${nnz}`,
      },
    ];
  let wide = 0;
  for (let row = 0; row < shape.rows; row++) {
    const length = rowStart[row + 1] - rowStart[row];
    if (length < 0)
      return [{ invariant: 'rowStart.monotone', message: `rowStart[${row + 1}] is below rowStart[${row}]` }];
    const base = rowBase[row];
    if (length === 0 && base !== 0)
      return [{ invariant: 'rowBase.empty', message: `row ${row} is empty, its base is ${base}, not 0` }];
    if (base < 0) {
      if (~base !== wide)
        return [
          {
            invariant: 'rowBase.wide',
            message: `row ${row} is wide, its high halves begin at ${~base}, not at ${wide}`,
          },
        ];
      wide += length;
    }
    const finding = checkRow(matrix, row);
    if (finding) return [finding];
  }
  if (wide !== scalars['wideEntries'])
    return [{ invariant: 'wideEntries', message: `${wide} entries are in wide rows, not ${scalars['wideEntries']}` }];
  return [];
}

/**
 * CSR with column indices of 16 bits: an entry keeps its distance from the first column of its row, `rowBase`. A row that spans more
 * than 65,536 columns is *wide*: its base is negative, ~(where its high halves begin), and each of its entries has the low 16 bits of
 * its column in `offset`, the high ones in `high`. Values of an f64 matrix that all are f32 exactly are kept as f32; sums stay f64.
 *
 * ```
 * 1 . 2 . .      rowStart  0 2 4 4 7
 * . 3 . . 4      rowBase   0 1 0 0
 * . . . . .      offset    0 2 0 3 0 1 3       (16 bits each)
 * 5 6 . 7 .      values    1 2 3 4 5 6 7       (all exact in f32: 4 bytes each)
 * ```
 *
 * Bytes: 8·rows + 4 + nnz·(2 + value) + 2·wide entries; CSR needs 4·rows + 4 + nnz·(4 + value). A bad choice for rows of one or two
 * entries, and for rows that are mostly wide. Ahead where the matrix does not fit the cache: 10 or 6 bytes an entry instead of 12.
 */
export const csr16: SparseFormat<Csr16Params, typeof layout> = {
  kind: 'format',
  id: 'csr16',
  title: 'CSR with 16-bit column offsets',
  sources: [
    {
      title:
        'S. Williams, L. Oliker, R. Vuduc, J. Shalf, K. Yelick, J. Demmel, Optimization of sparse matrix-vector multiplication on emerging multicore platforms, SC 2007',
      section: '4.2',
    },
    {
      title:
        'K. Kourtis, G. Goumas, N. Koziris, Optimizing sparse matrix-vector multiplication using index and value compression, CF 2008',
    },
  ],
  layout,
  scalars: {
    wideEntries: 'Entries in rows that span more than 65,536 columns.',
    valueBytes: 'Bytes of one stored value: 4 or 8.',
  },
  params: {
    axes: {
      valueStorage: {
        values: ['narrowest', 'full'],
        default: 'narrowest',
        doc: 'narrowest keeps f64 values as f32 where all of them are exact in it; full keeps the value type.',
      },
    },
  },
  plan,
  build,
  toCoo,
  check,
};
