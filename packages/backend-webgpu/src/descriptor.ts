import type { BackendDescriptor, OpenOptions, Probe } from '@spmv/core';
import { isSpmvError, NO_PARAMS, shown, SpmvError } from '@spmv/core';
import { adapterName, listAdapters } from './host/choose-adapter.ts';
import { defaultHost } from './host/default-host.ts';
import type { GpuDevice } from './gpu/gpu-types.ts';
import type { CallersGpu, GpuHost } from './host/gpu-host.ts';
import type { WebGpuOptions } from './host/options.ts';
import { resolveOptions } from './host/options.ts';

async function probe(host: GpuHost | CallersGpu): Promise<Probe> {
  if ('device' in host) {
    const { adapterInfo } = host.device as GpuDevice;
    return { available: true, devices: [adapterInfo ? adapterName(adapterInfo) : 'WebGPU device'] };
  }
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

/** Whether it has what is used of a `GPUDevice` first; an adapter has not. Errors: `PARAM.REJECTED`. */
function requireDevice(device: unknown): void {
  const { lost, queue, limits } = (device ?? {}) as Partial<GpuDevice>;
  if (typeof lost?.then === 'function' && queue && limits) return;
  throw new SpmvError('PARAM.REJECTED', `'device' of createWebGpu is ${shown(device)}, which is no GPUDevice.`, {
    fix: 'Give what await adapter.requestDevice() resolves to, not the adapter.',
  });
}

/** Options that say which device to open, or how, are of no use for one that is open. Errors: `PARAM.REJECTED`, and those of `resolveOptions`. */
function optionsFor(from: GpuHost | CallersGpu, given: OpenOptions): WebGpuOptions {
  const names = Object.keys(given.options ?? {}).filter((name) => name !== 'maxBindingBytes');
  const [first] = given.device === undefined ? names : ['device', ...names];
  const options = resolveOptions(given);
  if (!('device' in from) || first === undefined) return options;
  throw new SpmvError('PARAM.REJECTED', `'${first}' says how a device is opened, and the caller's GPUDevice is open.`, {
    fix: `Leave out '${first}', and request the device as it is to be.`,
    details: { name: first },
  });
}

/**
 * Backend `webgpu` over WebGPU from `from`: a host, which an application that has an instance of its own writes, or the application's `GPUDevice`, `createWebGpu({ device })`.
 *
 * Of the caller's device nothing is changed and nothing is left when the backend is disposed of: it is not destroyed, and its `uncapturederror` is not listened to. Its features and limits are
 * those that it was requested with: what it lacks is refused, and the feature or limit named. Opening runs the self-tests on it, which read a few KiB back. Errors: `PARAM.REJECTED` for what is no device.
 */
export function createWebGpu(from: GpuHost | CallersGpu): BackendDescriptor {
  if ('device' in from) requireDevice(from.device);
  return {
    kind: 'backend',
    id: 'webgpu',
    title: 'WebGPU',
    targets: ['wgsl'],
    launchParams: NO_PARAMS,
    probe: () => probe(from),
    async open(options) {
      if (!('device' in from)) await from.check?.();
      const { openWebGpuDriver } = await import('./driver.ts');
      return openWebGpuDriver(from, optionsFor(from, options));
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
