import { checkRange, element } from '@spmv/kernel-kit/assembly/checked';
import { finishAt } from '@spmv/kernel-kit/assembly/finish-row';
import { add, lanes, madd, splat } from '@spmv/kernel-kit/assembly/lanes';
import { finishVector } from './finish';
import { plus, plusProduct, zero } from '@spmv/kernel-kit/assembly/numbers';

/** Address of `vectors` vectors of numbers of row `column` of X, whose rows are `rowBytes` bytes apart, from `X`, which has the row's first of them. */
// @ts-ignore: decorator
@inline
function numbers<T>(base: usize, X: usize, rowBytes: i32, column: i32, vectors: i32): usize {
  const at = X + <usize>(column * rowBytes);
  checkRange(base, <i32>((at - base) >> alignof<T>()), <i32>((at - base) >> alignof<T>()) + vectors * lanes<T>(), alignof<T>());
  return at;
}

/** Number `at` of row `column` of X. */
// @ts-ignore: decorator
@inline
function number<T>(X: usize, xRow: i32, column: i32, at: i32): T {
  return load<T>(element<T>(X, column * xRow + at));
}

/** The value at `at`, stored as S, in every lane of T. */
// @ts-ignore: decorator
@inline
export function valueSplat<T, S>(at: usize): v128 {
  if (isVector<T>()) return v128.load(at);
  return sizeof<S>() == sizeof<T>() ? v128.load_splat<T>(at) : splat<T>(<T>load<S>(at));
}

/** Where a value is: at `at` itself, or where the number there says. */
// @ts-ignore: decorator
@inline
function placeOf<S>(isOrdered: bool, values: usize, at: usize): usize {
  return isOrdered ? element<S>(values, load<i32>(at)) : at;
}

/**
 * `count` sums of one row, whose entries have their columns at `c`, `c` + `nextColumn` … and their values at `v`, `v` + `nextValue` …, before `past` (of the
 * values) or, where the row `isPadded`, the first padding (column −1), which is followed by padding alone. X lies by rows, `xRow` numbers apart; the sums go to
 * `to` of Y and `yCol` apart. Eight vectors of sums are in registers at a time, then four, two, one, then single sums: the entries are read once for each of
 * these. Where the row `isOrdered`, `v` … are not its values but their numbers among `values`. Fewer than eight take several entries at a time, so that no sum waits for the one before. Values are stored as S.
 */
