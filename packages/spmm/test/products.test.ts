import type { Backend, CooMatrix, DenseOrder, Kernel, Precision, SparseFormat, ValueArray } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { buildMatrix, createWorkload, judge, openBackend, referencesOf, valueArray } from '@spmv/core';
import { packed } from '@spmv/format-packed';
import { sell } from '@spmv/format-sell';
import { csr, ellpack } from '@spmv/formats';
import { powerLaw, randomVector } from '@spmv/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWasmKernels, jsCsr, jsCsrTransposed, jsEllpack, jsPacked, jsSell, spmm } from '../src/index.ts';

const FORMATS = [csr, ellpack, packed, sell] as readonly SparseFormat[];
const KERNELS: readonly Kernel[] = [
  jsCsr,
  jsEllpack,
  jsSell,
  jsPacked,
  jsCsrTransposed,
  ...createWasmKernels({ checked: true }),
];
const ORDERS: readonly DenseOrder[] = ['row', 'column'];
/** Around the ends of tiles in registers and of sweeps over vectors, and far beyond. */
const VECTORS = [2, 5, 6, 7, 12, 16, 31, 32, 64, 100, 512];
/** Rows of 1 to 90 entries: with `steps` 1 a row of more than 32 takes several packed slices. */
const coo: CooMatrix = powerLaw({ rows: 70, cols: 90, meanPerRow: 6, maxPerRow: 90, seed: 5 });

interface Product {
  readonly kernel: Kernel;
  readonly vectors: number;
  readonly orders: readonly [DenseOrder, DenseOrder];
  readonly precision?: Precision;
  readonly params?: Readonly<Record<string, number>>;
}

/** Computes Y ← 0.75·AX − 0.5·Y and judges it; gives its bits. */
async function product(backend: Backend, { kernel, vectors, orders, precision = 'f64', params = {} }: Product) {
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
  const stored = kernel.format === 'packed' ? { steps: 1, window: 32 } : {};
  const matrix = buildMatrix(format, coo, { params: stored, valueType: precision === 'f64' ? 'f64' : 'f32' });
  const operator = await backend.prepare({ operation: spmm, kernel, matrix, precision, sizes, layouts, params });
  const workload = createWorkload(spmm, coo, { options: kernel.options ?? {}, sizes, layouts });
  const [x, y] = workload.signature.buffers.map(({ length }, b) => {
    const random = randomVector(length, { seed: b + 1 });
    return valueArray(precision === 'f64' ? 'f64' : 'f32', length).map((_, e) => random[e] as number);
  }) as [ValueArray, ValueArray];
  const X = await backend.dense(ofX, vectors, { ...layouts.X, data: x.slice(), precision });
  const Y = await backend.dense(ofY, vectors, { ...layouts.Y, data: y.slice(), precision });
  operator.apply(X, Y, 0.75, -0.5);
  const result = await Y.read();
  for (const one of [operator, X, Y]) await one.dispose();
  const found = kernel.precisions.find((offered) => offered.precision === precision && !offered.stored);
  const arithmetic = found ?? { precision, accumulator: precision };
  const references = referencesOf(workload, { X: x, Y: y }, { alpha: 0.75, beta: -0.5 }, arithmetic);
  const reference = references['Y'];
  if (!reference) throw new RangeError('no reference of Y');
  return { result, report: judge(result, reference, arithmetic.accumulator) };
}

describe('products of many vectors', () => {
  let one: Backend;
  let team: Backend;
  beforeAll(async () => {
    one = await openBackend(serial);
    team = await openBackend(threads);
  });
  afterAll(async () => {
    await one.dispose();
    await team.dispose();
  });

  for (const kernel of KERNELS)
    for (const precision of ['f64', 'f32'] as const)
      it(`are right: ${kernel.id} in ${precision}`, async () => {
        for (const vectors of VECTORS)
          for (const [n, orders] of ORDERS.flatMap((x) => ORDERS.map((y) => [x, y] as const)).entries()) {
            // All orders at tiles and sweeps, one of them at 512.
            if (vectors === 512 && n !== 3) continue;
            const { report } = await product(one, { kernel, vectors, orders, precision });
            expect([vectors, ...orders, report.failures]).toEqual([vectors, ...orders, 0]);
            expect(report.compared).toBe(vectors * (kernel.options ? 90 : 70));
          }
      });

  for (const kernel of KERNELS)
    it(`has the same bits each time on 16 workers: ${kernel.id}`, async () => {
      const given = { kernel, vectors: 37, orders: ['column', 'row'], params: { threads: 16 } } as const;
      const first = await product(team, given);
      expect(first.report.failures).toBe(0);
      for (let run = 0; run < 10; run++) expect((await product(team, given)).result).toEqual(first.result);
    });
});
