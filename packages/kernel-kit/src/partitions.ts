import type { Partition, KernelContext } from '@spmv/core';
import type { ArrayName } from './operands.ts';
import { bufferOf } from './operands.ts';

/** `count` units, weighed by the prefix sums of that name when given: what a backend with threads divides. */
export function unitsOf(unit: string, count: number, work?: ArrayName): Partition {
  return work === undefined ? { unit, count } : { unit, count, work: bufferOf(work) };
}

/** One unit a row of A. */
export function byRows({ matrix }: Pick<KernelContext, 'matrix'>, work?: ArrayName): Partition {
  return unitsOf('rows', matrix.shape.rows, work);
}
