import { element, span } from '@spmv/kernel-kit/assembly/checked';
import { dotOf, update } from './neighbours';
import { dotOfOrdered, updateOrdered } from './ordered';

// @ts-ignore: decorator
@inline
function sumAt<T>(sums: usize, k: i32): usize {
  const components = isFloat<T>() ? 1 : 2;
  return span<f64>(sums, components * k, components);
}

/**
 * What follows the rows at places begin … end − 1: zᴴy and yᴴy into numbers 2·block and the one after of `sums`, in f64, and w ← δw + γy. The row at place p is
 * rowOrder[p], or p where that address is 0. An address that is 0 stands for what the ending has not.
 */
// @ts-ignore: decorator
@inline
export function endBlock<T>(
  y: usize, z: usize, t: usize, gamma: usize, w: usize, sums: usize, rowOrder: usize, delta: T, block: i32, begin: i32, end: i32,
): void {
  if (rowOrder == 0) {
    if (z != 0) dotOf<T>(y, z, begin, end, sumAt<T>(sums, 2 * block));
    if (t != 0) dotOf<T>(y, y, begin, end, sumAt<T>(sums, 2 * block + 1));
    if (w != 0) update<T>(y, w, load<T>(element<T>(gamma, 0)), delta, begin, end);
  } else {
    if (z != 0) dotOfOrdered<T>(y, z, rowOrder, begin, end, sumAt<T>(sums, 2 * block));
    if (t != 0) dotOfOrdered<T>(y, y, rowOrder, begin, end, sumAt<T>(sums, 2 * block + 1));
    if (w != 0) updateOrdered<T>(y, w, rowOrder, load<T>(element<T>(gamma, 0)), delta, begin, end);
  }
}
