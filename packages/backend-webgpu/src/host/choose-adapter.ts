import { SpmvError } from '@spmv/core';
import type { Gpu, GpuAdapter } from '../gpu/gpu-types.ts';

const KINDS = ['high-performance', 'low-power', 'software'];

/** Whether `device` says which sort of adapter is wanted rather than its name. */
export function isAdapterKind(device: string): boolean {
  return KINDS.includes(device);
}

/** As the driver names it: `NVIDIA H200`, `SwiftShader Device (Subzero)`; what the browser lets be known of it. */
export function adapterName({ info }: GpuAdapter): string {
  const device = /^0x|^$/u.test(info.device) ? '' : info.device;
  const parts = [info.vendor, device === '' ? info.architecture : device].filter((part) => part !== '');
  return parts.length > 0 ? parts.join(' ') : 'WebGPU adapter';
}

/** Whether a CPU stands in for a GPU. */
export function isSoftware({ info }: GpuAdapter): boolean {
  return info.isFallbackAdapter === true || /swiftshader|llvmpipe|lavapipe|microsoft basic render/iu.test(`${info.architecture} ${info.device} ${info.description}`);
}

/** The adapter of the wanted kind, or `undefined` when there is none. Errors: `BACKEND.UNAVAILABLE` when a name fits none. */
export async function chooseAdapter(gpu: Gpu, device: string): Promise<GpuAdapter | undefined> {
  if (device === 'software') {
    const fallback = (await gpu.requestAdapter({ forceFallbackAdapter: true })) ?? (await gpu.requestAdapter());
    if (fallback !== null && isSoftware(fallback)) return fallback;
    return undefined;
  }
  const adapter = await gpu.requestAdapter({ powerPreference: device === 'low-power' ? 'low-power' : 'high-performance' });
  if (adapter === null) return undefined;
  if (isAdapterKind(device)) return adapter;
  const known = `${adapterName(adapter)} ${adapter.info.description}`;
  if (known.toLowerCase().includes(device.toLowerCase())) return adapter;
  throw new SpmvError('BACKEND.UNAVAILABLE', `No WebGPU adapter is called '${device}'; there is ${known.trim()}.`, {
    fix: `Use one of: ${KINDS.join(', ')}, or a part of the adapter's name.`,
    details: { device, found: known },
  });
}
