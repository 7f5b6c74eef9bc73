import { SpmvError } from '@spmv/core';

/**
 * Accepts no device or `name`, the one a backend of the processor has.
 *
 * Errors: `BACKEND.UNAVAILABLE`, for another.
 */
export function requireOnlyDevice(backend: string, wanted: string | undefined, name: string): void {
  if (wanted === undefined || wanted === name) return;
  throw new SpmvError('BACKEND.UNAVAILABLE', `Backend '${backend}' has no device '${wanted}'.`, {
    fix: `It has one, '${name}': name no device.`,
    details: { backend, device: wanted, devices: [name] },
  });
}
