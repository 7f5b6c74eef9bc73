import { SpmvError } from '@spmv/core';

/**
 * Accepts `name`, the one device that a backend of the processor has.
 *
 * Errors: `BACKEND.UNAVAILABLE`, for another.
 */
export function requireOnlyDevice(backend: string, wanted: string, name: string): void {
  if (wanted === name) return;
  throw new SpmvError('BACKEND.UNAVAILABLE', `Backend '${backend}' has no device '${wanted}'.`, {
    fix: `Its only device is '${name}': do not name one.`,
    details: { backend, device: wanted, devices: [name] },
  });
}
