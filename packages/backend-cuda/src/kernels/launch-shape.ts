import type { Axis, CudaLaunch } from '@spmv/core';

/** Lanes of a warp on every device CUDA runs on. */
export const WARP = 32;

/** Threads per block swept by every kernel: the papers' 128 … 1024. */
export const blockSizeAxis: Axis<number> = {
  values: [128, 256, 512, 1024],
  default: 256,
  doc: 'Threads per block (BS).',
};

/** Blocks and threads for `units` pieces of work of `threadsPerUnit` threads each, blockSize threads a block. */
export function oneDimensional(
  units: number,
  threadsPerUnit: number,
  blockSize: number,
): Pick<CudaLaunch, 'grid' | 'block'> {
  const perBlock = blockSize / threadsPerUnit;
  return { grid: [Math.max(1, Math.ceil(units / perBlock)), 1, 1], block: [blockSize, 1, 1] };
}
