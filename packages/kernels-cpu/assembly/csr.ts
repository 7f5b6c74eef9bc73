import { checkRange } from '@spmv/kernel-kit/assembly/checked';
import { groupedRows } from './lib/row-groups';
import { rows } from './lib/rows';

/** CSR over rows begin … end − 1 (Fraga 2018), four entries at a time or, where `choice` holds 1, rows of one length after another. */
// @ts-ignore: decorator
@inline
function csr<T>(rowStart: usize, colIndex: usize, values: usize, choice: usize, order: usize, x: usize, y: usize, alpha: T, beta: T, begin: i32, end: i32): void {
  checkRange(choice, 0, 1, 2);
  if (load<i32>(choice) == 1) groupedRows<T>(rowStart, colIndex, values, x, y, order, alpha, beta, begin, end);
  else rows<T>(rowStart, colIndex, values, x, y, alpha, beta, begin, end);
}

export function csrF64(rowStart: usize, colIndex: usize, values: usize, choice: usize, order: usize, x: usize, y: usize, alpha: f64, beta: f64, begin: i32, end: i32): void {
  csr<f64>(rowStart, colIndex, values, choice, order, x, y, alpha, beta, begin, end);
}

export function csrF32(rowStart: usize, colIndex: usize, values: usize, choice: usize, order: usize, x: usize, y: usize, alpha: f64, beta: f64, begin: i32, end: i32): void {
  csr<f32>(rowStart, colIndex, values, choice, order, x, y, <f32>alpha, <f32>beta, begin, end);
}
