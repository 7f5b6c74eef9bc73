import type { Axis, CudaLaunch } from '@spmv/core';

/** Lanes of a warp on every device CUDA runs on. */
export const WARP = 32;

/** Threads of a block in whole warps: the papers' block size BS, powers of two and steps of 128. */
export const cudaBlockSizeAxis: Axis<number> = {
  values: [32, 64, 128, 256, 384, 512, 640, 768, 896, 1024],
  usual: [128, 256, 512, 1024],
  default: 256,
  doc: "Threads per block (the papers' BS).",
};

/** The same for kernels that need no whole warp. */
export const cudaAnyBlockSizeAxis: Axis<number> = {
  ...cudaBlockSizeAxis,
  values: [16, ...cudaBlockSizeAxis.values],
};

/** Through which path x is loaded. */
export type CudaOperandLoad = 'plain' | 'readonly';

/**
 * Plain loads, or the read-only path (texture memory in the papers). What is loaded through the latter must not change while a kernel runs,
 * so that a kernel which does never begins before the one before it has ended. Modules: see overlap.cuh.
 */
export const cudaOperandLoadAxis: Axis<CudaOperandLoad> = {
  values: ['plain', 'readonly'],
  usual: ['plain'],
  default: 'plain',
  doc: "How x is loaded: as other memory, or through the read-only path (the papers' texture cache).",
};

/** Why `threadsPerRow` lanes a row do not divide a block, or `undefined`. */
export function lanesObstacle(threadsPerRow: number, blockSize: number): string | undefined {
  return blockSize % threadsPerRow === 0 ? undefined : `${blockSize} threads are not whole rows of ${threadsPerRow}`;
}

/** Blocks and threads for `units` units of work of `threadsPerUnit` threads each, `blockSize` threads a block. */
export function oneDimensional(
  units: number,
  threadsPerUnit: number,
  blockSize: number,
): Pick<CudaLaunch, 'grid' | 'block'> {
  const perBlock = blockSize / threadsPerUnit;
  return { grid: [Math.max(1, Math.ceil(units / perBlock)), 1, 1], block: [blockSize, 1, 1] };
}
