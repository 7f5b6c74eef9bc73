import { checkRange } from '@spmv/kernel-kit/assembly/checked';
import { madd, splat } from '@spmv/kernel-kit/assembly/lanes';
import { leave, totalOf } from './lanes-sum';

// @ts-ignore: decorator
@inline
function rows<T>(x: usize, z: usize, sums: usize, block: i32, first: i32, past: i32, dots: bool, norms: bool): void {
  let at = <usize>first << alignof<T>();
  const last = <usize>past << alignof<T>();
  let dot0 = splat<T>(0), dot1 = splat<T>(0), dot2 = splat<T>(0), dot3 = splat<T>(0);
  let norm0 = splat<T>(0), norm1 = splat<T>(0), norm2 = splat<T>(0), norm3 = splat<T>(0);
  for (; at + 64 <= last; at += 64) {
    const x0 = v128.load(x + at);
    const x1 = v128.load(x + at, 16);
    const x2 = v128.load(x + at, 32);
    const x3 = v128.load(x + at, 48);
    if (dots) {
      dot0 = madd<T>(x0, v128.load(z + at), dot0);
      dot1 = madd<T>(x1, v128.load(z + at, 16), dot1);
      dot2 = madd<T>(x2, v128.load(z + at, 32), dot2);
      dot3 = madd<T>(x3, v128.load(z + at, 48), dot3);
    }
    if (norms) {
      norm0 = madd<T>(x0, x0, norm0);
      norm1 = madd<T>(x1, x1, norm1);
      norm2 = madd<T>(x2, x2, norm2);
      norm3 = madd<T>(x3, x3, norm3);
    }
  }
  let dot: f64 = dots ? totalOf<T>(dot0, dot1, dot2, dot3) : 0;
  let norm: f64 = norms ? totalOf<T>(norm0, norm1, norm2, norm3) : 0;
  for (; at < last; at += sizeof<T>()) {
    const value = <f64>load<T>(x + at);
    if (dots) dot += value * <f64>load<T>(z + at);
    if (norms) norm += value * value;
  }
  leave(sums, block, dot, norm);
}

/** xᵀz and xᵀx of blocks begin … end − 1 into `sums`. An address z or t that is 0 stands for what the ending has not. */
// @ts-ignore: decorator
@inline
function dots<T>(x: usize, z: usize, t: usize, sums: usize, n: i32, size: i32, begin: i32, end: i32): void {
  for (let block = begin; block < end; block++) {
    const first = block * size;
    const past = min(first + size, n);
    checkRange(x, first, past, alignof<T>());
    if (z != 0) checkRange(z, first, past, alignof<T>());
    checkRange(sums, 2 * block, 2 * block + 2, 3);
    if (t == 0) rows<T>(x, z, sums, block, first, past, true, false);
    else if (z == 0) rows<T>(x, z, sums, block, first, past, false, true);
    else rows<T>(x, z, sums, block, first, past, true, true);
  }
}

export function dotsF64(x: usize, z: usize, t: usize, sums: usize, n: i32, size: i32, begin: i32, end: i32): void {
  dots<f64>(x, z, t, sums, n, size, begin, end);
}

export function dotsF32(x: usize, z: usize, t: usize, sums: usize, n: i32, size: i32, begin: i32, end: i32): void {
  dots<f32>(x, z, t, sums, n, size, begin, end);
}
