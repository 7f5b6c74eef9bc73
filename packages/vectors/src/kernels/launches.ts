import type { CudaLaunch, CudaModule, KernelContext } from '@spmv/core';
import type { CudaArguments } from '@spmv/kernel-kit';
import { complexModule, cudaModules, hasPairs } from '@spmv/kernel-kit';

/** The builds of src/kernels/STEM.cu for the numbers of a product. */
export function modulesFor({ precision }: Pick<KernelContext, 'precision'>, stem: string): readonly CudaModule[] {
  const modules = cudaModules(import.meta.url, stem);
  return hasPairs(precision.precision) ? modules.map(complexModule) : modules;
}

/** A launch of a block of threads, by default of a single thread. */
export function launchOf(entryPoint: string, list: CudaArguments, blocks = 1, threads = 1): CudaLaunch {
  return { entryPoint, grid: [blocks, 1, 1], block: [threads, 1, 1], sharedBytes: 0, arguments: list };
}
