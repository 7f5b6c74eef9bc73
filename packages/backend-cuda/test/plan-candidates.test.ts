import { describe, expect, it } from 'vitest';
import { cudaKernels } from '../src/kernels/index.ts';
import { planCandidates, quickChoice } from '../src/plan-candidates.ts';

const rows = (count: number, mean: number, max: number): Parameters<typeof quickChoice>[0] =>
  ({ shape: { rows: count, cols: count }, nnz: count * mean, rows: { min: 0, max, mean } }) as never;

describe('the candidates of a plan', () => {
  it.each([
    ['rows of one length', rows(1000, 5, 5)],
    ['rows of like length', rows(100_000, 30, 60)],
    ['skewed rows', rows(100_000, 8, 20_000)],
    ['many entries', rows(2 ** 21, 20, 50)],
  ])('name parameters that their kernels have: %s', (_name, structure) => {
    const own = [...planCandidates(structure), quickChoice(structure)].filter(({ kernel }) => kernel !== 'cuda/packed');
    expect(own.length).toBeGreaterThan(0);
    for (const { kernel: id, kernelParams } of own) {
      const kernel = cudaKernels.find((one) => one.id === id);
      expect(Object.keys(kernel?.params.axes ?? {}), id).toEqual(expect.arrayContaining(Object.keys(kernelParams)));
    }
  });
});
