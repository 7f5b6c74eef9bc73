import { SpmvError } from '@spmv/core';
import type { GpuBindGroup, GpuComputePass, GpuComputePipeline } from '../gpu/gpu-types.ts';

/** Workgroups whose numbers, and those of a few more, are below 2^32. */
const MOST_GROUPS = 2 ** 31;

/** A dispatch ready to be encoded, but for its bind group. */
export interface ReadyDispatch {
  readonly pipeline: GpuComputePipeline;
  readonly groupsX: number;
  readonly groupsY: number;
}

/**
 * Folds a number of workgroups into two dimensions of at most `most` each; the last row may have some too many, which find nothing to do.
 *
 * Errors: `BACKEND.LIMIT` where two dimensions do not hold them, or numbers of 32 bits not all of their threads' rows.
 */
export function foldGroups(
  groups: number,
  most: number,
  what: string,
): { readonly groupsX: number; readonly groupsY: number } {
  if (!(groups <= Math.min(most * most, MOST_GROUPS))) {
    throw new SpmvError(
      'BACKEND.LIMIT',
      `${what} would take ${groups} workgroups; the device runs at most ${most} along each of two dimensions (maxComputeWorkgroupsPerDimension = ${most}), and kernels count to ${MOST_GROUPS}.`,
      {
        fix: 'Choose larger workgroups, fewer threads a row, or divide the matrix into blocks of rows.',
        details: { what, groups, limit: 'maxComputeWorkgroupsPerDimension', allowed: most },
      },
    );
  }
  if (groups <= most) return { groupsX: groups, groupsY: 1 };
  const groupsY = Math.ceil(groups / most);
  return { groupsX: Math.ceil(groups / groupsY), groupsY };
}

/** A pass being encoded, and what was last set in it: setting the same again costs host and device time. */
export interface Recording {
  readonly pass: GpuComputePass;
  pipeline: GpuComputePipeline | undefined;
  group: GpuBindGroup | undefined;
}

/** Nothing is set yet in `pass`. */
export function createRecording(pass: GpuComputePass): Recording {
  return { pass, pipeline: undefined, group: undefined };
}

/** Encodes steps with their bind groups. */
export function encodeSteps(
  recording: Recording,
  steps: readonly ReadyDispatch[],
  groups: readonly GpuBindGroup[],
): void {
  const { pass } = recording;
  for (let s = 0; s < steps.length; s++) {
    const step = steps[s] as ReadyDispatch;
    const group = groups[s] as GpuBindGroup;
    if (recording.pipeline !== step.pipeline) pass.setPipeline(step.pipeline);
    if (recording.group !== group) pass.setBindGroup(0, group);
    recording.pipeline = step.pipeline;
    recording.group = group;
    // An argument less is 7 % of both calls.
    if (step.groupsY === 1) pass.dispatchWorkgroups(step.groupsX);
    else pass.dispatchWorkgroups(step.groupsX, step.groupsY);
  }
}
