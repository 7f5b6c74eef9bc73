import type { GpuBindGroup, GpuComputePass, GpuComputePipeline } from '../gpu/gpu-types.ts';

/** A dispatch ready to be encoded, but for its bind group. */
export interface Step {
  readonly pipeline: GpuComputePipeline;
  readonly groupsX: number;
  readonly groupsY: number;
}

/** Folds a number of workgroups into two dimensions of at most `most` each; the last row may have some too many. */
export function foldGroups(groups: number, most: number): { readonly groupsX: number; readonly groupsY: number } {
  if (groups <= most) return { groupsX: groups, groupsY: 1 };
  const groupsY = Math.ceil(groups / most);
  return { groupsX: Math.ceil(groups / groupsY), groupsY };
}

/** Encodes steps with their bind groups. `offset` holds the place of the scalars in its only element. */
export function encodeSteps(pass: GpuComputePass, steps: readonly Step[], groups: readonly GpuBindGroup[], offset: Uint32Array): void {
  for (let s = 0; s < steps.length; s++) {
    const step = steps[s] as Step;
    pass.setPipeline(step.pipeline);
    pass.setBindGroup(0, groups[s] as GpuBindGroup, offset, 0, 1);
    pass.dispatchWorkgroups(step.groupsX, step.groupsY);
  }
}
