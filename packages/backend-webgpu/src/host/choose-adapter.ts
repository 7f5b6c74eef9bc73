import { SpmvError } from '@spmv/core';
import type { Gpu, GpuAdapter, GpuAdapterInfo } from '../gpu/gpu-types.ts';

const KINDS = ['high-performance', 'low-power', 'software'];

/** Whether `device` says which sort of adapter is wanted rather than its name. */
export function isAdapterKind(device: string): boolean {
  return KINDS.includes(device);
}

/** As the driver names it: `NVIDIA H200`, `SwiftShader Device (Subzero)`; what the browser lets be known of it. */
export function adapterName(info: GpuAdapterInfo): string {
  const device = /^0x|^$/u.test(info.device) ? '' : info.device;
  const parts = [info.vendor, device === '' ? info.architecture : device].filter((part) => part !== '');
  return parts.length > 0 ? parts.join(' ') : 'WebGPU adapter';
}

/** Whether a CPU stands in for a GPU. */
export function isSoftware(info: GpuAdapterInfo): boolean {
  return (
    info.isFallbackAdapter === true ||
    /swiftshader|llvmpipe|lavapipe|microsoft basic render/iu.test(
      `${info.architecture} ${info.device} ${info.description}`,
    )
  );
}

/** As `spmv backends` lists it. */
function adapterLabel({ info }: GpuAdapter): string {
  return `${adapterName(info)}${isSoftware(info) ? ' (software)' : ''}`;
}

/** The adapters that WebGPU gives out, the fastest first, by the names they are listed under: it has no list, only kinds to ask for. */
export async function listAdapters(gpu: Gpu): Promise<ReadonlyMap<string, GpuAdapter>> {
  const found = new Map<string, GpuAdapter>();
  for (const kind of KINDS) {
    const adapter = await ofKind(gpu, kind).catch(() => undefined);
    if (adapter !== undefined && !found.has(adapterLabel(adapter))) found.set(adapterLabel(adapter), adapter);
  }
  return found;
}

/** The adapter listed under this name, or the first that has it as a part of its own. */
export function adapterCalled(name: string, adapters: ReadonlyMap<string, GpuAdapter>): GpuAdapter | undefined {
  const wanted = name.toLowerCase();
  const labels = [...adapters].map(([label, adapter]) => ({ label: label.toLowerCase(), adapter }));
  const known =
    labels.find(({ label }) => label === wanted) ??
    labels.find(({ label, adapter }) => `${label} ${adapter.info.description.toLowerCase()}`.includes(wanted));
  return known?.adapter;
}

async function ofKind(gpu: Gpu, kind: string): Promise<GpuAdapter | undefined> {
  if (kind === 'software') {
    const fallback = (await gpu.requestAdapter({ forceFallbackAdapter: true })) ?? (await gpu.requestAdapter());
    if (fallback !== null && isSoftware(fallback.info)) return fallback;
    return undefined;
  }
  return (
    (await gpu.requestAdapter({ powerPreference: kind === 'low-power' ? 'low-power' : 'high-performance' })) ??
    undefined
  );
}

/** The adapter of the wanted kind or name, or `undefined` when there is none. Errors: `BACKEND.UNAVAILABLE` when a name fits none. */
export async function chooseAdapter(gpu: Gpu, device: string): Promise<GpuAdapter | undefined> {
  if (isAdapterKind(device)) return ofKind(gpu, device);
  const adapters = await listAdapters(gpu);
  if (adapters.size === 0) return undefined;
  const adapter = adapterCalled(device, adapters);
  if (adapter !== undefined) return adapter;
  const found = [...adapters.keys()];
  throw new SpmvError('BACKEND.UNAVAILABLE', `No WebGPU adapter is called '${device}'; there is ${found.join(', ')}.`, {
    fix: `Use one of: ${KINDS.join(', ')}, or a part of the adapter's name.`,
    details: { device, found },
  });
}
