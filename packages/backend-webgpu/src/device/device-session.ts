import { SpmvError } from '@spmv/core';
import type { AdapterHandle } from '../host/gpu-host.ts';
import { adapterName, isSoftware } from '../host/choose-adapter.ts';
import type { WebGpuOptions } from '../host/options.ts';
import type { GpuDevice, LimitName } from '../gpu/gpu-types.ts';
import type { Health } from './health.ts';
import { watchHealth } from './health.ts';

/** An opened device and what was asked of it: the one owner of instance, adapter and device. */
export interface DeviceSession {
  readonly handle: AdapterHandle;
  readonly device: GpuDevice;
  readonly name: string;
  readonly software: boolean;
  readonly features: ReadonlySet<string>;
  readonly limits: Readonly<Record<LimitName, number>>;
  readonly health: Health;
  /** Destroys the device, then lets adapter and instance go. */
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

/** Opens a device with everything its adapter has. Errors: `BACKEND.FAILED` with the driver's words; the handle is released then. */
export async function openSession(handle: AdapterHandle, options: WebGpuOptions): Promise<DeviceSession> {
  const { adapter } = handle;
  const name = adapterName(adapter);
  const features = WANTED_FEATURES.filter((feature) => adapter.features.has(feature));
  const limits = Object.fromEntries(WANTED_LIMITS.map((limit) => [limit, adapter.limits[limit]])) as Record<
    LimitName,
    number
  >;
  if (options.maxBindingBytes > 0) {
    // Bindings are multiples of 4 bytes; the zero padding of buffers needs 32.
    limits.maxStorageBufferBindingSize = Math.min(
      limits.maxStorageBufferBindingSize,
      Math.max(1024, Math.floor(options.maxBindingBytes / 4) * 4),
    );
  }
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
  const health = watchHealth(device, name);
  return {
    handle,
    device,
    name,
    software: isSoftware(adapter),
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
