import { span } from '@spmv/kernel-kit/assembly/checked';
import { finishLanes, finishAt } from '@spmv/kernel-kit/assembly/finish-row';
import { add, joined, lanes, madd, maddCrossed, maddEqual } from '@spmv/kernel-kit/assembly/lanes';
import { valueOf, values0, values1, values2, values3, values4, values5, values6, values7 } from './values';
import { plusProduct, zero } from '@spmv/kernel-kit/assembly/numbers';

/*
 * Tiles of rows that share their distances to the diagonal: the values of one distance lie side by side, and so do the elements of x
 * they meet. A tile is read once, in order. `o` … `end`: the distances; `v`: the values.
 */

/** `row` … + 16 / 8 / 4 rows (f64), or as many vectors of f32. */
// @ts-ignore: decorator
@inline
function eight<T, V>(o: usize, end: usize, v: usize, x: usize, y: usize, row: i32, alpha: T, beta: T): void {
  let s0 = i64x2.splat(0);
  let s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
  for (; o < end; o += 4) {
    const at = span<T>(x, row + load<i32>(o), 8 * lanes<T>());
    s0 = madd<T>(values0<T, V>(v), v128.load(at), s0);
    s1 = madd<T>(values1<T, V>(v), v128.load(at, 16), s1);
    s2 = madd<T>(values2<T, V>(v), v128.load(at, 32), s2);
    s3 = madd<T>(values3<T, V>(v), v128.load(at, 48), s3);
    s4 = madd<T>(values4<T, V>(v), v128.load(at, 64), s4);
    s5 = madd<T>(values5<T, V>(v), v128.load(at, 80), s5);
    s6 = madd<T>(values6<T, V>(v), v128.load(at, 96), s6);
    s7 = madd<T>(values7<T, V>(v), v128.load(at, 112), s7);
    v += 8 * lanes<T>() * sizeof<V>();
  }
  const to = span<T>(y, row, 8 * lanes<T>());
  finishLanes<T>(to, s0, alpha, beta);
  finishLanes<T>(to + 16, s1, alpha, beta);
  finishLanes<T>(to + 32, s2, alpha, beta);
  finishLanes<T>(to + 48, s3, alpha, beta);
  finishLanes<T>(to + 64, s4, alpha, beta);
  finishLanes<T>(to + 80, s5, alpha, beta);
  finishLanes<T>(to + 96, s6, alpha, beta);
  finishLanes<T>(to + 112, s7, alpha, beta);
}

/** Four vectors of rows. */
// @ts-ignore: decorator
@inline
function four<T, V>(o: usize, end: usize, v: usize, x: usize, y: usize, row: i32, alpha: T, beta: T): void {
  let s0 = i64x2.splat(0);
  let s1 = s0, s2 = s0, s3 = s0;
  for (; o < end; o += 4) {
    const at = span<T>(x, row + load<i32>(o), 4 * lanes<T>());
    s0 = madd<T>(values0<T, V>(v), v128.load(at), s0);
    s1 = madd<T>(values1<T, V>(v), v128.load(at, 16), s1);
    s2 = madd<T>(values2<T, V>(v), v128.load(at, 32), s2);
    s3 = madd<T>(values3<T, V>(v), v128.load(at, 48), s3);
    v += 4 * lanes<T>() * sizeof<V>();
  }
  const to = span<T>(y, row, 4 * lanes<T>());
  finishLanes<T>(to, s0, alpha, beta);
  finishLanes<T>(to + 16, s1, alpha, beta);
  finishLanes<T>(to + 32, s2, alpha, beta);
  finishLanes<T>(to + 48, s3, alpha, beta);
}

