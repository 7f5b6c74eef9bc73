import type { Operation, Params, Plugin } from '@spmv/core';
import { fused as operation, plugin as fused } from '@spmv/fused';
import { plugin as vectors } from '@spmv/vectors';

/** The operations that methods are made of, with their kernels: what a registry needs besides a backend and CSR. */
export const solverPlugins: readonly Plugin[] = [vectors, fused];

/** The product of an iteration of conjugate gradients, of BiCGSTAB, MINRES and GMRES: y ← αAx + βy with s ← yᵀz, in one pass where a kernel has one. What formats are compared by. */
export const productWithSum: { readonly operation: Operation; readonly options: Params } = {
  operation,
  options: { ending: 'dot' },
};
