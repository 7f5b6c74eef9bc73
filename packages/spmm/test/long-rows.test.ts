import { webgpu } from '@spmv/backend-webgpu';
import type { Backend, CooMatrix, Kernel, ValueArray } from '@spmv/core';
import {
  buildMatrix,
  cooFromEntries,
  createWorkload,
  judge,
  openBackend,
  referencesOf,
  transposeCoo,
} from '@spmv/core';
import { csr } from '@spmv/formats';
import { randomVector } from '@spmv/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spmm, wgslCsr, wgslCsrTransposed } from '../src/index.ts';
import { partsOf } from '../src/kernels/wgsl-kernels.ts';

describe('parts of long rows', () => {
  it('are 1024 entries each, and larger where a row would have more than 256', () => {
    // Rows of 2, 0, 2049, 128 and 300,000 entries.
    const { longRows, parts } = partsOf(Int32Array.of(0, 2, 2, 2051, 2179, 302_179), 128);
    expect([...longRows]).toEqual([2, 0, 3, 4, 3, 259]);
    expect([...parts.subarray(0, 6)]).toEqual([2, 1026, 1026, 2050, 2050, 2051]);
    expect([...parts.subarray(6, 8), ...parts.subarray(-2)]).toEqual([2179, 3351, 301_039, 302_179]);
  });

  it('are none where no row is long', () => {
    const { longRows, parts } = partsOf(Int32Array.of(0, 32, 64), 32);
    expect([longRows.length, parts.length]).toEqual([0, 0]);
  });
});

const probe = await webgpu.probe();

describe.skipIf(!probe.available)(`products with long rows${probe.available ? '' : `: ${probe.reason}`}`, () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await openBackend(webgpu);
  });
  afterAll(async () => backend.dispose());

  /** Rows of 4 entries, but two of 3,000. */
  const [rowIndex, colIndex]: readonly [number[], number[]] = [[], []];
  for (let i = 0; i < 60; i++)
    for (let e = 0; e < (i === 7 || i === 40 ? 3000 : 4); e++) {
      rowIndex.push(i);
      colIndex.push(i + e);
    }
  const values = randomVector(rowIndex.length, { seed: 9 });
  const long = cooFromEntries({ rows: 60, cols: 3500 }, { rowIndex, colIndex, values });

  const cases: readonly (readonly [Kernel, CooMatrix])[] = [
    [wgslCsr as never, long],
    [wgslCsrTransposed as never, transposeCoo(long)],
  ];
  for (const [kernel, coo] of cases)
    for (const vectors of [1, 6, 300])
      it(`are right and repeat: ${kernel.id} with ${vectors} vectors`, async () => {
        const { cols } = long.shape;
        const options = kernel.options ?? {};
        const workload = createWorkload(spmm, coo, { options, sizes: { vectors } });
        const [x, y] = workload.signature.buffers.map(
          ({ length }, b) => new Float32Array(randomVector(length, { seed: b })),
        ) as [Float32Array, Float32Array];
        const matrix = buildMatrix(csr, coo, { valueType: 'f32' });
        const params = { blockSize: 128 };
        const operator = await backend.prepare({
          operation: spmm,
          kernel,
          matrix,
          precision: 'f32',
          sizes: { vectors },
          params,
        });
        const X = await backend.dense(cols, vectors, { data: x, precision: 'f32' });
        const results: ValueArray[] = [];
        for (let run = 0; run < 3; run++) {
          const Y = await backend.dense(long.shape.rows, vectors, { data: y.slice(), precision: 'f32' });
          operator.apply(X, Y, 0.75, -0.5);
          results.push(await Y.read());
        }
        const [first, ...others] = results as [ValueArray, ...ValueArray[]];
        for (const other of others) expect(other).toEqual(first);
        const arithmetic = { precision: 'f32', accumulator: 'f32' } as const;
        const { Y } = referencesOf(workload, { X: x, Y: y }, { alpha: 0.75, beta: -0.5 }, arithmetic);
        if (!Y) throw new RangeError('no reference of Y');
        expect(judge(first, Y, 'f32').failures).toBe(0);
      });
});
