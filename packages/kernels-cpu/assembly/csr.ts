import { csrRows } from '@spmv/kernel-kit/assembly/csr-rows';

/** CSR over rows begin … end − 1 (Fraga 2018). */
export function csrF64(rowStart: usize, colIndex: usize, values: usize, choice: usize, order: usize, x: usize, y: usize, alpha: f64, beta: f64, begin: i32, end: i32): void {
  csrRows<f64>(rowStart, colIndex, values, choice, order, x, y, alpha, beta, begin, end);
}

export function csrF32(rowStart: usize, colIndex: usize, values: usize, choice: usize, order: usize, x: usize, y: usize, alpha: f64, beta: f64, begin: i32, end: i32): void {
  csrRows<f32>(rowStart, colIndex, values, choice, order, x, y, <f32>alpha, <f32>beta, begin, end);
}