/** Two vectors of rows, two distances at a time so that no addition waits for another. */
// @ts-ignore: decorator
@inline
function two<T, V>(o: usize, end: usize, v: usize, x: usize, y: usize, row: i32, alpha: T, beta: T): void {
  let s0 = i64x2.splat(0);
  let s1 = s0, s2 = s0, s3 = s0;
  for (; o + 8 <= end; o += 8) {
    const at = span<T>(x, row + load<i32>(o), 2 * lanes<T>());
    const next = span<T>(x, row + load<i32>(o, 4), 2 * lanes<T>());
    s0 = madd<T>(values0<T, V>(v), v128.load(at), s0);
    s1 = madd<T>(values1<T, V>(v), v128.load(at, 16), s1);
    s2 = madd<T>(values2<T, V>(v), v128.load(next), s2);
    s3 = madd<T>(values3<T, V>(v), v128.load(next, 16), s3);
    v += 4 * lanes<T>() * sizeof<V>();
  }
  if (o < end) {
    const at = span<T>(x, row + load<i32>(o), 2 * lanes<T>());
    s0 = madd<T>(values0<T, V>(v), v128.load(at), s0);
    s1 = madd<T>(values1<T, V>(v), v128.load(at, 16), s1);
  }
  const to = span<T>(y, row, 2 * lanes<T>());
  finishLanes<T>(to, add<T>(s0, s2), alpha, beta);
  finishLanes<T>(to + 16, add<T>(s1, s3), alpha, beta);
}

/** One vector of rows, two distances at a time. */
// @ts-ignore: decorator
@inline
function one<T, V>(o: usize, end: usize, v: usize, x: usize, y: usize, row: i32, alpha: T, beta: T): void {
  let s0 = i64x2.splat(0);
  let s1 = s0, s2 = s0, s3 = s0;
  for (; o + 16 <= end; o += 16) {
    s0 = madd<T>(values0<T, V>(v), v128.load(span<T>(x, row + load<i32>(o), lanes<T>())), s0);
    s1 = madd<T>(values1<T, V>(v), v128.load(span<T>(x, row + load<i32>(o, 4), lanes<T>())), s1);
    s2 = madd<T>(values2<T, V>(v), v128.load(span<T>(x, row + load<i32>(o, 8), lanes<T>())), s2);
    s3 = madd<T>(values3<T, V>(v), v128.load(span<T>(x, row + load<i32>(o, 12), lanes<T>())), s3);
    v += 4 * lanes<T>() * sizeof<V>();
  }
  for (; o < end; o += 4) {
    s0 = madd<T>(values0<T, V>(v), v128.load(span<T>(x, row + load<i32>(o), lanes<T>())), s0);
    v += lanes<T>() * sizeof<V>();
  }
  finishLanes<T>(span<T>(y, row, lanes<T>()), add<T>(add<T>(s0, s1), add<T>(s2, s3)), alpha, beta);
}

/** One row. */
// @ts-ignore: decorator
@inline
function single<T, V>(o: usize, end: usize, v: usize, x: usize, y: usize, row: i32, alpha: T, beta: T): void {
  let sum = zero<T>();
  for (; o < end; o += 4) {
    sum = plusProduct<T>(sum, valueOf<T, V>(v), load<T>(span<T>(x, row + load<i32>(o), 1)));
    v += sizeof<V>();
  }
  finishAt<T>(span<T>(y, row, 1), sum, alpha, beta);
}

/** So many vectors of complex numbers, a constant up to 4, from row `first` of a tile of `height` on. */
// @ts-ignore: decorator
@inline
function complexPart<T>(vectors: i32, o: usize, end: usize, v: usize, x: usize, y: usize, row: i32, first: i32, height: i32, alpha: T, beta: T): void {
  const rows = vectors * lanes<T>();
  let s0 = i64x2.splat(0);
  let s1 = s0, s2 = s0, s3 = s0;
  let t0 = s0, t1 = s0, t2 = s0, t3 = s0;
  for (v += first << alignof<T>(); o < end; o += 4, v += height << alignof<T>()) {
    const at = span<T>(x, row + first + load<i32>(o), rows);
    const v0 = v128.load(v), m0 = v128.load(at);
    s0 = maddEqual<T>(v0, m0, s0);
    t0 = maddCrossed<T>(v0, m0, t0);
    if (vectors > 1) {
      const v1 = v128.load(v, 16), m1 = v128.load(at, 16);
      s1 = maddEqual<T>(v1, m1, s1);
      t1 = maddCrossed<T>(v1, m1, t1);
    }
    if (vectors > 2) {
      const v2 = v128.load(v, 32), m2 = v128.load(at, 32);
      s2 = maddEqual<T>(v2, m2, s2);
      t2 = maddCrossed<T>(v2, m2, t2);
      const v3 = v128.load(v, 48), m3 = v128.load(at, 48);
      s3 = maddEqual<T>(v3, m3, s3);
      t3 = maddCrossed<T>(v3, m3, t3);
    }
  }
  const to = span<T>(y, row + first, rows);
  finishLanes<T>(to, joined<T>(s0, t0), alpha, beta);
  if (vectors > 1) finishLanes<T>(to + 16, joined<T>(s1, t1), alpha, beta);
  if (vectors > 2) {
    finishLanes<T>(to + 32, joined<T>(s2, t2), alpha, beta);
    finishLanes<T>(to + 48, joined<T>(s3, t3), alpha, beta);
  }
}