// @ts-ignore: decorator
@inline
function rowOf<T, S>(
  isPadded: bool, isOrdered: bool, values: usize, c: usize, nextColumn: usize, v: usize, nextValue: usize, past: usize,
  X: usize, xRow: i32, Y: usize, to: i32, yCol: i32, count: i32, alpha: T, beta: T,
): void {
  const rowBytes = xRow << alignof<T>();
  const next = lanes<T>() * yCol;
  let at: i32 = 0;
  let y = to;
  for (; at + 8 * lanes<T>() <= count; at += 8 * lanes<T>()) {
    const from = X + (<usize>at << alignof<T>());
    let s0 = i64x2.splat(0), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
    for (let e = v, k = c; e < past; e += nextValue, k += nextColumn) {
      const column = load<i32>(k);
      if (isPadded && column < 0) break;
      const a = valueSplat<T, S>(placeOf<S>(isOrdered, values, e));
      const x = numbers<T>(X, from, rowBytes, column, 8);
      s0 = madd<T>(a, v128.load(x), s0);
      s1 = madd<T>(a, v128.load(x, 16), s1);
      s2 = madd<T>(a, v128.load(x, 32), s2);
      s3 = madd<T>(a, v128.load(x, 48), s3);
      s4 = madd<T>(a, v128.load(x, 64), s4);
      s5 = madd<T>(a, v128.load(x, 80), s5);
      s6 = madd<T>(a, v128.load(x, 96), s6);
      s7 = madd<T>(a, v128.load(x, 112), s7);
    }
    finishVector<T>(Y, y, yCol, s0, alpha, beta);
    finishVector<T>(Y, y + next, yCol, s1, alpha, beta);
    finishVector<T>(Y, y + 2 * next, yCol, s2, alpha, beta);
    finishVector<T>(Y, y + 3 * next, yCol, s3, alpha, beta);
    finishVector<T>(Y, y + 4 * next, yCol, s4, alpha, beta);
    finishVector<T>(Y, y + 5 * next, yCol, s5, alpha, beta);
    finishVector<T>(Y, y + 6 * next, yCol, s6, alpha, beta);
    finishVector<T>(Y, y + 7 * next, yCol, s7, alpha, beta);
    y += 8 * next;
  }
  if (at + 4 * lanes<T>() <= count) {
    const from = X + (<usize>at << alignof<T>());
    let s0 = i64x2.splat(0), s1 = s0, s2 = s0, s3 = s0, t0 = s0, t1 = s0, t2 = s0, t3 = s0;
    let e = v, k = c;
    for (; e + nextValue < past; e += 2 * nextValue, k += 2 * nextColumn) {
      const second = load<i32>(k + nextColumn);
      if (isPadded && second < 0) break;
      const a = valueSplat<T, S>(placeOf<S>(isOrdered, values, e));
      const x = numbers<T>(X, from, rowBytes, load<i32>(k), 4);
      s0 = madd<T>(a, v128.load(x), s0);
      s1 = madd<T>(a, v128.load(x, 16), s1);
      s2 = madd<T>(a, v128.load(x, 32), s2);
      s3 = madd<T>(a, v128.load(x, 48), s3);
      const b = valueSplat<T, S>(placeOf<S>(isOrdered, values, e + nextValue));
      const z = numbers<T>(X, from, rowBytes, second, 4);
      t0 = madd<T>(b, v128.load(z), t0);
      t1 = madd<T>(b, v128.load(z, 16), t1);
      t2 = madd<T>(b, v128.load(z, 32), t2);
      t3 = madd<T>(b, v128.load(z, 48), t3);
    }
    if (e < past && (!isPadded || load<i32>(k) >= 0)) {
      const a = valueSplat<T, S>(placeOf<S>(isOrdered, values, e));
      const x = numbers<T>(X, from, rowBytes, load<i32>(k), 4);
      s0 = madd<T>(a, v128.load(x), s0);
      s1 = madd<T>(a, v128.load(x, 16), s1);
      s2 = madd<T>(a, v128.load(x, 32), s2);
      s3 = madd<T>(a, v128.load(x, 48), s3);
    }
    finishVector<T>(Y, y, yCol, add<T>(s0, t0), alpha, beta);
    finishVector<T>(Y, y + next, yCol, add<T>(s1, t1), alpha, beta);
    finishVector<T>(Y, y + 2 * next, yCol, add<T>(s2, t2), alpha, beta);
    finishVector<T>(Y, y + 3 * next, yCol, add<T>(s3, t3), alpha, beta);
    y += 4 * next;
    at += 4 * lanes<T>();
  }
  if (at + 2 * lanes<T>() <= count) {
    const from = X + (<usize>at << alignof<T>());
    let s0 = i64x2.splat(0), s1 = s0, t0 = s0, t1 = s0, u0 = s0, u1 = s0;
    let e = v, k = c;
    for (; e + 2 * nextValue < past; e += 3 * nextValue, k += 3 * nextColumn) {
      const third = load<i32>(k + 2 * nextColumn);
      if (isPadded && third < 0) break;
      const a = valueSplat<T, S>(placeOf<S>(isOrdered, values, e));
      const x = numbers<T>(X, from, rowBytes, load<i32>(k), 2);
      s0 = madd<T>(a, v128.load(x), s0);
      s1 = madd<T>(a, v128.load(x, 16), s1);
      const b = valueSplat<T, S>(placeOf<S>(isOrdered, values, e + nextValue));
      const z = numbers<T>(X, from, rowBytes, load<i32>(k + nextColumn), 2);
      t0 = madd<T>(b, v128.load(z), t0);
      t1 = madd<T>(b, v128.load(z, 16), t1);
      const d = valueSplat<T, S>(placeOf<S>(isOrdered, values, e + 2 * nextValue));
      const w = numbers<T>(X, from, rowBytes, third, 2);
      u0 = madd<T>(d, v128.load(w), u0);
      u1 = madd<T>(d, v128.load(w, 16), u1);
    }
    for (; e < past; e += nextValue, k += nextColumn) {
      const column = load<i32>(k);
      if (isPadded && column < 0) break;
      const a = valueSplat<T, S>(placeOf<S>(isOrdered, values, e));
      const x = numbers<T>(X, from, rowBytes, column, 2);
      s0 = madd<T>(a, v128.load(x), s0);
      s1 = madd<T>(a, v128.load(x, 16), s1);
    }
    finishVector<T>(Y, y, yCol, add<T>(add<T>(s0, t0), u0), alpha, beta);
    finishVector<T>(Y, y + next, yCol, add<T>(add<T>(s1, t1), u1), alpha, beta);
    y += 2 * next;
    at += 2 * lanes<T>();
  }
  if (at + lanes<T>() <= count) {
    const from = X + (<usize>at << alignof<T>());
    let s = i64x2.splat(0), t = s, u = s, w = s;
    let e = v, k = c;
    for (; e + 3 * nextValue < past; e += 4 * nextValue, k += 4 * nextColumn) {
      const fourth = load<i32>(k + 3 * nextColumn);
      if (isPadded && fourth < 0) break;
      s = madd<T>(valueSplat<T, S>(placeOf<S>(isOrdered, values, e)), v128.load(numbers<T>(X, from, rowBytes, load<i32>(k), 1)), s);
      t = madd<T>(valueSplat<T, S>(placeOf<S>(isOrdered, values, e + nextValue)), v128.load(numbers<T>(X, from, rowBytes, load<i32>(k + nextColumn), 1)), t);
      u = madd<T>(valueSplat<T, S>(placeOf<S>(isOrdered, values, e + 2 * nextValue)), v128.load(numbers<T>(X, from, rowBytes, load<i32>(k + 2 * nextColumn), 1)), u);
      w = madd<T>(valueSplat<T, S>(placeOf<S>(isOrdered, values, e + 3 * nextValue)), v128.load(numbers<T>(X, from, rowBytes, fourth, 1)), w);
    }
    for (; e < past; e += nextValue, k += nextColumn) {
      const column = load<i32>(k);
      if (isPadded && column < 0) break;
      s = madd<T>(valueSplat<T, S>(placeOf<S>(isOrdered, values, e)), v128.load(numbers<T>(X, from, rowBytes, column, 1)), s);
    }
    finishVector<T>(Y, y, yCol, add<T>(add<T>(s, t), add<T>(u, w)), alpha, beta);
    y += next;
    at += lanes<T>();
  }
  for (; at < count; at++, y += yCol) {
    let s = zero<T>(), t = zero<T>(), u = zero<T>(), w = zero<T>();
    let e = v, k = c;
    for (; e + 3 * nextValue < past; e += 4 * nextValue, k += 4 * nextColumn) {
      const fourth = load<i32>(k + 3 * nextColumn);
      if (isPadded && fourth < 0) break;
      s = plusProduct<T>(s, <T>load<S>(placeOf<S>(isOrdered, values, e)), number<T>(X, xRow, load<i32>(k), at));
      t = plusProduct<T>(t, <T>load<S>(placeOf<S>(isOrdered, values, e + nextValue)), number<T>(X, xRow, load<i32>(k + nextColumn), at));
      u = plusProduct<T>(u, <T>load<S>(placeOf<S>(isOrdered, values, e + 2 * nextValue)), number<T>(X, xRow, load<i32>(k + 2 * nextColumn), at));
      w = plusProduct<T>(w, <T>load<S>(placeOf<S>(isOrdered, values, e + 3 * nextValue)), number<T>(X, xRow, fourth, at));
    }
    for (; e < past; e += nextValue, k += nextColumn) {
      const column = load<i32>(k);
      if (isPadded && column < 0) break;
      s = plusProduct<T>(s, <T>load<S>(placeOf<S>(isOrdered, values, e)), number<T>(X, xRow, column, at));
    }
    finishAt<T>(element<T>(Y, y), plus<T>(plus<T>(s, t), plus<T>(u, w)), alpha, beta);
  }
}

