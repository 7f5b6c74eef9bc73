import { CHECKED, checkRange } from '@spmv/kernel-kit/assembly/checked';
import { finishRow } from '@spmv/kernel-kit/assembly/finish-row';
import { add, folded, joined, laneOf, lanes, loadFirst, madd, maddCrossed, maddEqual, total } from '@spmv/kernel-kit/assembly/lanes';
import { plusProduct, zero } from '@spmv/kernel-kit/assembly/numbers';

/** Checks four columns that one word of offsets means, in debug builds. */
// @ts-ignore: decorator
@inline
function checkFour(x: usize, base: i32, offsets: u64, shift: i32): void {
  if (CHECKED) {
    for (let lane = 0; lane < 4; lane++) {
      const column = base + <i32>((offsets >> (lane << 4)) & 0xffff);
      checkRange(x, column, column + 1, shift);
    }
  }
}

/** Two values as f64, stored as V. */
// @ts-ignore: decorator
@inline
function two<V>(v: usize): v128 {
  if (sizeof<V>() == 8) return v128.load(v);
  return f64x2.promote_low_f32x4(v128.load_zero<f64>(v));
}

/** A value as T, stored as V. */
// @ts-ignore: decorator
@inline
function valueOf<T, V>(v: usize): T {
  return isFloat<T>() ? <T>load<V>(v) : load<T>(v);
}

/** Entry k of a row whose columns are wide: the low half of the column with the others, the high half apart. */
// @ts-ignore: decorator
@inline
function wideRow<T, V>(offset: usize, high: usize, values: usize, x: usize, k: i32, end: i32, h: i32): T {
  checkRange(high, h, h + end - k, 1);
  let sum = zero<T>();
  for (; k < end; k++, h++) {
    const j = <i32>load<u16>(offset + (<usize>k << 1)) | (<i32>load<u16>(high + (<usize>h << 1)) << 16);
    checkRange(x, j, j + 1, alignof<T>());
    sum = plusProduct<T>(sum, valueOf<T, V>(values + (<usize>k << alignof<V>())), load<T>(x + (<usize>j << alignof<T>())));
  }
  return sum;
}

/** A row of complex numbers, the values at `v` … `last`: two vectors at a time, then number by number. */
// @ts-ignore: decorator
@inline
function complexRow<T>(o: usize, v: usize, last: usize, row: usize, x: usize, base: i32): T {
  let equal0 = i64x2.splat(0);
  let equal1 = equal0, crossed0 = equal0, crossed1 = equal0;
  for (; v + 32 <= last; v += 32) {
    const value0 = v128.load(v), met0 = vectorAt<T>(o, row, x, base);
    equal0 = maddEqual<T>(value0, met0, equal0);
    crossed0 = maddCrossed<T>(value0, met0, crossed0);
    const value1 = v128.load(v, 16), met1 = vectorAt<T>(o + (lanes<T>() << 1), row, x, base);
    equal1 = maddEqual<T>(value1, met1, equal1);
    crossed1 = maddCrossed<T>(value1, met1, crossed1);
    o += lanes<T>() << 2;
  }
  for (; v < last; v += sizeof<T>(), o += 2) {
    const value = loadFirst<T>(v), met = loadFirst<T>(at<T>(o, row, x, base));
    equal0 = maddEqual<T>(value, met, equal0);
    crossed0 = maddCrossed<T>(value, met, crossed0);
  }
  return laneOf<T>(folded<T>(joined<T>(add<T>(equal0, equal1), add<T>(crossed0, crossed1))), 0);
}

/** Where the element of x is that the offset at `o` means. */
// @ts-ignore: decorator
@inline
function at<T>(o: usize, row: usize, x: usize, base: i32): usize {
  const j = <i32>load<u16>(o);
  checkRange(x, base + j, base + j + 1, alignof<T>());
  return row + (<usize>j << alignof<T>());
}

/** As many complex elements of x as are in a vector. */
// @ts-ignore: decorator
@inline
function vectorAt<T>(o: usize, row: usize, x: usize, base: i32): v128 {
  const first = loadFirst<T>(at<T>(o, row, x, base));
  return isVector<T>() ? first : v128.load_lane<f64>(at<T>(o + 2, row, x, base), first, 1);
}

/**
 * Rows begin … end − 1, sums in T over values stored as V. A row whose base is negative is wide. Four entries at a time: their
 * offsets are one load of 64 bits.
 */
