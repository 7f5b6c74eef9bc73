import { sellSlices } from '@spmv/kernel-kit/assembly/sell-slices';

/** Slices begin … end − 1 of a sliced matrix. */
// @ts-ignore: decorator
@inline
export function sell<T>(
  sliceStart: usize, rowOrder: usize, colIndex: usize, values: usize, x: usize, y: usize, C: i32, sigma: i32, rows: i32, alpha: T, beta: T, begin: i32, end: i32,
): void {
  sellSlices<T>(sliceStart, rowOrder, colIndex, values, x, y, C, sigma, rows, alpha, beta, begin, end);
}