/** A row whose entries are `nextColumn` and `nextValue` apart, padded: see `rowOf`. */
export function paddedRow<T, S>(
  c: usize, nextColumn: usize, v: usize, nextValue: usize, past: usize,
  X: usize, xRow: i32, Y: usize, to: i32, yCol: i32, count: i32, alpha: T, beta: T,
): void {
  rowOf<T, S>(true, false, 0, c, nextColumn, v, nextValue, past, X, xRow, Y, to, yCol, count, alpha, beta);
}

/** A row whose entries lie side by side, without padding: see `rowOf`. */
export function denseRow<T, S>(c: usize, v: usize, past: usize, X: usize, xRow: i32, Y: usize, to: i32, yCol: i32, count: i32, alpha: T, beta: T): void {
  rowOf<T, S>(false, false, 0, c, 4, v, sizeof<S>(), past, X, xRow, Y, to, yCol, count, alpha, beta);
}

/** A row whose entries lie side by side, entry e having value `order`[e] of `values`: see `rowOf`. */
export function orderedRow<T, S>(
  c: usize, order: usize, past: usize, values: usize, X: usize, xRow: i32, Y: usize, to: i32, yCol: i32, count: i32, alpha: T, beta: T,
): void {
  rowOf<T, S>(false, true, values, c, 4, order, 4, past, X, xRow, Y, to, yCol, count, alpha, beta);
}
