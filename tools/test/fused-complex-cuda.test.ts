import type { Kernel, SparseFormat } from '@spmv/core';
import { packed } from '@spmv/format-packed';
import { sell } from '@spmv/format-sell';
import { csr } from '@spmv/formats';
import { fused, plugin } from '@spmv/fused';
import { createSession, kernelCases, register } from '@spmv/testkit';
import { describe } from 'vitest';
import { FULL } from '../full-lane.ts';
import { needs } from '../needs.ts';
import { runner } from '../runner.ts';
import { interpretedCuda } from './interpreting-addon.ts';

const FORMATS: readonly SparseFormat[] = [csr, packed, sell] as readonly SparseFormat[];
const backend = interpretedCuda();
const session = createSession(backend);
const kernels = (plugin.kernels ?? []).filter(
  // dot-norm has what dot and norm have.
  ({ target, id }) => target === 'cuda' && (FULL || /-(?:dot-norm|axpy)$/u.test(id)),
);

describe('complex products that go on with y', needs('nvcc'), () => {
  register(
    kernels.flatMap((kernel: Kernel) =>
      kernelCases({
        kernel,
        operation: fused,
        format: FORMATS.find(({ id }) => id === kernel.format) as SparseFormat,
        backend,
        session,
        precisions: FULL ? ['c128', 'c64'] : ['c64'],
      }).filter(({ id }) => FULL || id.endsWith('/operation/wide')),
    ),
    // Every combination would take hours.
    { ...runner, ...(FULL ? { coverage: 'pairs' as const } : {}) },
    { name: 'on an interpreted device' },
  );
});
