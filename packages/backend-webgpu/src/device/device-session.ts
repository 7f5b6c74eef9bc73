import { SpmvError } from '@spmv/core';
import type { AdapterHandle } from '../host/gpu-host.ts';
import { adapterName, isSoftware } from '../host/choose-adapter.ts';
import type { WebGpuOptions } from '../host/options.ts';
import type { GpuAdapterInfo, GpuDevice, LimitName } from '../gpu/gpu-types.ts';
import type { Health } from './health.ts';
import { watchHealth } from './health.ts';

/** An opened device and what was asked of it: the one owner of instance, adapter and device, or a borrower of the caller's device. */
export interface DeviceSession {
  readonly info: GpuAdapterInfo;
  readonly device: GpuDevice;
  /** Whether others use the device, too: then it is not destroyed, and errors that nobody waited for may be theirs. */
  readonly borrowed: boolean;
  readonly name: string;
  readonly software: boolean;
  readonly features: ReadonlySet<string>;
  readonly limits: Readonly<Record<LimitName, number>>;
  readonly health: Health;
  /** Destroys a device of its own, then lets adapter and instance go. */
  close(): void;
}

/** The feature with which subgroups multiply small matrices; WGSL's extension has the same name with underscores. */
export const SUBGROUP_MATRIX = 'chromium-experimental-subgroup-matrix';

const WANTED_FEATURES = ['timestamp-query', 'subgroups', 'shader-f16', SUBGROUP_MATRIX];

const WANTED_LIMITS: readonly LimitName[] = [
  'maxBufferSize',
  'maxStorageBufferBindingSize',
  'maxStorageBuffersPerShaderStage',
  'maxComputeWorkgroupStorageSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
  'maxComputeWorkgroupsPerDimension',
];

/** The limits that a session keeps to: those of `all`, with bindings of at most as many bytes as the options say. */
function limitsOf(
  all: Readonly<Record<LimitName, number>>,
  { maxBindingBytes }: WebGpuOptions,
): DeviceSession['limits'] {
  const limits = Object.fromEntries(WANTED_LIMITS.map((limit) => [limit, all[limit]])) as Record<LimitName, number>;
  if (maxBindingBytes === 0) return limits;
  // Bindings are multiples of 4 bytes; the zero padding of buffers needs 32.
  const most = Math.max(1024, Math.floor(maxBindingBytes / 4) * 4);
  return { ...limits, maxStorageBufferBindingSize: Math.min(limits.maxStorageBufferBindingSize, most) };
}

/** Opens a device with everything its adapter has. Errors: `BACKEND.FAILED` with the driver's words; the handle is released then. */
export async function openSession(handle: AdapterHandle, options: WebGpuOptions): Promise<DeviceSession> {
  const { adapter } = handle;
  const name = adapterName(adapter.info);
  const features = WANTED_FEATURES.filter((feature) => adapter.features.has(feature));
  const limits = limitsOf(adapter.limits, options);
  let device: GpuDevice;
  try {
    device = await adapter.requestDevice({ requiredFeatures: features, requiredLimits: limits });
  } catch (cause) {
    handle.release();
    throw new SpmvError(
      'BACKEND.FAILED',
      `${name} could not be opened: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        fix: 'Close other programs that use the GPU, or choose another device.',
        details: { device: name },
        cause,
      },
    );
  }
  const health = watchHealth(device, name, false);
  return {
    info: adapter.info,
    device,
    borrowed: false,
    name,
    software: isSoftware(adapter.info),
    features: new Set(features),
    limits,
    health,
    close() {
      health.expectLoss();
      device.destroy();
      handle.release();
    },
  };
}

/** What is known of an adapter that its device does not tell of. */
const UNKNOWN: GpuAdapterInfo = { vendor: '', architecture: '', device: '', description: '' };

/** A session on a device of the caller's, with what was asked for when that was requested. */
export function borrowSession(device: GpuDevice, options: WebGpuOptions): DeviceSession {
  const info = device.adapterInfo ?? UNKNOWN;
  const name = adapterName(info);
  const health = watchHealth(device, name, true);
  return {
    info,
    device,
    borrowed: true,
    name,
    software: isSoftware(info),
    features: new Set(WANTED_FEATURES.filter((feature) => device.features.has(feature))),
    limits: limitsOf(device.limits, options),
    health,
    close: () => health.expectLoss(),
  };
}
