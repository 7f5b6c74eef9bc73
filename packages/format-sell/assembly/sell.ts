import { sellSlices } from '@spmv/kernel-kit/assembly/sell-slices';

/** Slices begin … end − 1 of a sliced matrix. */
export function sellF64(
  sliceStart: usize, rowOrder: usize, colIndex: usize, values: usize, x: usize, y: usize,
  C: i32, sigma: i32, rows: i32, alpha: f64, beta: f64, begin: i32, end: i32,
): void {
  sellSlices<f64>(sliceStart, rowOrder, colIndex, values, x, y, C, sigma, rows, alpha, beta, begin, end);
}

export function sellF32(
  sliceStart: usize, rowOrder: usize, colIndex: usize, values: usize, x: usize, y: usize,
  C: i32, sigma: i32, rows: i32, alpha: f64, beta: f64, begin: i32, end: i32,
): void {
  sellSlices<f32>(sliceStart, rowOrder, colIndex, values, x, y, C, sigma, rows, <f32>alpha, <f32>beta, begin, end);
}
