import type { Kernel } from '@spmv/core';
import { SPLIT_ROWS_INTO_Y } from '@spmv/core';
import { byPackedSlices, nativeKernel, stepStarts } from '@spmv/kernel-kit';
import type { NativeBuild } from './build.ts';
import { FUNCTIONS, leveled, PRECISIONS } from './build.ts';
import { KREUTZER } from './sources.ts';

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
    partition: (context) => ({ ...byPackedSlices(context), splitRows: SPLIT_ROWS_INTO_Y }),
  });
}
