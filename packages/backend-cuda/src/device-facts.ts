import type { DeviceInfo } from '@spmv/core';
import { precisionsIn } from '@spmv/core';
import type { NativeDeviceFacts } from './native/addon.ts';

/** What kernels and users may know of a device: capabilities `subgroups` and the `libraries` found, limits `compute` (×10), `multiprocessors`, `subgroupSize`, `l2Bytes` and others. */
export function deviceInfoOf(
  facts: NativeDeviceFacts,
  driverVersion: number,
  libraries: readonly string[],
): DeviceInfo {
  return {
    name: facts.name,
    kind: 'gpu',
    precisions: precisionsIn('cuda'),
    capabilities: ['subgroups', ...libraries],
    limits: {
      compute: facts.compute,
      multiprocessors: facts.multiprocessors,
      subgroupSize: facts.warpSize,
      maxThreadsPerBlock: facts.maxThreadsPerBlock,
      maxThreadsPerMultiprocessor: facts.maxThreadsPerMultiprocessor,
      maxSharedBytes: facts.maxSharedPerBlock,
      maxBufferBytes: facts.memoryBytes,
      maxOperandBytes: facts.memoryBytes,
      l2Bytes: facts.l2Bytes,
    },
    details: {
      device: facts.ordinal,
      computeCapability: `${Math.floor(facts.compute / 10)}.${facts.compute % 10}`,
      memoryBytes: facts.memoryBytes,
      driverVersion: `${Math.floor(driverVersion / 1000)}.${Math.floor((driverVersion % 1000) / 10)}`,
    },
  };
}

/** `0: NVIDIA H200`: how `probe` lists a device; `open({ device })` takes this, the number or the name. */
export function deviceLabel(facts: NativeDeviceFacts): string {
  return `${facts.ordinal}: ${facts.name}`;
}

/** The device that `wanted` means, the first when absent, or `undefined`. */
export function findDevice(
  devices: readonly NativeDeviceFacts[],
  wanted: string | undefined,
): NativeDeviceFacts | undefined {
  if (wanted === undefined) return devices[0];
  return devices.find(
    (facts) => String(facts.ordinal) === wanted || deviceLabel(facts) === wanted || facts.name === wanted,
  );
}
