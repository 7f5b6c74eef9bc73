import { CHECKED, checkRange, span } from '@spmv/kernel-kit/assembly/checked';
import { complexDot } from '@spmv/kernel-kit/assembly/dot';
import { finishAt, finishFirst } from '@spmv/kernel-kit/assembly/finish-row';
import { gather } from '@spmv/kernel-kit/assembly/gather';
import { add, lanes, madd, total } from '@spmv/kernel-kit/assembly/lanes';
import { valueOf, values0, values1 } from './values';
import { plusProduct, zero } from '@spmv/kernel-kit/assembly/numbers';

/*
 * Rows that share their columns: row after row of values, and every element of x that was gathered meets the values of up to three
 * rows; of complex numbers row by row. `c` … `end`: the columns; `v`: the first row's values; `next`: bytes from row to row.
 */

/** Every column of a debug build is looked at before it is used. */
// @ts-ignore: decorator
@inline
function checkColumns<T>(c: usize, end: usize, x: usize): void {
  if (CHECKED) for (; c < end; c += 4) checkRange(x, load<i32>(c), load<i32>(c) + 1, alignof<T>());
}

/** One row: two sums of two lanes (f64) or one of four (f32), then entry by entry. */
// @ts-ignore: decorator
@inline
function one<T, V>(c: usize, end: usize, v: usize, x: usize): T {
  let sum = zero<T>();
  if (c + 16 <= end) {
    let s0 = i64x2.splat(0);
    let s1 = s0;
    for (; c + 16 <= end; c += 16) {
      s0 = madd<T>(values0<T, V>(v), gather<T>(x, c), s0);
      if (sizeof<T>() == 8) s1 = madd<T>(values1<T, V>(v), gather<T>(x, c + 8), s1);
      v += 4 * sizeof<V>();
    }
    sum = total<T>(sizeof<T>() == 8 ? add<T>(s0, s1) : s0);
  }
  for (; c < end; c += 4) {
    sum = plusProduct<T>(sum, valueOf<T, V>(v), load<T>(x + (<usize>load<i32>(c) << alignof<T>())));
    v += sizeof<V>();
  }
  return sum;
}

/** Two rows. */
// @ts-ignore: decorator
@inline
function two<T, V>(c: usize, end: usize, v: usize, next: usize, x: usize, to: usize, alpha: T, beta: T): void {
  let s0 = i64x2.splat(0);
  let s1 = s0, t0 = s0, t1 = s0;
  let w = v + next;
  for (; c + 16 <= end; c += 16) {
    const near = gather<T>(x, c);
    s0 = madd<T>(values0<T, V>(v), near, s0);
    t0 = madd<T>(values0<T, V>(w), near, t0);
    if (sizeof<T>() == 8) {
      const far = gather<T>(x, c + 8);
      s1 = madd<T>(values1<T, V>(v), far, s1);
      t1 = madd<T>(values1<T, V>(w), far, t1);
    }
    v += 4 * sizeof<V>();
    w += 4 * sizeof<V>();
  }
  let sum0 = total<T>(sizeof<T>() == 8 ? add<T>(s0, s1) : s0);
  let sum1 = total<T>(sizeof<T>() == 8 ? add<T>(t0, t1) : t0);
  for (; c < end; c += 4) {
    const met = load<T>(x + (<usize>load<i32>(c) << alignof<T>()));
    sum0 = plusProduct<T>(sum0, valueOf<T, V>(v), met);
    sum1 = plusProduct<T>(sum1, valueOf<T, V>(w), met);
    v += sizeof<V>();
    w += sizeof<V>();
  }
  finishAt<T>(to, sum0, alpha, beta);
  finishAt<T>(to + sizeof<T>(), sum1, alpha, beta);
}

/** Three rows. */
// @ts-ignore: decorator
@inline
function three<T, V>(c: usize, end: usize, v: usize, next: usize, x: usize, to: usize, alpha: T, beta: T): void {
  let s0 = i64x2.splat(0);
  let s1 = s0, t0 = s0, t1 = s0, u0 = s0, u1 = s0;
  let w = v + next;
  let z = w + next;
  for (; c + 16 <= end; c += 16) {
    const near = gather<T>(x, c);
    s0 = madd<T>(values0<T, V>(v), near, s0);
    t0 = madd<T>(values0<T, V>(w), near, t0);
    u0 = madd<T>(values0<T, V>(z), near, u0);
    if (sizeof<T>() == 8) {
      const far = gather<T>(x, c + 8);
      s1 = madd<T>(values1<T, V>(v), far, s1);
      t1 = madd<T>(values1<T, V>(w), far, t1);
      u1 = madd<T>(values1<T, V>(z), far, u1);
    }
    v += 4 * sizeof<V>();
    w += 4 * sizeof<V>();
    z += 4 * sizeof<V>();
  }
  let sum0 = total<T>(sizeof<T>() == 8 ? add<T>(s0, s1) : s0);
  let sum1 = total<T>(sizeof<T>() == 8 ? add<T>(t0, t1) : t0);
  let sum2 = total<T>(sizeof<T>() == 8 ? add<T>(u0, u1) : u0);
  for (; c < end; c += 4) {
    const met = load<T>(x + (<usize>load<i32>(c) << alignof<T>()));
    sum0 = plusProduct<T>(sum0, valueOf<T, V>(v), met);
    sum1 = plusProduct<T>(sum1, valueOf<T, V>(w), met);
    sum2 = plusProduct<T>(sum2, valueOf<T, V>(z), met);
    v += sizeof<V>();
    w += sizeof<V>();
    z += sizeof<V>();
  }
  finishAt<T>(to, sum0, alpha, beta);
  finishAt<T>(to + sizeof<T>(), sum1, alpha, beta);
  finishAt<T>(to + 2 * sizeof<T>(), sum2, alpha, beta);
}

/** The rows `row` … + `count` − 1, which share the columns at `c` … `end`: three at a time, two where that leaves none over. */
// @ts-ignore: decorator
@inline
export function columns<T, V>(c: usize, end: usize, v: usize, x: usize, y: usize, row: i32, count: i32, alpha: T, beta: T): void {
  checkColumns<T>(c, end, x);
  const next = ((end - c) >> 2) * sizeof<V>();
  if (!isFloat<T>()) {
    for (; count > 0; count--, row++, v += next) finishFirst<T>(span<T>(y, row, 1), complexDot<T>(c, v, v + next, x), alpha, beta);
    return;
  }
  for (; count == 3 || count > 4; count -= 3) {
    three<T, V>(c, end, v, next, x, span<T>(y, row, 3), alpha, beta);
    v += 3 * next;
    row += 3;
  }
  for (; count >= 2; count -= 2) {
    two<T, V>(c, end, v, next, x, span<T>(y, row, 2), alpha, beta);
    v += 2 * next;
    row += 2;
  }
  if (count == 1) finishAt<T>(span<T>(y, row, 1), one<T, V>(c, end, v, x), alpha, beta);
}
