import type { BackendDescriptor } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { CPU_TARGETS, cpuName, requireOnlyDevice } from '@spmv/kernels-cpu/runtime';

/** One thread: the calling one. Always available; every other backend is compared with it. */
export const serial: BackendDescriptor = {
  kind: 'backend',
  id: 'serial',
  title: 'One thread',
  targets: CPU_TARGETS,
  launchParams: NO_PARAMS,
  probe: async () => ({ available: true, devices: [await cpuName()] }),
  async open({ device }) {
    if (device !== undefined) requireOnlyDevice('serial', device, await cpuName());
    return (await import('./driver.ts')).openSerialDriver();
  },
};
