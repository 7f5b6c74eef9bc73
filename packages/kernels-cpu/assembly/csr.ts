import { csrRows } from '@spmv/kernel-kit/assembly/csr-rows';

/** CSR over rows begin … end − 1 (Fraga 2018). */
// @ts-ignore: decorator
@inline
export function csr<T>(
  rowStart: usize, colIndex: usize, values: usize, choice: usize, order: usize, x: usize, y: usize, alpha: T, beta: T, begin: i32, end: i32,
): void {
  csrRows<T>(rowStart, colIndex, values, choice, order, x, y, alpha, beta, begin, end);
}
