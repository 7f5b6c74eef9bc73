import { csrRows } from '@spmv/kernel-kit/assembly/csr-rows';
import { rows } from '@spmv/kernel-kit/assembly/rows';

/** CSR over rows begin … end − 1 (Fraga 2018). */
// @ts-ignore: decorator
@inline
export function csr<T, A = T>(
  rowStart: usize, colIndex: usize, values: usize, choice: usize, order: usize, x: usize, y: usize, alpha: T, beta: T, begin: i32, end: i32,
): void {
  if (isBoolean<A>()) rows<T, A>(rowStart, colIndex, values, x, y, alpha, beta, begin, end);
  else csrRows<T>(rowStart, colIndex, values, choice, order, x, y, alpha, beta, begin, end);
}
