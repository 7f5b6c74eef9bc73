import type { Kernel, Operation, SparseFormat } from '@spmv/core';
import { createSession, kernelCases, register } from '@spmv/testkit';
import { FULL } from '../full-lane.ts';
import { runner } from '../runner.ts';
import { interpretedCuda } from './interpreting-addon.ts';

/** The kit's cases of these CUDA kernels in complex numbers, instruction by instruction; where there is little time in c64 a matrix for each kernel. */
export function registerComplexOnInterpreter(
  operation: Operation,
  kernels: readonly Kernel[],
  formats: readonly SparseFormat[],
): void {
  const backend = interpretedCuda();
  const session = createSession(backend);
  register(
    kernels.flatMap((kernel) =>
      kernelCases({
        kernel,
        operation,
        format: formats.find(({ id }) => id === kernel.format) as SparseFormat,
        backend,
        session,
        precisions: FULL ? ['c128', 'c64'] : ['c64'],
      }).filter(({ id }) => FULL || id.endsWith('/operation/wide')),
    ),
    // Every combination would take hours.
    { ...runner, ...(FULL ? { coverage: 'pairs' as const } : {}) },
    { name: 'on an interpreted device' },
  );
}
