import { sellSlices } from '@spmv/kernel-kit/assembly/sell-slices';
import { isZero } from '@spmv/kernel-kit/assembly/numbers';
import { endBlock } from './ending';
import { scale } from './neighbours';
import { scaleOrdered } from './ordered';

/** The same over sliced ELLPACK in blocks begin … end − 1 of `size` slices. */
// @ts-ignore: decorator
@inline
export function sell<T>(
  sliceStart: usize, rowOrder: usize, colIndex: usize, values: usize, x: usize, y: usize, z: usize, t: usize, gamma: usize, w: usize, sums: usize,
  C: i32, sigma: i32, rows: i32, slices: i32, size: i32, alpha: T, beta: T, delta: T, begin: i32, end: i32,
): void {
  const order: usize = sigma == 1 ? 0 : rowOrder;
  for (let block = begin; block < end; block++) {
    const first = block * size;
    const past = min(first + size, slices);
    const firstPlace = first * C;
    const pastPlace = min(past * C, rows);
    if (!isZero<T>(alpha)) sellSlices<T>(sliceStart, rowOrder, colIndex, values, x, y, C, sigma, rows, alpha, beta, first, past);
    else if (order == 0) scale<T>(y, beta, firstPlace, pastPlace);
    else scaleOrdered<T>(y, order, beta, firstPlace, pastPlace);
    endBlock<T>(y, z, t, gamma, w, sums, order, delta, block, firstPlace, pastPlace);
  }
}
