import type { Axis, KernelContext } from '@spmv/core';
import { sumBytes } from '../precisions.ts';

/** How the threads of one row add up: through workgroup memory, or by subgroup shuffles where the device has them. */
export type Reduction = 'workgroup' | 'subgroup';

/** The axis of that choice. */
export const reductionAxis: Axis<Reduction> = {
  values: ['workgroup', 'subgroup'],
  default: 'workgroup',
  doc: 'How the threads of a row add up their sums: in workgroup memory, or by shuffles within a subgroup (then threadsPerRow is at most the size of a subgroup).',
};

/** Shuffles where the device supports them for rows of `lanes` threads. */
export function suggestReduction({ device }: KernelContext, lanes: number): Reduction {
  return reductionObstacle('subgroup', { device }, lanes) === undefined ? 'subgroup' : 'workgroup';
}

/** Why the `lanes` threads of a row cannot add up their sums in this way, or `undefined`. */
export function reductionObstacle(
  reduction: Reduction,
  { device }: Pick<KernelContext, 'device'>,
  lanes: number,
): string | undefined {
  if (reduction === 'workgroup') return undefined;
  if (!device.capabilities.includes('subgroups')) return `${device.name} offers no subgroups.`;
  const size = device.limits['subgroupSize'] ?? 0;
  return lanes > size ? `a subgroup of ${device.name} has ${size} threads, but a row needs ${lanes}.` : undefined;
}

/** The text that defines `reduceLanes` and `reduceSome`. */
export function reductionText(reduction: Reduction): URL {
  return reduction === 'subgroup'
    ? new URL('../../wgsl/reduce-subgroup.wgsl', import.meta.url)
    : new URL('../../wgsl/reduce-workgroup.wgsl', import.meta.url);
}

/** The WGSL extensions it needs. */
export function reductionExtensions(reduction: Reduction): readonly string[] {
  return reduction === 'subgroup' ? ['subgroups'] : [];
}

/** Bytes of workgroup memory it needs for `blockSize` threads. */
export function reductionBytes(reduction: Reduction, blockSize: number, context: KernelContext): number {
  return reduction === 'workgroup' ? blockSize * sumBytes(context) : 0;
}
