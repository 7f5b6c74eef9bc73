import type { KernelContext, NativePass } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';
import type { NativeBuild } from './build.ts';
import { FUNCTIONS, leveled } from './build.ts';

/** The address of what a kernel has not. */
export const NONE = 0;

/** The last pass of a kernel that ends in sums: s and t from those of `count` blocks in `scratch.sums`, in one order. */
export function totalPass(
  build: NativeBuild,
  { precision: { precision } }: KernelContext,
  sums: readonly ('s' | 't')[],
  count: number,
): NativePass {
  const isDouble = PRECISIONS[precision].host === 'f64';
  return {
    module: FUNCTIONS.href,
    export: leveled(build, isDouble ? 'totalF64' : 'totalF32'),
    arguments: ['scratch.sums', sums.includes('s') ? 's' : NONE, sums.includes('t') ? 't' : NONE, count],
    partition: { unit: 'sums', count: 1 },
  };
}
