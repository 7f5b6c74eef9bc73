import type { Gpu } from '../gpu/gpu-types.ts';
import { browserHost } from './browser-host.ts';
import type { GpuHost } from './gpu-host.ts';

/** The browser's WebGPU where there is a browser, else Dawn. Looked at when a device is opened, never on import. */
export const defaultHost: GpuHost = {
  title: 'WebGPU',
  async acquire(options) {
    const { navigator } = globalThis as { readonly navigator?: { readonly gpu?: Gpu } };
    const node = typeof process !== 'undefined' && process.versions?.node !== undefined;
    if (node && navigator?.gpu === undefined) return (await import('./dawn-host.ts')).dawnHost.acquire(options);
    return browserHost(navigator?.gpu).acquire(options);
  },
};
