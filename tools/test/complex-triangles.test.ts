import { plugin } from '@spmv/format-symmetric';
import { describe, expect, it } from 'vitest';
import { errorRatio, KINDS, matrixOf } from '../../packages/format-symmetric/test/complex-triangle.ts';
import { needs } from '../needs.ts';
import { interpretedCuda } from './interpreting-addon.ts';

describe('triangles of complex numbers on an interpreted device', needs('nvcc'), () => {
  it.each(KINDS.map((name, skew) => [name, skew] as const))('%s', async (_name, skew) => {
    const coo = matrixOf(skew);
    for (const kernel of (plugin.kernels ?? []).filter(({ target }) => target === 'cuda'))
      for (const precision of ['c128', 'c64'] as const)
        expect(await errorRatio(interpretedCuda(), kernel, coo, precision), kernel.id).toBeLessThanOrEqual(1);
  });
});
