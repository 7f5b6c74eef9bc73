import type { BackendDescriptor, Probe } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import { CPU_TARGETS, cpuName, requireOnlyDevice, wasmFeatures } from '@spmv/kernels-cpu/runtime';
import { coreCount } from './cores.ts';
import { launchParams } from './schedule/launch-params.ts';

async function deviceName(): Promise<string> {
  const cores = await coreCount();
  return `${await cpuName()}, ${cores} ${cores === 1 ? 'thread' : 'threads'}`;
}

async function probe(): Promise<Probe> {
  if (
    typeof SharedArrayBuffer !== 'function' ||
    (globalThis as { readonly crossOriginIsolated?: boolean }).crossOriginIsolated === false
  ) {
    return {
      available: false,
      reason: 'This page is not cross-origin isolated, so its threads cannot share memory.',
      fix: 'Serve it with the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.',
    };
  }
  if (!wasmFeatures().baseline) {
    return {
      available: false,
      reason: 'This engine has no WebAssembly with threads and 128-bit SIMD.',
      fix: 'Use a current Node or browser.',
    };
  }
  return { available: true, devices: [await deviceName()] };
}

/**
 * Worker threads over one shared memory. The matrix, x and y are where every thread reads them. A product is a few atomic words, never
 * a message; the calling thread computes its share, and those that no worker has begun by then: on a busy machine it never waits for
 * a thread that the system does not run. Workers that find nothing to do for a millisecond sleep and cost no CPU; they never keep
 * the process alive.
 *
 * Options of `open`: `spinMicroseconds`, how long idle threads look for work before they sleep (default 1000); `startMilliseconds`, how long `prepare` waits for each thread of a team
 * (default: until all are there; after that the calling thread computes alone until they are, `finish` waits 25 ms for each, once, and what keeps them from it is an error of the next product;
 * with 0 they start when products have taken 25 ms alone, or at `finish`); `heapBytes`, most bytes of the
 * WebAssembly memory that holds vectors and what fits of matrices (default 4 GiB).
 */
export const threads: BackendDescriptor = {
  kind: 'backend',
  id: 'threads',
  title: 'Worker threads over one shared memory',
  targets: CPU_TARGETS,
  launchParams,
  probe,
  async open(options) {
    const found = await probe();
    if (!found.available)
      throw new SpmvError('BACKEND.UNAVAILABLE', `Backend 'threads' is unavailable: ${found.reason}`, {
        fix: found.fix,
      });
    if (options.device !== undefined) requireOnlyDevice('threads', options.device, await deviceName());
    return (await import('./driver.ts')).openThreadsDriver(options);
  },
};
