import type { Kernel, Operation } from '@spmv/core';
import { threads } from '@spmv/backend-threads';
import { openBackend, product } from '@spmv/core';
import { randomVector } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { advance, createWasmKernels, dots, jsKernels, linear, scalar } from '../src/index.ts';

const N = 40_000;
const RUNS = 300;

/** A chain in which each pass reads what the ones before wrote: orthogonalise y, step along it, and take its length. */
describe.each([
  ['js', jsKernels],
  ['wasm', createWasmKernels({ checked: true })],
] as const)('a sequence of %s kernels', (_target, kernels) => {
  it(
    'gives the same bits in hundreds of runs of sixteen workers, in any order of arrival',
    { timeout: 600_000 },
    async () => {
      const backend = await openBackend(threads);
      const params = { threads: 16, schedule: 'dynamic' };
      const prepare = (operation: unknown, kernel: unknown, sizes = {}) =>
        backend.prepare({
          operation: operation as Operation,
          kernel: kernel as Kernel,
          precision: 'f64',
          params,
          sizes,
        });
      const [measure, update, step, divide] = await Promise.all([
        prepare(dots, kernels.dots['dot-norm'], { n: N }),
        prepare(linear, kernels.linear['dot-norm'], { n: N }),
        prepare(advance, kernels.advance, { n: N }),
        prepare(scalar, kernels.scalar.quotient),
      ]);
      const start = [1, 2, 3].map((seed) => Float64Array.from(randomVector(N, { seed })));
      const [x, y, z] = start.map((values) => backend.vector(values));
      const [one, s, t, share, u, v] = [1, 0, 0, 0, 0, 0].map((value) => backend.vector([value]));
      const sequence = await backend.sequence([
        product(measure, x, y, s, t),
        product(divide, s, t, share, -1),
        product(update, x, share, y, one, z, u, v),
        product(step, y, share, z, x, one),
      ]);
      const vectors = [x, y, z];
      const read = async (): Promise<readonly (readonly number[])[]> =>
        Promise.all([...vectors, s, t, share, u, v].map(async (vector) => [...((await vector?.read()) ?? [])]));
      let first: readonly (readonly number[])[] | undefined;
      for (let run = 0; run < RUNS; run++) {
        for (const [k, vector] of vectors.entries()) await vector?.write((start[k] as Float64Array).slice());
        sequence.run();
        const found = await read();
        first ??= found;
        const differs = found.findIndex((values, k) => !values.every((value, i) => Object.is(value, first?.[k]?.[i])));
        if (differs >= 0) throw new Error(`operand ${differs} of run ${run} differs`);
      }
      expect(first?.[3]?.[0]).not.toBe(0);
      await backend.dispose();
    },
  );
});
