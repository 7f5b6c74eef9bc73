import type { DriverVector } from '@spmv/core';
import type { HeapVector } from './heap-vector.ts';

/**
 * Writes the operands of a product into `values`, the addresses of those in memory and then the host scalars, and says whether any differs from
 * what was there: the second of two products with the same operands has nothing to bind.
 */
export function takeOperands(values: Float64Array, buffers: readonly DriverVector[], scalars: Float64Array): boolean {
  const count = buffers.length;
  const last = values.length - 1;
  let changed = values[last] !== 0;
  values[last] = 0;
  for (let b = 0; b < count; b++) {
    const { address } = buffers[b] as HeapVector;
    if (address === values[b]) continue;
    values[b] = address;
    changed = true;
  }
  for (let s = 0; s < scalars.length; s++) {
    const scalar = scalars[s];
    // NaN equals NaN, and 0 differs from −0.
    if (Object.is(scalar, values[count + s])) continue;
    values[count + s] = scalar;
    changed = true;
  }
  return changed;
}

/** Room for the operands of a product, and a place that says whether there was one: no number differs from those of every product. */
export function operandValues(count: number): Float64Array {
  // The last element is not 0 until there was a product.
  return new Float64Array(count + 1).fill(-1);
}
