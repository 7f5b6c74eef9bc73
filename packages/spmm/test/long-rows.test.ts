import { webgpu } from '@spmv/backend-webgpu';
import type { Backend, CooMatrix, Kernel, Params, ValueArray } from '@spmv/core';
import { buildMatrix, cooFromEntries, createWorkload, openBackend, referencesOf, transposeCoo } from '@spmv/core';
import { judge } from '@spmv/core/oracle';
import { csr } from '@spmv/formats';
import { randomVector } from '@spmv/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spmm, wgslCsr, wgslCsrBlocks, wgslCsrEntries, wgslCsrTransposed } from '../src/index.ts';
import { contextOf } from './cuda-programs.ts';
import { partsOf } from '../src/kernels/wgsl-long-rows.ts';
import { needsBackend } from '../../../tools/needs.ts';

describe('parts of long rows', () => {
  it('are 1024 entries each, and larger where a row would have more than 256', () => {
    // Rows of 2, 0, 2049, 128 and 300,000 entries.
    const { longRows, parts } = partsOf(Int32Array.of(0, 2, 2, 2051, 2179, 302_179), 128);
    expect([...longRows]).toEqual([2, 0, 3, 4, 3, 259]);
    expect([...parts.subarray(0, 6)]).toEqual([2, 1026, 1026, 2050, 2050, 2051]);
    expect([...parts.subarray(6, 8), ...parts.subarray(-2)]).toEqual([2179, 3351, 301_039, 302_179]);
  });

  it('are of rows from 33 entries on where rows, or columns of the transpose, have eight in the mean, else from 129 on', () => {
    const longRow = (kernel: Kernel, nnz: number) => {
      const context = contextOf(kernel, { vectors: 8, precision: 'f32' });
      return kernel.params.suggest?.({ ...context, matrix: { ...context.matrix, nnz } })['longRow'];
    };
    // Three rows and four columns.
    expect([24, 25].map((nnz) => longRow(wgslCsr as never, nnz))).toEqual([32, 128]);
    expect([32, 33].map((nnz) => longRow(wgslCsrTransposed as never, nnz))).toEqual([32, 128]);
  });

  it('are none where no row is long', () => {
    const { longRows, parts } = partsOf(Int32Array.of(0, 32, 64), 32);
    expect([longRows.length, parts.length]).toEqual([0, 0]);
  });
});

const probe = await webgpu.probe();

describe('products with long rows', needsBackend('webgpu', probe), () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await openBackend(webgpu);
  });
  afterAll(async () => backend.dispose());

  /** Rows of 5 entries, which end within shares of 32, but two of 3,000. */
  const [rowIndex, colIndex]: readonly [number[], number[]] = [[], []];
  for (let i = 0; i < 60; i++)
    for (let e = 0; e < (i === 7 || i === 40 ? 3000 : 5); e++) {
      rowIndex.push(i);
      colIndex.push(i + e);
    }
  const values = randomVector(rowIndex.length, { seed: 9 });
  const long = cooFromEntries({ rows: 60, cols: 3500 }, { rowIndex, colIndex, values });

  /** A row of a million entries after rows without any, and short ones behind it. */
  const giant = cooFromEntries(
    { rows: 400, cols: 1_000_000 },
    {
      rowIndex: Array.from({ length: 1_000_300 }, (_, e) => (e < 1_000_000 ? 99 : 100 + (e % 300))).toSorted(
        (i, j) => i - j,
      ),
      colIndex: Array.from({ length: 1_000_300 }, (_, e) => (e < 1_000_000 ? e : e % 7)),
      values: randomVector(1_000_300, { seed: 10 }),
    },
  );

  const everyRow = { blockSize: 128 };
  const shared = { blockSize: 128, leastShared: 0, threadsPerRow: 8, reduction: 'workgroup' };
  const cases: readonly (readonly [Kernel, CooMatrix, Params, readonly number[]])[] = [
    [wgslCsr as never, long, everyRow, [1, 6, 300]],
    [wgslCsrTransposed as never, transposeCoo(long), everyRow, [1, 6, 300]],
    [wgslCsrEntries as never, long, { ...everyRow, share: 32 }, [1, 6, 300, 512]],
    [wgslCsrEntries as never, long, { ...everyRow, share: 64, longRow: 32 }, [6]],
    [wgslCsrEntries as never, giant, everyRow, [1, 3]],
    [wgslCsrBlocks as never, long, shared, [1, 6, 300, 512]],
    [wgslCsrBlocks as never, long, { ...shared, threadsPerRow: 1 }, [6]],
    [wgslCsrBlocks as never, giant, shared, [3]],
  ];
  for (const [kernel, coo, params, counts] of cases)
    for (const vectors of counts)
      it(`are right and repeat: ${kernel.id} with ${vectors} vectors, ${coo.values.length} entries, ${JSON.stringify(params)}`, async () => {
        const options = kernel.options ?? {};
        const [rows, cols] =
          kernel.options?.['transpose'] === true ? [coo.shape.cols, coo.shape.rows] : [coo.shape.rows, coo.shape.cols];
        const workload = createWorkload(spmm, coo, { options, sizes: { vectors } });
        const [x, y] = workload.signature.buffers.map(
          ({ length }, b) => new Float32Array(randomVector(length, { seed: b })),
        ) as [Float32Array, Float32Array];
        const matrix = buildMatrix(csr, coo, { valueType: 'f32' });
        const operator = await backend.prepare({
          operation: spmm,
          kernel,
          matrix,
          precision: 'f32',
          sizes: { vectors },
          params,
        });
        const X = backend.dense(cols, vectors, { data: x, precision: 'f32' });
        const results: ValueArray[] = [];
        for (let run = 0; run < 3; run++) {
          const Y = backend.dense(rows, vectors, { data: y.slice(), precision: 'f32' });
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
