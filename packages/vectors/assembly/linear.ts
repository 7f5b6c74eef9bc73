import { checkRange, element } from '@spmv/kernel-kit/assembly/checked';
import { madd, mul, splat } from '@spmv/kernel-kit/assembly/lanes';
import { leave, totalOf } from './lanes-sum';

/** (αa)x + (βb)y of a vector of lanes; neither is loaded where its factor is 0. */
// @ts-ignore: decorator
@inline
function combined<T>(x: usize, y: usize, ofX: T, ofY: T, readsX: bool, readsY: bool): v128 {
  let result = splat<T>(0);
  if (readsY) result = mul<T>(splat<T>(ofY), v128.load(y));
  if (readsX) result = readsY ? madd<T>(splat<T>(ofX), v128.load(x), result) : mul<T>(splat<T>(ofX), v128.load(x));
  return result;
}

/** Elements first … past − 1, the bytes of x, y and z being at the same offsets. Constants for the last four arguments make a loop of their own. */
// @ts-ignore: decorator
@inline
function rows<T>(
  x: usize, y: usize, z: usize, sums: usize, ofX: T, ofY: T, block: i32, first: i32, past: i32,
  readsX: bool, readsY: bool, dots: bool, norms: bool,
): void {
  let at = <usize>first << alignof<T>();
  const last = <usize>past << alignof<T>();
  let dot0 = splat<T>(0), dot1 = splat<T>(0), dot2 = splat<T>(0), dot3 = splat<T>(0);
  let norm0 = splat<T>(0), norm1 = splat<T>(0), norm2 = splat<T>(0), norm3 = splat<T>(0);
  for (; at + 64 <= last; at += 64) {
    const result0 = combined<T>(x + at, y + at, ofX, ofY, readsX, readsY);
    const result1 = combined<T>(x + at + 16, y + at + 16, ofX, ofY, readsX, readsY);
    const result2 = combined<T>(x + at + 32, y + at + 32, ofX, ofY, readsX, readsY);
    const result3 = combined<T>(x + at + 48, y + at + 48, ofX, ofY, readsX, readsY);
    v128.store(y + at, result0);
    v128.store(y + at, result1, 16);
    v128.store(y + at, result2, 32);
    v128.store(y + at, result3, 48);
    if (dots) {
      dot0 = madd<T>(result0, v128.load(z + at), dot0);
      dot1 = madd<T>(result1, v128.load(z + at, 16), dot1);
      dot2 = madd<T>(result2, v128.load(z + at, 32), dot2);
      dot3 = madd<T>(result3, v128.load(z + at, 48), dot3);
    }
    if (norms) {
      norm0 = madd<T>(result0, result0, norm0);
      norm1 = madd<T>(result1, result1, norm1);
      norm2 = madd<T>(result2, result2, norm2);
      norm3 = madd<T>(result3, result3, norm3);
    }
  }
  let dot: f64 = dots ? totalOf<T>(dot0, dot1, dot2, dot3) : 0;
  let norm: f64 = norms ? totalOf<T>(norm0, norm1, norm2, norm3) : 0;
  for (; at < last; at += sizeof<T>()) {
    let result: T = 0;
    if (readsY) result = <T>(ofY * load<T>(y + at));
    if (readsX) result = <T>(result + ofX * load<T>(x + at));
    store<T>(y + at, result);
    if (dots) dot += <f64>result * <f64>load<T>(z + at);
    if (norms) norm += <f64>result * <f64>result;
  }
  if (dots || norms) leave(sums, block, dot, norm);
}

/**
 * Blocks begin … end − 1 of y ← (αa)x + (βb)y, of `size` elements each, with yᵀz and yᵀy of each in `sums`. An address z or t that is 0 stands for what the
 * ending has not.
 */
// @ts-ignore: decorator
@inline
function linear<T>(
  x: usize, a: usize, y: usize, b: usize, z: usize, t: usize, sums: usize, n: i32, size: i32, alpha: T, beta: T, begin: i32, end: i32,
): void {
  const ofX = <T>(alpha * load<T>(element<T>(a, 0)));
  const ofY = <T>(beta * load<T>(element<T>(b, 0)));
  const readsX = alpha != 0 && load<T>(a) != 0;
  const readsY = beta != 0 && load<T>(b) != 0;
  for (let block = begin; block < end; block++) {
    const first = block * size;
    const past = min(first + size, n);
    checkRange(x, first, past, alignof<T>());
    checkRange(y, first, past, alignof<T>());
    if (z != 0) checkRange(z, first, past, alignof<T>());
    if (z != 0 || t != 0) checkRange(sums, 2 * block, 2 * block + 2, 3);
    if (!readsX || !readsY) rows<T>(x, y, z, sums, ofX, ofY, block, first, past, readsX, readsY, z != 0, t != 0);
    else if (z == 0 && t == 0) rows<T>(x, y, z, sums, ofX, ofY, block, first, past, true, true, false, false);
    else if (t == 0) rows<T>(x, y, z, sums, ofX, ofY, block, first, past, true, true, true, false);
    else if (z == 0) rows<T>(x, y, z, sums, ofX, ofY, block, first, past, true, true, false, true);
    else rows<T>(x, y, z, sums, ofX, ofY, block, first, past, true, true, true, true);
  }
}

export function linearF64(
  x: usize, a: usize, y: usize, b: usize, z: usize, t: usize, sums: usize, n: i32, size: i32, alpha: f64, beta: f64, begin: i32, end: i32,
): void {
  linear<f64>(x, a, y, b, z, t, sums, n, size, alpha, beta, begin, end);
}

export function linearF32(
  x: usize, a: usize, y: usize, b: usize, z: usize, t: usize, sums: usize, n: i32, size: i32, alpha: f64, beta: f64, begin: i32, end: i32,
): void {
  linear<f32>(x, a, y, b, z, t, sums, n, size, <f32>alpha, <f32>beta, begin, end);
}
