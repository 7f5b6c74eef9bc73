import type { KernelContext, NamedArrays, Partition, StoredMatrix } from '@spmv/core';
import { unitsOf } from './partitions.ts';

/** Slices of a matrix in `sell`, weighed by their slots. */
export function bySlices({ matrix }: Pick<KernelContext, 'matrix'>): Partition {
  return unitsOf('slices', matrix.scalars['slices'] as number, 'sliceStart');
}

/** Slices of a matrix in `packed`, weighed by their steps, which {@link stepStarts} counts. */
export function byPackedSlices({ matrix }: Pick<KernelContext, 'matrix'>): Partition {
  return unitsOf('slices', matrix.scalars['sliceCount'] as number, 'auxiliary.stepStart');
}

/** `stepStart`: the steps before each slice of a matrix in `packed`, and their number as last element. */
export function stepStarts({ arrays, scalars }: StoredMatrix): NamedArrays {
  const slices = arrays['slices'] as Int32Array;
  const count = scalars['sliceCount'] as number;
  const stepStart = new Int32Array(count + 1);
  for (let s = 0; s < count; s++)
    stepStart[s + 1] = (slices[4 * s] as number) + ((slices[4 * s + 3] as number) & 0xffff);
  return { stepStart };
}
