import type { Backend, DenseOrder, Params, Vector } from '@spmv/core';
import { gemm, wasmPacked } from '@spmv/gemm';
import type { Entry } from './timed.ts';

export type Precision = 'f32' | 'f64';

/** A product of wasm/gemm-packed. */
export interface Product {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly precision: Precision;
  readonly batch?: number;
  /** Whether the products of the batch are computed one by one. */
  readonly singly?: boolean;
  /** How A lies. */
  readonly order?: DenseOrder;
  readonly params?: Params;
  /** What `run` gives: operations, or bytes that are read and written at least. */
  readonly count?: 'operations' | 'bytes';
}

const kernel = wasmPacked();

/** The product with operands of its own. */
export async function productEntry(on: Backend, name: string, product: Product): Promise<Entry> {
  const { m, n, k, precision, batch = 1, singly = false, order = 'row', params = {}, count = 'operations' } = product;
  const together = singly ? 1 : batch;
  const sizes = { m, n, k, batch: together };
  const operator = await on.prepare({ operation: gemm, kernel, precision, sizes, layouts: { A: { order } }, params });
  const make = async (rows: number, cols: number, lies: DenseOrder = 'row'): Promise<Vector> => {
    const length = rows * cols * together;
    const data = precision === 'f32' ? new Float32Array(length) : new Float64Array(length);
    for (let e = 0; e < length; e++) data[e] = Math.sin(e);
    return on.dense(rows, cols, { batch: together, precision, data, order: lies });
  };
  const made: (readonly [Vector, Vector, Vector])[] = [];
  for (let i = 0; i < (singly ? batch : 1); i++)
    made.push([await make(m, k, order), await make(k, n), await make(m, n)]);
  const bytes = (m * k + k * n + m * n) * batch * (precision === 'f32' ? 4 : 8);
  const done = count === 'bytes' ? bytes : 2 * m * n * k * batch;
  return {
    name,
    run: () => {
      for (const [A, B, C] of made) operator.apply(A, B, C);
      return done;
    },
  };
}
