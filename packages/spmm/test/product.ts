import type { Backend, CooMatrix, DenseOrder, Kernel, Precision, SparseFormat, ValueArray } from '@spmv/core';
import type { ErrorReport } from '@spmv/core/oracle';
import { buildMatrix, createWorkload, referencesOf, valueArray } from '@spmv/core';
import { judge } from '@spmv/core/oracle';
import { packed } from '@spmv/format-packed';
import { sell } from '@spmv/format-sell';
import { csr, ellpack } from '@spmv/formats';
import { randomVector } from '@spmv/testkit';
import {
  createWasmKernels,
  jsCsr,
  jsCsrTransposed,
  jsEllpack,
  jsIndexed,
  jsPacked,
  jsSell,
  spmm,
} from '../src/index.ts';

const FORMATS = [csr, ellpack, packed, sell] as readonly SparseFormat[];

/** The kernels of CPUs, those in WebAssembly with every access checked. */
export const CPU_KERNELS: readonly Kernel[] = [
  jsCsr,
  jsEllpack,
  jsSell,
  jsPacked,
  jsCsrTransposed,
  ...jsIndexed,
  ...createWasmKernels({ checked: true }),
];

/** What is multiplied how. */
export interface Product {
  readonly coo: CooMatrix;
  readonly kernel: Kernel;
  readonly vectors: number;
  /** Of X and of Y, each of which has gaps. */
  readonly orders: readonly [DenseOrder, DenseOrder];
  readonly precision?: Precision;
  /** Precision of the values. */
  readonly stored?: Precision;
  readonly params?: Readonly<Record<string, number>>;
}

/** Y ← 0.75·AX − 0.5·Y with everything in its place. */
export interface PreparedProduct {
  /** Computes it anew from the same X and Y. */
  compute(): Promise<ValueArray>;
  judge(result: ValueArray): ErrorReport;
  dispose(): Promise<void>;
}

export async function prepareProduct(
  backend: Backend,
  { coo, kernel, vectors, orders, precision = 'f64', stored = precision, params = {} }: Product,
): Promise<PreparedProduct> {
  const format = FORMATS.find(({ id }) => id === kernel.format);
  if (!format) throw new RangeError(`no format '${kernel.format}'`);
  const transpose = kernel.options?.['transpose'] === true;
  const { rows, cols } = coo.shape;
  const request = (order: DenseOrder, length: number) => ({
    order,
    leadingDimension: 3 + (order === 'row' ? vectors : length),
  });
  const [ofX, ofY] = transpose ? [rows, cols] : [cols, rows];
  const layouts = { X: request(orders[0], ofX), Y: request(orders[1], ofY) };
  const sizes = { vectors };
  const type = precision === 'f64' ? 'f64' : 'f32';
  const points = kernel.format === 'packed' ? { steps: 1, window: 32 } : {};
  const matrix = buildMatrix(format, coo, { params: points, valueType: stored === 'f64' ? 'f64' : 'f32' });
  const operator = await backend.prepare({ operation: spmm, kernel, matrix, precision, sizes, layouts, params });
  const workload = createWorkload(spmm, coo, { options: kernel.options ?? {}, sizes, layouts });
  const [x, y] = workload.signature.buffers.map(({ length }, b) => {
    const random = randomVector(length, { seed: b + 1 });
    return valueArray(type, length).map((_, e) => random[e] as number);
  }) as [ValueArray, ValueArray];
  const X = backend.dense(ofX, vectors, { ...layouts.X, data: x.slice(), precision });
  const Y = backend.dense(ofY, vectors, { ...layouts.Y, data: y.slice(), precision });
  const offered = kernel.precisions.find((one) => one.precision === precision && (one.stored ?? precision) === stored);
  const arithmetic = offered ?? { precision, accumulator: precision };
  return {
    async compute() {
      await Y.write(y.slice());
      operator.apply(X, Y, 0.75, -0.5);
      return Y.read();
    },
    judge(result) {
      const { Y: reference } = referencesOf(workload, { X: x, Y: y }, { alpha: 0.75, beta: -0.5 }, arithmetic);
      if (!reference) throw new RangeError('no reference of Y');
      return judge(result, reference, arithmetic.accumulator);
    },
    async dispose() {
      for (const one of [operator, X, Y]) await one.dispose();
    },
  };
}
