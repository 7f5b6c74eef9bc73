import type { KernelContext, NamedArrays, Partition, StoredMatrix } from '@spmv/core';
import { unitsOf } from './partitions.ts';

/** Slices of a matrix in `sell`, weighed by their slots. */
export function bySlices({ matrix }: Pick<KernelContext, 'matrix'>): Partition {
  return unitsOf('slices', matrix.scalars['slices'], 'sliceStart');
}

/** Slices of a matrix in `packed`, weighed by their steps, which {@link stepStarts} counts. */
export function byPackedSlices({ matrix }: Pick<KernelContext, 'matrix'>): Partition {
  return unitsOf('slices', matrix.scalars['sliceCount'], 'auxiliary.stepStart');
}

/** `stepStart`: the steps before each slice of a matrix in `packed`, and their number as last element. */
export function stepStarts({ arrays, scalars }: StoredMatrix): NamedArrays {
  const slices = arrays['slices'] as Int32Array;
  const count = scalars['sliceCount'];
  const stepStart = new Int32Array(count + 1);
  for (let s = 0; s < count; s++) stepStart[s + 1] = slices[4 * s] + (slices[4 * s + 3] & 0xffff);
  return { stepStart };
}
