import { csrRows } from '@spmv/kernel-kit/assembly/csr-rows';
import { isZero } from '@spmv/kernel-kit/assembly/numbers';
import { endBlock } from './ending';
import { scale } from './neighbours';

/** y ← αAx + βy over CSR in blocks begin … end − 1 of `size` rows, and with each block, while it is in the processor's nearest cache, its ending. */
// @ts-ignore: decorator
@inline
export function csr<T>(
  rowStart: usize, colIndex: usize, values: usize, choice: usize, order: usize, x: usize, y: usize, z: usize, t: usize, gamma: usize, w: usize,
  sums: usize, rows: i32, size: i32, alpha: T, beta: T, delta: T, begin: i32, end: i32,
): void {
  for (let block = begin; block < end; block++) {
    const first = block * size;
    const past = min(first + size, rows);
    if (isZero<T>(alpha)) scale<T>(y, beta, first, past);
    else csrRows<T>(rowStart, colIndex, values, choice, order, x, y, alpha, beta, first, past);
    endBlock<T>(y, z, t, gamma, w, sums, 0, delta, block, first, past);
  }
}
