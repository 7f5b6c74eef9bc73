import type { ArraysOf, CooMatrix, Finding, Params, SparseFormat, StoredMatrix } from '@spmv/core';
import { rowLengthOf } from '@spmv/core';

const layout = {
  rowLength: { element: 'i32', length: 'rows', doc: 'Entries of each row.' },
  colIndex: { element: 'i32', length: 'rows · stride', doc: 'Columns, -1 where padding.' },
  values: { element: 'value', length: 'rows · stride', doc: 'Values, 0 where padding.' },
} as const;

export type ToyArrays = ArraysOf<typeof layout>;
export type ToyFormat = SparseFormat<ToyParams, typeof layout>;
type Stored = StoredMatrix<ToyArrays, ToyParams>;

export interface ToyParams extends Params {
  readonly align: number;
}

function strideOf(longest: number, { align }: ToyParams): number {
  return Math.ceil(longest / align) * align;
}

function eachSlot(coo: CooMatrix, stride: number, visit: (slot: number, k: number) => void): void {
  let place = 0;
  for (let k = 0; k < coo.values.length; k++) {
    place = k > 0 && coo.rowIndex[k] === coo.rowIndex[k - 1] ? place + 1 : 0;
    visit((coo.rowIndex[k] as number) * stride + place, k);
  }
}

function check({ shape, nnz, params, scalars, arrays }: Stored): readonly Finding[] {
  const stride = scalars['stride'] as number;
  let total = 0;
  let longest = 0;
  for (let i = 0; i < shape.rows; i++) {
    const length = arrays.rowLength[i] as number;
    if (length < 0 || length > stride)
      return [{ invariant: 'rowLength.range', message: `row ${i} has length ${length}` }];
    total += length;
    longest = Math.max(longest, length);
    let previous = -1;
    for (let place = 0; place < stride; place++) {
      const j = arrays.colIndex[i * stride + place] as number;
      const wrong = place < length ? j <= previous || j >= shape.cols : j !== -1;
      if (wrong) return [{ invariant: 'colIndex.range', message: `row ${i} has column ${j}` }];
      previous = j;
    }
  }
  if (strideOf(longest, params) !== stride)
    return [{ invariant: 'stride', message: `the longest row has ${longest} entries, the stride is ${stride}` }];
  return total === nnz ? [] : [{ invariant: 'rowLength.sum', message: `${total} entries` }];
}

/** Rows padded to the longest one, in row order: small, and with padding to go wrong. */
export const toyFormat: ToyFormat = {
  kind: 'format',
  id: 'toy/padded',
  title: 'Padded rows',
  sources: [],
  layout,
  scalars: { stride: 'Places per row.' },
  params: {
    axes: { align: { values: [1, 4, 1000], default: 1, doc: 'The stride is a multiple of it.' } },
    reject: ({ align }, { rows }) => (align > 4 * Math.max(4, rows.max) ? 'more padding than entries' : undefined),
  },
  plan: ({ shape, rows }, params) => {
    const stride = strideOf(rows.max, params);
    return { scalars: { stride }, slots: shape.rows * stride };
  },
  build: (coo, { scalars, arrays: { rowLength, colIndex, values } }) => {
    rowLength.set(rowLengthOf(coo));
    colIndex.fill(-1);
    eachSlot(coo, scalars['stride'] as number, (slot, k) => {
      colIndex[slot] = coo.colIndex[k] as number;
      values[slot] = coo.values[k] as number;
    });
  },
  toCoo: ({ shape, nnz, scalars, arrays }) => {
    const coo = {
      shape: { ...shape },
      rowIndex: new Int32Array(nnz),
      colIndex: new Int32Array(nnz),
      values: new Float64Array(nnz),
    };
    let k = 0;
    for (let i = 0; i < shape.rows; i++) {
      for (let place = 0; place < (arrays.rowLength[i] as number); place++, k++) {
        const slot = i * (scalars['stride'] as number) + place;
        coo.rowIndex[k] = i;
        coo.colIndex[k] = arrays.colIndex[slot] as number;
        coo.values[k] = arrays.values[slot] as number;
      }
    }
    return coo;
  },
  check,
};
