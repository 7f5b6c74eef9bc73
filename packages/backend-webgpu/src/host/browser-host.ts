import { SpmvError } from '@spmv/core';
import type { CallersWebGpu } from '../callers/callers-types.ts';
import type { Gpu } from '../gpu/gpu-types.ts';
import { chooseAdapter } from './choose-adapter.ts';
import type { GpuHost } from './gpu-host.ts';

/** WebGPU as a page or a worker finds it. `gpu` is `navigator.gpu`, or `undefined` where the browser has none. */
export function browserHost(given: CallersWebGpu | undefined): GpuHost {
  const gpu = given as Gpu | undefined;
  return {
    title: 'this browser',
    async acquire({ device }) {
      if (gpu === undefined) {
        throw new SpmvError('BACKEND.UNAVAILABLE', 'This browser or page has no WebGPU (navigator.gpu is missing).', {
          fix: 'Use a browser with WebGPU, and serve the page over https or from localhost.',
        });
      }
      const adapter = await chooseAdapter(gpu, device);
      if (adapter === undefined) {
        throw new SpmvError('BACKEND.UNAVAILABLE', `This browser offers no WebGPU adapter (asked for: ${device}).`, {
          fix: "Turn on hardware acceleration in the browser's settings; see chrome://gpu for what it says of WebGPU.",
          details: { device },
        });
      }
      return { gpu, adapter, release() {} };
    },
  };
}
