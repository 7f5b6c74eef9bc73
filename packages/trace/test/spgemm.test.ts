import type { BackendDescriptor } from '@spmv/core';
import { csr } from '@spmv/formats';
import { cuda } from '@spmv/backend-cuda';
import { cudaCsr, spgemm } from '@spmv/spgemm';
import { matrixKernelCases } from '@spmv/testkit';
import { describe, it } from 'vitest';
import { openCudaDriver } from '../../backend-cuda/src/driver.ts';
import { interpretingAddon } from './interpreting-addon.ts';
import { NO_PTX } from './traced.ts';
import { unless } from '../../../tools/needs.ts';

/** The backend over a device that is interpreted. */
const interpreted: BackendDescriptor = {
  ...cuda,
  probe: async () => ({ status: 'available', devices: [{ id: '0', name: 'an interpreted GPU' }] }) as never,
  open: (options) => openCudaDriver(options, undefined, interpretingAddon()),
};

describe('sparse products on CUDA, instruction by instruction', unless(NO_PTX), () => {
  const cases = matrixKernelCases({ operation: spgemm, kernel: cudaCsr, backend: interpreted, formats: [csr] });
  for (const one of cases.filter(({ tier }) => tier === 'quick')) {
    it(one.id, async () => {
      const t = performance.now();
      console.log(one.id, await one.run({ coverage: 'few' }), Math.round(performance.now() - t));
    });
  }
});