/**
 * The rows `row` … + `count` − 1, which share the distances at `o` … `end`: tiles of 16 rows, then of 8, 4, 2 and 1 as needed.
 */
// @ts-ignore: decorator
@inline
export function diagonals<T, V>(o: usize, end: usize, v: usize, x: usize, y: usize, row: i32, count: i32, alpha: T, beta: T): void {
  const rowBytes = ((end - o) >> 2) * sizeof<V>();
  if (!isFloat<T>()) {
    while (count > 0) {
      const height = count >= 16 ? 16 : count >= 8 ? 8 : count >= 4 ? 4 : count >= 2 ? 2 : 1;
      if (height < lanes<T>()) single<T, V>(o, end, v, x, y, row, alpha, beta);
      else if (height == lanes<T>()) complexPart<T>(1, o, end, v, x, y, row, 0, height, alpha, beta);
      else if (height == 2 * lanes<T>()) complexPart<T>(2, o, end, v, x, y, row, 0, height, alpha, beta);
      else for (let r = 0; r < height; r += 4 * lanes<T>()) complexPart<T>(4, o, end, v, x, y, row, r, height, alpha, beta);
      v += rowBytes * height;
      row += height;
      count -= height;
    }
    return;
  }
  for (; count >= 16; count -= 16) {
    if (sizeof<T>() == 8) eight<T, V>(o, end, v, x, y, row, alpha, beta);
    else four<T, V>(o, end, v, x, y, row, alpha, beta);
    v += rowBytes << 4;
    row += 16;
  }
  if (count & 8) {
    if (sizeof<T>() == 8) four<T, V>(o, end, v, x, y, row, alpha, beta);
    else two<T, V>(o, end, v, x, y, row, alpha, beta);
    v += rowBytes << 3;
    row += 8;
  }
  if (count & 4) {
    if (sizeof<T>() == 8) two<T, V>(o, end, v, x, y, row, alpha, beta);
    else one<T, V>(o, end, v, x, y, row, alpha, beta);
    v += rowBytes << 2;
    row += 4;
  }
  if (count & 2) {
    if (sizeof<T>() == 8) one<T, V>(o, end, v, x, y, row, alpha, beta);
    else pair<T, V>(o, end, v, x, y, row, alpha, beta);
    v += rowBytes << 1;
    row += 2;
  }
  if (count & 1) single<T, V>(o, end, v, x, y, row, alpha, beta);
}

/** Two rows of f32, half a vector. */
// @ts-ignore: decorator
@inline
function pair<T, V>(o: usize, end: usize, v: usize, x: usize, y: usize, row: i32, alpha: T, beta: T): void {
  let sum0 = zero<T>();
  let sum1 = zero<T>();
  for (; o < end; o += 4) {
    const at = span<T>(x, row + load<i32>(o), 2);
    sum0 = plusProduct<T>(sum0, valueOf<T, V>(v), load<T>(at));
    sum1 = plusProduct<T>(sum1, valueOf<T, V>(v + sizeof<V>()), load<T>(at, sizeof<T>()));
    v += 2 * sizeof<V>();
  }
  const to = span<T>(y, row, 2);
  finishAt<T>(to, sum0, alpha, beta);
  finishAt<T>(to + sizeof<T>(), sum1, alpha, beta);
}
