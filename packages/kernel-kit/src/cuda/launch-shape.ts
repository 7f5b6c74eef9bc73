import type { Axis, CudaLaunch } from '@spmv/core';

/** Lanes of a warp on every device CUDA runs on. */
export const WARP = 32;

/** Threads of a block: the papers' block size BS, 128 … 1024. */
export const cudaBlockSizeAxis: Axis<number> = {
  values: [128, 256, 512, 1024],
  default: 256,
  doc: "Threads per block (the papers' BS).",
};

/** Blocks and threads for `units` units of work of `threadsPerUnit` threads each, `blockSize` threads a block. */
export function oneDimensional(
  units: number,
  threadsPerUnit: number,
  blockSize: number,
): Pick<CudaLaunch, 'grid' | 'block'> {
  const perBlock = blockSize / threadsPerUnit;
  return { grid: [Math.max(1, Math.ceil(units / perBlock)), 1, 1], block: [blockSize, 1, 1] };
}
