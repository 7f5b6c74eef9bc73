import { element, span } from '@spmv/kernel-kit/assembly/checked';
import { finishAt } from '@spmv/kernel-kit/assembly/finish-row';
import { add, lanes, madd, splat } from '@spmv/kernel-kit/assembly/lanes';
import { finishVector } from './finish';

/** Address of `vectors` vectors of numbers in row `column` of X, from its number `at` on. */
// @ts-ignore: decorator
@inline
function numbers<T>(X: usize, xRow: i32, column: i32, at: i32, vectors: i32): usize {
  return span<T>(X, column * xRow + at, vectors * lanes<T>());
}

/** Element `at` of row `column` of X. */
// @ts-ignore: decorator
@inline
function number<T>(X: usize, xRow: i32, column: i32, at: i32): T {
  return load<T>(element<T>(X, column * xRow + at));
}

/** The value at `at`, stored as S, in every lane of T. */
// @ts-ignore: decorator
@inline
export function valueSplat<T, S>(at: usize): v128 {
  return sizeof<S>() == sizeof<T>() ? v128.load_splat<T>(at) : splat<T>(<T>load<S>(at));
}

/**
 * `count` sums of one row, whose entries have their columns at `c`, `c` + `nextColumn` … and their values at `v`, `v` + `nextValue` …, before `past` (of the
 * values) or the first padding (column −1). X lies by rows, `xRow` numbers apart; the sums go to `to` of Y and `yCol` apart. Eight vectors of
 * sums are in registers at a time, then four, two, one, then single sums: the entries are read once for each of these. Values are stored as S.
 */