// @ts-ignore: decorator
@inline
function rowsOf16<T, V>(
  rowStart: usize, rowBase: usize, offset: usize, high: usize, values: usize, x: usize, y: usize,
  alpha: T, beta: T, begin: i32, end: i32,
): void {
  checkRange(rowStart, begin, end + 1, 2);
  checkRange(rowBase, begin, end, 2);
  checkRange(y, begin, end, alignof<T>());
  const start = load<i32>(rowStart + (<usize>begin << 2));
  checkRange(offset, start, load<i32>(rowStart + (<usize>end << 2)), 1);
  checkRange(values, start, load<i32>(rowStart + (<usize>end << 2)), alignof<V>());
  let o = offset + (<usize>start << 1);
  let v = values + (<usize>start << alignof<V>());
  for (let i = begin; i < end; i++) {
    const stop = load<i32>(rowStart + (<usize>i << 2), 4);
    const last = values + (<usize>stop << alignof<V>());
    const base = load<i32>(rowBase + (<usize>i << 2));
    let sum = zero<T>();
    if (base < 0) {
      sum = wideRow<T, V>(offset, high, values, x, load<i32>(rowStart + (<usize>i << 2)), stop, ~base);
      v = last;
      o = offset + (<usize>stop << 1);
    } else {
      const row = x + (<usize>base << alignof<T>());
      if (!isFloat<T>()) {
        sum = complexRow<T>(o, v, last, row, x, base);
        o += (last - v) >> (alignof<T>() - 1);
        v = last;
      } else if (sizeof<T>() == 8) {
        let sum0 = f64x2.splat(0);
        let sum1 = f64x2.splat(0);
        while (v + 4 * sizeof<V>() <= last) {
          const bits = load<u64>(o);
          checkFour(x, base, bits, 3);
          const x01 = v128.load_lane<f64>(row + (<usize>(bits >> 13) & 0x7fff8), v128.load_zero<f64>(row + (<usize>(bits << 3) & 0x7fff8)), 1);
          const x23 = v128.load_lane<f64>(row + (<usize>(bits >> 45) & 0x7fff8), v128.load_zero<f64>(row + (<usize>(bits >> 29) & 0x7fff8)), 1);
          sum0 = madd<T>(two<V>(v), x01, sum0);
          sum1 = madd<T>(two<V>(v + 2 * sizeof<V>()), x23, sum1);
          v += 4 * sizeof<V>();
          o += 8;
        }
        sum = total<T>(add<T>(sum0, sum1));
      } else {
        let sums = f32x4.splat(0);
        while (v + 16 <= last) {
          const bits = load<u64>(o);
          checkFour(x, base, bits, 2);
          let met = v128.load_zero<f32>(row + (<usize>(bits << 2) & 0x3fffc));
          met = v128.load_lane<f32>(row + (<usize>(bits >> 14) & 0x3fffc), met, 1);
          met = v128.load_lane<f32>(row + (<usize>(bits >> 30) & 0x3fffc), met, 2);
          met = v128.load_lane<f32>(row + (<usize>(bits >> 46) & 0x3fffc), met, 3);
          sums = madd<T>(v128.load(v), met, sums);
          v += 16;
          o += 8;
        }
        sum = total<T>(sums);
      }
      while (v < last) {
        const j = <i32>load<u16>(o);
        checkRange(x, base + j, base + j + 1, alignof<T>());
        sum = plusProduct<T>(sum, valueOf<T, V>(v), load<T>(row + (<usize>j << alignof<T>())));
        v += sizeof<V>();
        o += 2;
      }
    }
    finishRow<T>(y, i, sum, alpha, beta);
  }
}

// @ts-ignore: decorator
@inline
export function csr16<T>(rowStart: usize, rowBase: usize, offset: usize, high: usize, values: usize, x: usize, y: usize, alpha: T, beta: T, begin: i32, end: i32): void {
  rowsOf16<T, T>(rowStart, rowBase, offset, high, values, x, y, alpha, beta, begin, end);
}

/** Sums in f64 over values kept as f32. */
export function csr16NarrowF64(rowStart: usize, rowBase: usize, offset: usize, high: usize, values: usize, x: usize, y: usize, alpha: f64, beta: f64, begin: i32, end: i32): void {
  rowsOf16<f64, f32>(rowStart, rowBase, offset, high, values, x, y, alpha, beta, begin, end);
}
