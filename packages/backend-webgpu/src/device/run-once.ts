import type { GpuBuffer } from '../gpu/gpu-types.ts';
import type { Compiler, PipelineRequest } from '../run/compile.ts';
import { scalarBinding } from '../run/scalars.ts';
import type { DeviceSession } from './device-session.ts';

/** What self-tests run with, before there is a driver. */
export interface TestBench {
  readonly session: DeviceSession;
  readonly compiler: Compiler;
  /** Zeroed scalars for binding 0. */
  readonly scalars: GpuBuffer;
}

/** Compiles and submits one dispatch over `buffers` at bindings 1, 2, … */
export async function runOnce(
  { session, compiler, scalars }: TestBench,
  request: PipelineRequest,
  buffers: readonly GpuBuffer[],
  groups: number,
): Promise<void> {
  const { device } = session;
  const { pipeline, layout } = await compiler.pipeline(request);
  const group = device.createBindGroup({
    layout,
    entries: [
      { binding: 0, resource: scalarBinding(scalars, 0, 0) },
      ...buffers.map((buffer, k) => ({ binding: k + 1, resource: { buffer } })),
    ],
  });
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, group);
  pass.dispatchWorkgroups(groups);
  pass.end();
  device.queue.submit([encoder.finish()]);
}
