import type { DeviceInfo } from '../../backend/device-info.ts';
import type { Axis, ParamSpace } from '../../params/param-space.ts';
import type { KernelPrecision, SpmvContext } from '../kernel.ts';
import type { BufferName } from './gpu-source.ts';
import type { WgslBinding } from './wgsl-program.ts';

/** What a WGSL kernel with `arithmetic: true` computes in: one text serves all of these. */
export const WGSL_PRECISIONS: readonly KernelPrecision[] = [
  { precision: 'f32', accumulator: 'f32' },
  { precision: 'df64', accumulator: 'df64' },
  { precision: 'f16', accumulator: 'f32' },
];

/** The parameter that nearly every WGSL kernel has. */
export interface WorkgroupParams {
  readonly [name: string]: number;
  /** Threads per workgroup, the block size BS of the papers. */
  readonly block: number;
}

const block: Axis<number> = {
  values: [64, 128, 256],
  default: 256,
  doc: "Threads per workgroup (the papers' block size BS).",
};

function mostThreads(device: DeviceInfo): number {
  return device.limits['maxWorkgroupThreads'] ?? 256;
}

/** 64, 128 or 256 threads per workgroup, the most that the device runs of these unless asked otherwise. */
export const workgroupParams: ParamSpace<SpmvContext, WorkgroupParams> = {
  axes: { block },
  suggest: ({ device }) => ({ block: mostThreads(device) >= 256 ? 256 : 64 }),
  reject: (params, { device }) =>
    params.block > mostThreads(device)
      ? `${device.name} runs at most ${mostThreads(device)} threads a workgroup`
      : undefined,
};

/** Bindings of buffers that are read, in the order given, then of y, which is written. */
export function wgslBindings(...names: readonly BufferName[]): readonly WgslBinding[] {
  return [...names.map((buffer): WgslBinding => ({ buffer, access: 'read' })), { buffer: 'y', access: 'read_write' }];
}
