import type { CudaLaunch } from '@spmv/core';
import type { CudaArguments } from '@spmv/kernel-kit';

/** A launch of a block of threads, by default of a single thread. */
export function launchOf(entryPoint: string, list: CudaArguments, blocks = 1, threads = 1): CudaLaunch {
  return { entryPoint, grid: [blocks, 1, 1], block: [threads, 1, 1], sharedBytes: 0, arguments: list };
}
