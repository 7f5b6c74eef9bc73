import type { DeviceInfo, Kernel, Params, Sizes } from '@spmv/core';
import { kernelContext } from '@spmv/core';
import { expect, it } from 'vitest';
import { recordedDocuments } from '../../../bench/recorded.ts';
import { cudaMatrix, cudaRegister, gemm } from '../src/index.ts';

/** What `spmv tune` found: the fastest point of all, and how much faster than the one that was taken by default then. */
interface Choice {
  readonly kernel: string;
  readonly precision: 'f32' | 'f64';
  readonly sizes: Sizes;
  readonly points: number;
  readonly taken: Params;
  readonly best: Params;
  readonly gain: number;
}

const { limits, results } = recordedDocuments('gemm')['h200-choices.json'] as {
  readonly limits: DeviceInfo['limits'];
  readonly results: readonly Choice[];
};

/** Two points are as fast as one another: what samples of the device differ by from one minute to the next. */
const NOISE = 1.03;

const kernels: Readonly<Record<string, Kernel>> = { [cudaRegister.id]: cudaRegister, [cudaMatrix.id]: cudaMatrix };

it.each(results)('$kernel takes the fastest tile measured for $sizes', (row) => {
  const kernel = kernels[row.kernel] as Kernel;
  const context = kernelContext(gemm, kernel, {
    device: { name: 'H200', kind: 'gpu', precisions: ['f64', 'f32'], capabilities: [], limits },
    precision: { precision: row.precision, accumulator: row.precision },
    sizes: row.sizes,
  });
  const chosen = kernel.params.suggest?.(context);
  expect(row.points).toBeGreaterThan(1);
  expect(row.gain <= NOISE ? [row.taken, row.best] : [row.best]).toContainEqual(chosen);
});
