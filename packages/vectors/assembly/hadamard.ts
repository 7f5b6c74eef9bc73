import { checkRange } from '@spmv/kernel-kit/assembly/checked';
import { madd, mul, splat } from '@spmv/kernel-kit/assembly/lanes';
import { leave, totalOf } from './lanes-sum';

// @ts-ignore: decorator
@inline
function rows<T>(d: usize, x: usize, y: usize, sums: usize, block: i32, first: i32, past: i32, dots: bool): void {
  let at = <usize>first << alignof<T>();
  const last = <usize>past << alignof<T>();
  let dot0 = splat<T>(0), dot1 = splat<T>(0), dot2 = splat<T>(0), dot3 = splat<T>(0);
  for (; at + 64 <= last; at += 64) {
    const x0 = v128.load(x + at);
    const x1 = v128.load(x + at, 16);
    const x2 = v128.load(x + at, 32);
    const x3 = v128.load(x + at, 48);
    const result0 = mul<T>(v128.load(d + at), x0);
    const result1 = mul<T>(v128.load(d + at, 16), x1);
    const result2 = mul<T>(v128.load(d + at, 32), x2);
    const result3 = mul<T>(v128.load(d + at, 48), x3);
    v128.store(y + at, result0);
    v128.store(y + at, result1, 16);
    v128.store(y + at, result2, 32);
    v128.store(y + at, result3, 48);
    if (dots) {
      dot0 = madd<T>(result0, x0, dot0);
      dot1 = madd<T>(result1, x1, dot1);
      dot2 = madd<T>(result2, x2, dot2);
      dot3 = madd<T>(result3, x3, dot3);
    }
  }
  let dot: f64 = dots ? totalOf<T>(dot0, dot1, dot2, dot3) : 0;
  for (; at < last; at += sizeof<T>()) {
    const other = load<T>(x + at);
    const result = <T>(load<T>(d + at) * other);
    store<T>(y + at, result);
    if (dots) dot += <f64>result * <f64>other;
  }
  if (dots) leave(sums, block, dot, 0);
}

/** Blocks begin … end − 1 of y ← d ∘ x, with yᵀx of each in `sums`; not where the address s is 0. */
// @ts-ignore: decorator
@inline
function hadamard<T>(d: usize, x: usize, y: usize, s: usize, sums: usize, n: i32, size: i32, begin: i32, end: i32): void {
  for (let block = begin; block < end; block++) {
    const first = block * size;
    const past = min(first + size, n);
    checkRange(d, first, past, alignof<T>());
    checkRange(x, first, past, alignof<T>());
    checkRange(y, first, past, alignof<T>());
    if (s != 0) checkRange(sums, 2 * block, 2 * block + 2, 3);
    if (s == 0) rows<T>(d, x, y, sums, block, first, past, false);
    else rows<T>(d, x, y, sums, block, first, past, true);
  }
}

export function hadamardF64(d: usize, x: usize, y: usize, s: usize, sums: usize, n: i32, size: i32, begin: i32, end: i32): void {
  hadamard<f64>(d, x, y, s, sums, n, size, begin, end);
}

export function hadamardF32(d: usize, x: usize, y: usize, s: usize, sums: usize, n: i32, size: i32, begin: i32, end: i32): void {
  hadamard<f32>(d, x, y, s, sums, n, size, begin, end);
}
