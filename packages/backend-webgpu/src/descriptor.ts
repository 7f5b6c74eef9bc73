import type { BackendDescriptor, Probe } from '@spmv/core';
import { isSpmvError, NO_PARAMS } from '@spmv/core';
import { listAdapters } from './host/choose-adapter.ts';
import { defaultHost } from './host/default-host.ts';
import type { GpuHost } from './host/gpu-host.ts';
import { resolveOptions } from './host/options.ts';

async function probe(host: GpuHost): Promise<Probe> {
  try {
    const handle = await host.acquire(resolveOptions({}));
    try {
      return { available: true, devices: [...(await listAdapters(handle.gpu)).keys()] };
    } finally {
      handle.release();
    }
  } catch (cause) {
    if (isSpmvError(cause)) return { available: false, reason: cause.message, fix: cause.fix };
    return {
      available: false,
      reason: cause instanceof Error ? cause.message : String(cause),
      fix: 'Report this: it should have been recognised.',
    };
  }
}

/** Backend `webgpu` over WebGPU from `host`: an application that has its own instance passes a host that gives it out. */
export function createWebGpu(host: GpuHost): BackendDescriptor {
  return {
    kind: 'backend',
    id: 'webgpu',
    title: 'WebGPU',
    targets: ['wgsl'],
    launchParams: NO_PARAMS,
    probe: () => probe(host),
    async open(options) {
      const { openWebGpuDriver } = await import('./driver.ts');
      return openWebGpuDriver(host, resolveOptions(options));
    },
  };
}

/**
 * WebGPU: Dawn in Node (optional peer dependency `webgpu`), `navigator.gpu` in a browser.
 *
 * `device`: `high-performance` (default), `low-power`, `software`, or a name. Options: see {@link WebGpuOptions}.
 * Errors of `open`: `BACKEND.UNAVAILABLE`, `BACKEND.FAILED`, `PARAM.UNKNOWN`, `PARAM.OUT_OF_RANGE`; later also
 * `BACKEND.DEVICE_LOST`, `BACKEND.OUT_OF_MEMORY`, `BACKEND.LIMIT`, `KERNEL.COMPILE_FAILED`, `KERNEL.LOAD_FAILED`.
 */
export const webgpu: BackendDescriptor = createWebGpu(defaultHost);