export function storedRow<T, S>(
  c: usize, nextColumn: usize, v: usize, nextValue: usize, past: usize,
  X: usize, xRow: i32, Y: usize, to: i32, yCol: i32, count: i32, alpha: T, beta: T,
): void {
  let at: i32 = 0;
  for (; at + 8 * lanes<T>() <= count; at += 8 * lanes<T>()) {
    let s0 = splat<T>(0), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
    for (let e = v, k = c; e < past; e += nextValue, k += nextColumn) {
      const column = load<i32>(k);
      if (column < 0) break;
      const a = valueSplat<T, S>(e);
      const x = numbers<T>(X, xRow, column, at, 8);
      s0 = madd<T>(a, v128.load(x), s0);
      s1 = madd<T>(a, v128.load(x, 16), s1);
      s2 = madd<T>(a, v128.load(x, 32), s2);
      s3 = madd<T>(a, v128.load(x, 48), s3);
      s4 = madd<T>(a, v128.load(x, 64), s4);
      s5 = madd<T>(a, v128.load(x, 80), s5);
      s6 = madd<T>(a, v128.load(x, 96), s6);
      s7 = madd<T>(a, v128.load(x, 112), s7);
    }
    const y = to + at * yCol;
    const next = lanes<T>() * yCol;
    finishVector<T>(Y, y, yCol, s0, alpha, beta);
    finishVector<T>(Y, y + next, yCol, s1, alpha, beta);
    finishVector<T>(Y, y + 2 * next, yCol, s2, alpha, beta);
    finishVector<T>(Y, y + 3 * next, yCol, s3, alpha, beta);
    finishVector<T>(Y, y + 4 * next, yCol, s4, alpha, beta);
    finishVector<T>(Y, y + 5 * next, yCol, s5, alpha, beta);
    finishVector<T>(Y, y + 6 * next, yCol, s6, alpha, beta);
    finishVector<T>(Y, y + 7 * next, yCol, s7, alpha, beta);
  }
  if (at + 4 * lanes<T>() <= count) {
    let s0 = splat<T>(0), s1 = s0, s2 = s0, s3 = s0;
    for (let e = v, k = c; e < past; e += nextValue, k += nextColumn) {
      const column = load<i32>(k);
      if (column < 0) break;
      const a = valueSplat<T, S>(e);
      const x = numbers<T>(X, xRow, column, at, 4);
      s0 = madd<T>(a, v128.load(x), s0);
      s1 = madd<T>(a, v128.load(x, 16), s1);
      s2 = madd<T>(a, v128.load(x, 32), s2);
      s3 = madd<T>(a, v128.load(x, 48), s3);
    }
    const y = to + at * yCol;
    const next = lanes<T>() * yCol;
    finishVector<T>(Y, y, yCol, s0, alpha, beta);
    finishVector<T>(Y, y + next, yCol, s1, alpha, beta);
    finishVector<T>(Y, y + 2 * next, yCol, s2, alpha, beta);
    finishVector<T>(Y, y + 3 * next, yCol, s3, alpha, beta);
    at += 4 * lanes<T>();
  }
  // With few vectors two entries at a time, so that no sum waits for the one before.
  if (at + 2 * lanes<T>() <= count) {
    let s0 = splat<T>(0), s1 = s0, t0 = s0, t1 = s0;
    let e = v, k = c;
    for (; e + nextValue < past; e += 2 * nextValue, k += 2 * nextColumn) {
      const second = load<i32>(k + nextColumn);
      if (second < 0) break;
      const a = valueSplat<T, S>(e);
      const x = numbers<T>(X, xRow, load<i32>(k), at, 2);
      s0 = madd<T>(a, v128.load(x), s0);
      s1 = madd<T>(a, v128.load(x, 16), s1);
      const b = valueSplat<T, S>(e + nextValue);
      const z = numbers<T>(X, xRow, second, at, 2);
      t0 = madd<T>(b, v128.load(z), t0);
      t1 = madd<T>(b, v128.load(z, 16), t1);
    }
    if (e < past && load<i32>(k) >= 0) {
      const a = valueSplat<T, S>(e);
      const x = numbers<T>(X, xRow, load<i32>(k), at, 2);
      s0 = madd<T>(a, v128.load(x), s0);
      s1 = madd<T>(a, v128.load(x, 16), s1);
    }
    const y = to + at * yCol;
    finishVector<T>(Y, y, yCol, add<T>(s0, t0), alpha, beta);
    finishVector<T>(Y, y + lanes<T>() * yCol, yCol, add<T>(s1, t1), alpha, beta);
    at += 2 * lanes<T>();
  }
  if (at + lanes<T>() <= count) {
    let s0 = splat<T>(0), t0 = s0;
    let e = v, k = c;
    for (; e + nextValue < past; e += 2 * nextValue, k += 2 * nextColumn) {
      const second = load<i32>(k + nextColumn);
      if (second < 0) break;
      s0 = madd<T>(valueSplat<T, S>(e), v128.load(numbers<T>(X, xRow, load<i32>(k), at, 1)), s0);
      t0 = madd<T>(valueSplat<T, S>(e + nextValue), v128.load(numbers<T>(X, xRow, second, at, 1)), t0);
    }
    if (e < past && load<i32>(k) >= 0)
      s0 = madd<T>(valueSplat<T, S>(e), v128.load(numbers<T>(X, xRow, load<i32>(k), at, 1)), s0);
    finishVector<T>(Y, to + at * yCol, yCol, add<T>(s0, t0), alpha, beta);
    at += lanes<T>();
  }
  const left = count - at;
  if (left == 0) return;
  // At most three: the last stands for those that are missing, whose sums go nowhere.
  const at1 = at + min(1, left - 1);
  const at2 = at + left - 1;
  let s0: T = 0, s1: T = 0, s2: T = 0;
  for (let e = v, k = c; e < past; e += nextValue, k += nextColumn) {
    const column = load<i32>(k);
    if (column < 0) break;
    const a = <T>load<S>(e);
    s0 = <T>(s0 + a * number<T>(X, xRow, column, at));
    if (sizeof<T>() == 4 && left > 1) {
      s1 = <T>(s1 + a * number<T>(X, xRow, column, at1));
      s2 = <T>(s2 + a * number<T>(X, xRow, column, at2));
    }
  }
  const y = to + at * yCol;
  finishAt<T>(element<T>(Y, y), s0, alpha, beta);
  if (left > 1) finishAt<T>(element<T>(Y, y + yCol), s1, alpha, beta);
  if (left > 2) finishAt<T>(element<T>(Y, y + 2 * yCol), s2, alpha, beta);
}
