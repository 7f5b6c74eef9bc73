import type { BackendDescriptor } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';

/**
 * Runs kernels written in JavaScript on the calling thread. Importing this starts nothing: what is heavy is imported in `probe` and `open`.
 *
 * A backend of a device that may be missing answers `probe` with `{ available: false, reason, fix }`, and throws `BACKEND.UNAVAILABLE` with
 * the same words from `open`.
 */
export const plain: BackendDescriptor = {
  kind: 'backend',
  id: 'acme/plain',
  title: 'Plain JavaScript',
  targets: ['js'],
  launchParams: NO_PARAMS,
  probe: async () => ({ available: true, devices: ['this JavaScript engine'] }),
  open: async () => (await import('./driver.ts')).openPlainDriver(),
};
