import type { Axis, BufferName, DeviceInfo, KernelPrecision, ParamSpace, SpmvContext, WgslBinding } from '@spmv/core';

/** One text serves all of these: the backend supplies the arithmetic. */
export const WGSL_PRECISIONS: readonly KernelPrecision[] = [
  { precision: 'f32', accumulator: 'f32' },
  { precision: 'df64', accumulator: 'df64' },
  { precision: 'f16', accumulator: 'f32' },
];

export interface WgslParams {
  readonly [name: string]: number;
  readonly block: number;
}

const block: Axis<number> = { values: [64, 128, 256], default: 256, doc: "Threads per workgroup (the papers' block size BS)." };

function mostThreads(device: DeviceInfo): number {
  return device.limits['maxWorkgroupThreads'] ?? 256;
}

/** The one parameter of most kernels: the block. */
export const wgslParams: ParamSpace<SpmvContext, WgslParams> = {
  axes: { block },
  suggest: ({ device }) => ({ block: Math.min(256, mostThreads(device)) >= 256 ? 256 : 64 }),
  reject: (params, { device }) => (params.block > mostThreads(device) ? `${device.name} runs at most ${mostThreads(device)} threads a workgroup` : undefined),
};

/** Bindings that are read, then y, which is written. */
export function bindings(...names: readonly BufferName[]): readonly WgslBinding[] {
  return [...names.map((buffer): WgslBinding => ({ buffer, access: 'read' })), { buffer: 'y', access: 'read_write' }];
}
