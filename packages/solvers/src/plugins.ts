import type { Plugin } from '@spmv/core';
import { plugin as fused } from '@spmv/fused';
import { plugin as vectors } from '@spmv/vectors';

/** The operations that methods are made of, with their kernels: what a registry needs besides a backend and CSR. */
export const solverPlugins: readonly Plugin[] = [vectors, fused];
