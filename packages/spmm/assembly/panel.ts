import { element } from '@spmv/kernel-kit/assembly/checked';

/**
 * Rows begin … end − 1 of `count` vectors by columns, the first at `origin` of X and `xCol` numbers apart, laid by rows, `width` numbers apart: what
 * kernels read of X for an entry lies side by side. Eight rows at a time, so that what is written stays in the first-level cache.
 */
// @ts-ignore: decorator
@inline
export function panel<T>(X: usize, rows: usize, xCol: i32, origin: i32, width: i32, count: i32, begin: i32, end: i32): void {
  for (let i = begin; i < end; i += 8) {
    const last = min(i + 8, end);
    for (let j = 0; j < count; j++) {
      const column = origin + j * xCol;
      for (let r = i; r < last; r++) store<T>(element<T>(rows, r * width + j), load<T>(element<T>(X, column + r)));
    }
  }
}
