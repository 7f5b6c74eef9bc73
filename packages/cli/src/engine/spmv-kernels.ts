import type { Kernel, KernelFilter, Registry, SpmvKernel } from '@spmv/core';

function isSpmv(kernel: Kernel): kernel is SpmvKernel {
  return kernel.operation === 'spmv';
}

/** The SpMV kernels of a registry that match. */
export function spmvKernels(registry: Registry, filter: Omit<KernelFilter, 'operation'> = {}): readonly SpmvKernel[] {
  return registry.kernels({ ...filter, operation: 'spmv' }).filter(isSpmv);
}
