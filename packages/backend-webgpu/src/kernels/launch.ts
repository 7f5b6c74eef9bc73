import type { Axis, DeviceInfo, SpmvContext, WgslBinding } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';

/** Threads per workgroup. */
export function blockAxis(preferred: number): Axis<number> {
  return {
    values: [64, 128, 256, 512, 1024],
    default: preferred,
    doc: "Threads per workgroup (the papers' block size BS).",
  };
}

/** Where a kernel finds the sizes of its matrix. */
export type Sizes = 'uniform' | 'constant';

/** A constant makes a pipeline of its own for every matrix. */
export const sizesAxis: Axis<Sizes> = {
  values: ['uniform', 'constant'],
  default: 'uniform',
  doc: "Where the matrix's sizes are: in a uniform, or in a pipeline compiled for this matrix, which saves a product the wait for them.",
};

/** The preferred block, or the largest one the device can run. */
export function suggestBlock(device: DeviceInfo, preferred: number): number {
  let block = preferred;
  while (block > 64 && block > (device.limits['maxWorkgroupThreads'] ?? 256)) block /= 2;
  return block;
}

/** Why the device cannot run workgroups like this, or `undefined`. */
export function workgroupObstacle(device: DeviceInfo, block: number, workgroupBytes = 0): string | undefined {
  const threads = device.limits['maxWorkgroupThreads'] ?? 256;
  if (block > threads)
    return `${device.name} runs at most ${threads} threads a workgroup (maxComputeInvocationsPerWorkgroup).`;
  const bytes = device.limits['workgroupBytes'] ?? 16384;
  if (workgroupBytes <= bytes) return undefined;
  return `${device.name} has ${bytes} bytes of workgroup memory (maxComputeWorkgroupStorageSize), this needs ${workgroupBytes}.`;
}

/** Bytes of a stored value and of an accumulator in the precision of this product. */
export function valueBytes({ precision }: SpmvContext): number {
  return PRECISIONS[precision.precision].storedBytes;
}

export function sumBytes({ precision }: SpmvContext): number {
  return PRECISIONS[precision.accumulator].storedBytes;
}

/** A read-only binding. */
export function read(buffer: WgslBinding['buffer'], window?: WgslBinding['window']): WgslBinding {
  return window === undefined ? { buffer, access: 'read' } : { buffer, access: 'read', window };
}

/** A binding that is written. */
export function write(buffer: WgslBinding['buffer']): WgslBinding {
  return { buffer, access: 'read_write' };
}
