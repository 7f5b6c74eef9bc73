import type { DeviceInfo } from '@spmv/core';
import { precisionsIn } from '@spmv/core';
import type { NativeDeviceFacts } from './native/addon.ts';

/** Copies of this many bytes take milliseconds, beside which microseconds between two of them do not count. */
const MOST_STRIPE_BYTES = 2 ** 28;

/** Most bytes of a piece of a matrix: of small memory, so little that several leave most of it. */
function stripeBytes(memoryBytes: number): number {
  return Math.min(MOST_STRIPE_BYTES, Math.floor(memoryBytes / 16));
}

/** What kernels and users may know of a device, of whose memory `freeBytes` are free: capabilities `subgroups` and the `libraries` found, limits `compute` (×10), `multiprocessors`, `subgroupSize`, `l2Bytes` and others. */
export function deviceInfoOf(
  facts: NativeDeviceFacts,
  driverVersion: number,
  libraries: readonly string[],
  freeBytes: number,
): DeviceInfo {
  const memoryBytes = Math.min(facts.memoryBytes, freeBytes);
  return {
    name: facts.name,
    kind: 'gpu',
    precisions: precisionsIn('cuda'),
    capabilities: ['subgroups', 'flushes-subnormals', ...libraries],
    limits: {
      compute: facts.compute,
      multiprocessors: facts.multiprocessors,
      subgroupSize: facts.warpSize,
      maxThreadsPerBlock: facts.maxThreadsPerBlock,
      maxThreadsPerMultiprocessor: facts.maxThreadsPerMultiprocessor,
      maxSharedBytes: facts.maxSharedPerBlock,
      memoryBytes,
      maxStripeBytes: stripeBytes(memoryBytes),
      maxBufferBytes: memoryBytes,
      maxOperandBytes: memoryBytes,
      l2Bytes: facts.l2Bytes,
    },
    details: detailsOf(facts, driverVersion),
  };
}

/** GB/s by the memory's clock and the width of its bus, two words a tick. */
function peakGbPerSecond({ memoryClockKHz, memoryBusBits }: NativeDeviceFacts['others']): number | undefined {
  if (!memoryClockKHz || !memoryBusBits) return undefined;
  return (2 * memoryClockKHz * 1000 * (memoryBusBits / 8)) / 1e9;
}

/** What a query of the device lists. A fact that the driver does not know is left out. */
export function detailsOf(facts: NativeDeviceFacts, driverVersion: number): Readonly<Record<string, string | number>> {
  const { others } = facts;
  const peak = peakGbPerSecond(others);
  const { kernelTimeout, copyEngines, ...numbers } = others;
  return {
    device: facts.ordinal,
    computeCapability: `${Math.floor(facts.compute / 10)}.${facts.compute % 10}`,
    memoryBytes: facts.memoryBytes,
    driverVersion: `${Math.floor(driverVersion / 1000)}.${Math.floor((driverVersion % 1000) / 10)}`,
    warpSize: facts.warpSize,
    multiprocessors: facts.multiprocessors,
    maxThreadsPerBlock: facts.maxThreadsPerBlock,
    maxThreadsPerMultiprocessor: facts.maxThreadsPerMultiprocessor,
    maxSharedBytesPerBlock: facts.maxSharedPerBlock,
    l2Bytes: facts.l2Bytes,
    ...numbers,
    ...(copyEngines === undefined ? {} : { copiesBesideKernels: copyEngines > 0 ? 'yes' : 'no' }),
    ...(kernelTimeout === undefined ? {} : { kernelTimeout: kernelTimeout > 0 ? 'yes' : 'no' }),
    ...(peak === undefined ? {} : { peakGbPerSecond: peak }),
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
