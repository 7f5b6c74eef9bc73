import type { DeviceInfo } from '@spmv/core';
import { precisionsIn } from '@spmv/core';

/** What kernels may know of an NVIDIA H200: programs are planned for it where no device is named. Source: its driver's attributes. */
export const H200: DeviceInfo = {
  name: 'NVIDIA H200',
  kind: 'gpu',
  precisions: precisionsIn('cuda'),
  capabilities: ['subgroups'],
  limits: {
    compute: 90,
    multiprocessors: 132,
    subgroupSize: 32,
    maxThreadsPerBlock: 1024,
    maxThreadsPerMultiprocessor: 2048,
    maxSharedBytes: 232_448,
    l2Bytes: 62_914_560,
  },
};
