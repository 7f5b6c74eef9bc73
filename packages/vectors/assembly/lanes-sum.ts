import { add, total } from '@spmv/kernel-kit/assembly/lanes';

/** The sum of four vectors of sums. */
// @ts-ignore: decorator
@inline
export function totalOf<T>(sum0: v128, sum1: v128, sum2: v128, sum3: v128): f64 {
  return <f64>total<T>(add<T>(add<T>(sum0, sum1), add<T>(sum2, sum3)));
}

/** The sums of a block: yᵀz and yᵀy at elements 2·block and the one after. */
// @ts-ignore: decorator
@inline
export function leave(sums: usize, block: i32, dot: f64, norm: f64): void {
  store<f64>(sums + (<usize>block << 4), dot);
  store<f64>(sums + (<usize>block << 4), norm, 8);
}
