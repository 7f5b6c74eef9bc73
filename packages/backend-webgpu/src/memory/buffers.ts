import { formatBytes, SpmvError } from '@spmv/core';
import type { DeviceSession } from '../device/device-session.ts';
import { deviceError } from '../device/health.ts';
import type { GpuBuffer } from '../gpu/gpu-types.ts';

/** Buffers are a whole number of these: kernels may read the last elements in groups, and find zeros. */
const GRANULE = 32;

/** `bytes` with their zero padding. */
export function paddedBytes(bytes: number): number {
  return Math.max(GRANULE, Math.ceil(bytes / GRANULE) * GRANULE);
}

/** What a user does where an array is larger than a binding, or a buffer, may be. */
const FIXES = {
  format: 'Choose a smaller format, or another device.',
  windows:
    'Choose a kernel that works through large matrices in windows: wgsl/csr, wgsl/csr-vector, wgsl/ellpack, wgsl/ellpack-r.',
  array: 'Take blocks of rows of the first matrix one after another, or another backend.',
} as const;

/**
 * Throws `BACKEND.LIMIT` where one buffer, or one binding of it when it is bound as a whole, would be larger than the device allows. `boundWhole`: whether it is, or that it is an `array` of a
 * matrix operation, which always is.
 */
export function checkSize(session: DeviceSession, what: string, bytes: number, boundWhole: boolean | 'array'): void {
  const limit = boundWhole === false ? 'maxBufferSize' : 'maxStorageBufferBindingSize';
  for (const name of new Set(['maxBufferSize', limit] as const)) {
    if (bytes <= session.limits[name]) continue;
    throw new SpmvError(
      'BACKEND.LIMIT',
      `${what} needs ${formatBytes(bytes)}; ${session.name} allows ${formatBytes(session.limits[name])} (${name} = ${session.limits[name]}).`,
      {
        fix: session.borrowed
          ? `Request the device with requiredLimits: { ${name}: ${bytes} }, or choose a smaller format.`
          : FIXES[boundWhole === 'array' ? 'array' : name === 'maxBufferSize' ? 'format' : 'windows'],
        details: { what, bytes, limit: name, allowed: session.limits[name] },
      },
    );
  }
}

/** A buffer that is used before the device has said whether there is room for it. */
export interface BegunBuffer {
  readonly buffer: GpuBuffer;
  /** Errors: `BACKEND.OUT_OF_MEMORY`, `BACKEND.FAILED`. */
  readonly ready: Promise<void>;
}

/** A zeroed buffer of `bytes` and their padding. Errors: `BACKEND.LIMIT`. */
export function beginBuffer(session: DeviceSession, what: string, bytes: number, usage: number): BegunBuffer {
  const { device } = session;
  session.health.check();
  const size = paddedBytes(bytes);
  checkSize(session, what, size, false);
  device.pushErrorScope('validation');
  device.pushErrorScope('out-of-memory');
  const buffer = device.createBuffer({ label: what, size, usage });
  const scopes = Promise.all([device.popErrorScope(), device.popErrorScope()]);
  const settle = async (): Promise<void> => {
    const [memory, validation] = await scopes.catch(session.health.blame);
    const error = memory ?? validation;
    // Before what comes of it: a caller that uses it meanwhile is told of a buffer that is not valid.
    if (error !== null)
      throw deviceError(session.name, `${what} (${formatBytes(size)}): ${error.message}`, memory !== null);
    session.health.check();
  };
  return { buffer, ready: settle() };
}

/** The same once it is there. Errors: `BACKEND.LIMIT`, `BACKEND.OUT_OF_MEMORY`, `BACKEND.FAILED`. */
export async function createBuffer(
  session: DeviceSession,
  what: string,
  bytes: number,
  usage: number,
): Promise<GpuBuffer> {
  const { buffer, ready } = beginBuffer(session, what, bytes, usage);
  try {
    await ready;
    return buffer;
  } catch (cause) {
    buffer.destroy();
    throw cause;
  }
}
