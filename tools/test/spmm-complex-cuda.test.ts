import type { Kernel, SparseFormat } from '@spmv/core';
import { packed } from '@spmv/format-packed';
import { sell } from '@spmv/format-sell';
import { csr, ellpack } from '@spmv/formats';
import { plugin, spmm } from '@spmv/spmm';
import { createSession, kernelCases, register } from '@spmv/testkit';
import { describe } from 'vitest';
import { FULL } from '../full-lane.ts';
import { needs } from '../needs.ts';
import { runner } from '../runner.ts';
import { interpretedCuda } from './interpreting-addon.ts';

const FORMATS: readonly SparseFormat[] = [csr, ellpack, packed, sell] as readonly SparseFormat[];
const backend = interpretedCuda();
const session = createSession(backend);
const kernels = (plugin.kernels ?? []).filter(({ target, vendor }) => target === 'cuda' && vendor !== true);

// Where there is little time a matrix for each kernel: what differs between the precisions is how many numbers a load has.
describe('complex products of several vectors', needs('nvcc'), () => {
  register(
    kernels.flatMap((kernel: Kernel) =>
      kernelCases({
        kernel,
        operation: spmm,
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
