import type { CudaModule } from '@spmv/core';
import { cudaModules } from '@spmv/kernel-kit';

/** What the backend does to vectors besides products. */
export const vectorModules: readonly CudaModule[] = cudaModules(import.meta.url, 'vector');
