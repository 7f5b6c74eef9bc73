import { checkRange } from '@spmv/kernel-kit/assembly/checked';

/** yᵢ ← α·dᵢ·xᵢ + βyᵢ over begin … end − 1: it only streams, so its speed is the bandwidth of the threads that run it. */
export function diagonalF64(diagonal: usize, x: usize, y: usize, alpha: f64, beta: f64, begin: i32, end: i32): void {
  checkRange(diagonal, begin, end, 3);
  checkRange(x, begin, end, 3);
  checkRange(y, begin, end, 3);
  const factor = f64x2.splat(alpha);
  const scale = f64x2.splat(beta);
  let at = <usize>begin << 3;
  const last = <usize>end << 3;
  for (; at + 16 <= last; at += 16) {
    let sum = f64x2.mul(factor, f64x2.mul(v128.load(diagonal + at), v128.load(x + at)));
    if (beta != 0) sum = f64x2.add(sum, f64x2.mul(scale, v128.load(y + at)));
    v128.store(y + at, sum);
  }
  if (at < last) {
    const product = alpha * (load<f64>(diagonal + at) * load<f64>(x + at));
    store<f64>(y + at, beta == 0 ? product : product + beta * load<f64>(y + at));
  }
}
