import type { Kernel, KernelContext, NamedArrays, Partition, StoredMatrix } from '@spmv/core';
import { SPLIT_ROWS_INTO_Y } from '@spmv/core';
import { nativeKernel, unitsOf } from '@spmv/kernel-kit';
import type { NativeBuild } from './build.ts';
import { FUNCTIONS, leveled, PRECISIONS } from './build.ts';
import { KREUTZER } from './sources.ts';

/** `stepStart`: the steps before each slice and their number as last element, by which a backend divides the slices. */
export function stepStarts({ arrays, scalars }: StoredMatrix): NamedArrays {
  const slices = arrays['slices'] as Int32Array;
  const count = scalars['sliceCount'] as number;
  const stepStart = new Int32Array(count + 1);
  for (let s = 0; s < count; s++)
    stepStart[s + 1] = (slices[4 * s] as number) + ((slices[4 * s + 3] as number) & 0xffff);
  return { stepStart };
}

/** Slices, weighed by their steps. */
export function bySteps({ matrix }: KernelContext): Partition {
  return unitsOf('slices', matrix.scalars['sliceCount'] as number, 'auxiliary.stepStart');
}

/** The kernel of packed slices; the parts of a split row may be on both sides of a border. */
export function packedKernel(build: NativeBuild): Kernel<'native'> {
  return nativeKernel({
    module: FUNCTIONS,
    precisions: PRECISIONS,
    id: 'native/packed',
    format: 'packed',
    title: 'Packed slices, as many lanes at a time as a vector has, up to 8',
    sources: [KREUTZER],
    export: leveled(build, 'packed'),
    arrays: ['slices', 'segments', 'columns', 'values'],
    analyse: stepStarts,
    partition: (context) => ({ ...bySteps(context), splitRows: SPLIT_ROWS_INTO_Y }),
  });
}
