import type { Axis, DeviceInfo, ParamSpace, KernelContext } from '@spmv/core';

/** The parameter that nearly every WGSL kernel has. */
export interface WorkgroupParams {
  readonly [name: string]: number;
  /** Threads per workgroup, the block size BS of the papers. */
  readonly blockSize: number;
}

/** Threads of a workgroup. */
export function wgslBlockSizeAxis(preferred: number): Axis<number> {
  return {
    values: [64, 128, 256, 512, 1024],
    default: preferred,
    doc: "Threads per workgroup (the papers' BS).",
  };
}

/** The same for kernels whose threads, or groups of threads a row, need no others. */
export function wgslAnyBlockSizeAxis(preferred: number): Axis<number> {
  const { values, ...axis } = wgslBlockSizeAxis(preferred);
  return { ...axis, values: [16, 32, ...values], usual: values };
}

function mostThreads(device: DeviceInfo): number {
  return device.limits['maxWorkgroupThreads'] ?? 256;
}

/** The preferred number of threads, or the largest that the device can run. */
export function suggestBlockSize(device: DeviceInfo, preferred: number): number {
  let blockSize = preferred;
  while (blockSize > 64 && blockSize > mostThreads(device)) blockSize /= 2;
  return blockSize;
}

/** Why the device cannot run such workgroups, or `undefined`. */
export function workgroupObstacle(device: DeviceInfo, blockSize: number, workgroupBytes = 0): string | undefined {
  const threads = mostThreads(device);
  if (blockSize > threads)
    return `${device.name} runs at most ${threads} threads per workgroup (maxComputeInvocationsPerWorkgroup).`;
  const bytes = device.limits['workgroupBytes'] ?? 16384;
  if (workgroupBytes <= bytes) return undefined;
  return `${device.name} has ${bytes} bytes of workgroup memory (maxComputeWorkgroupStorageSize), but this needs ${workgroupBytes}.`;
}

/** The first of `items` a thread, largest first, with which a workgroup fits the device; the last where none does. */
export function suggestItems(
  device: DeviceInfo,
  blockSize: number,
  { items, bytes }: { readonly items: readonly number[]; bytes(items: number): number },
): number {
  const fits = items.find((one) => workgroupObstacle(device, blockSize, bytes(one)) === undefined);
  return fits ?? (items.at(-1) as number);
}

/** Why `threadsPerRow` threads a row do not fit into a workgroup, or `undefined`. */
export function rowObstacle(threadsPerRow: number, blockSize: number): string | undefined {
  return threadsPerRow <= blockSize ? undefined : `a row takes ${threadsPerRow} threads, a workgroup has ${blockSize}.`;
}

/** 256 threads a workgroup unless asked otherwise, or as many as the device can run. */
export const workgroupParams: Required<ParamSpace<KernelContext, WorkgroupParams>> = {
  axes: { blockSize: wgslBlockSizeAxis(256) },
  suggest: ({ device }) => ({ blockSize: suggestBlockSize(device, 256) }),
  reject: ({ blockSize }, { device }) => workgroupObstacle(device, blockSize),
};

/** The same, smaller workgroups too. */
export const rowParams: Required<ParamSpace<KernelContext, WorkgroupParams>> = {
  ...workgroupParams,
  axes: { blockSize: wgslAnyBlockSizeAxis(256) },
};
