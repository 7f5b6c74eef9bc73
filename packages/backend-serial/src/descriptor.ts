import type { BackendDescriptor } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { CPU_TARGETS, cpuName, requireOnlyDevice } from '@spmv/kernels-cpu/runtime';

/**
 * One thread: the calling one. Always available; every other backend is compared with it.
 *
 * Option of `open`: `heapBytes`, most bytes of the WebAssembly memory that holds vectors and what fits of matrices (default 4 GiB).
 */
export const serial: BackendDescriptor = {
  kind: 'backend',
  id: 'serial',
  title: 'One thread',
  targets: CPU_TARGETS,
  launchParams: NO_PARAMS,
  probe: async () => ({ available: true, devices: [await cpuName()] }),
  async open(options) {
    if (options.device !== undefined) requireOnlyDevice('serial', options.device, await cpuName());
    return (await import('./driver.ts')).openSerialDriver(options);
  },
};
