import { madd, total } from '@spmv/kernel-kit/assembly/lanes';

/* Pieces of a tall matrix times one or two columns, added to sums that lie in memory. */

// @ts-ignore: decorator
@inline
function addTo<T>(place: usize, sum: T): void {
  store<T>(place, <T>(load<T>(place) + sum));
}

/**
 * Adds the products of up to four rows at `a`, `line` bytes apart, with a column at `x`, and one at `x2` if `both`, a constant, to their sums.
 * All are `depth` contiguous numbers.
 */
// @ts-ignore: decorator
@inline
function dots<T>(both: bool, a: usize, line: usize, rows: i32, x: usize, x2: usize, depth: i32, sums: usize, sums2: usize): void {
  // A row that is not there is the last one, and its sum is not kept.
  const a1 = rows > 1 ? a + line : a;
  const a2 = rows > 2 ? a1 + line : a1;
  const a3 = rows > 3 ? a2 + line : a2;
  let s0 = i64x2.splat(0);
  let s1 = s0, s2 = s0, s3 = s0, t0 = s0, t1 = s0, t2 = s0, t3 = s0;
  const length = <usize>depth * sizeof<T>();
  const whole = length & ~15;
  let at: usize = 0;
  for (; at < whole; at += 16) {
    const v = v128.load(x + at);
    const r0 = v128.load(a + at);
    const r1 = v128.load(a1 + at);
    const r2 = v128.load(a2 + at);
    const r3 = v128.load(a3 + at);
    s0 = madd<T>(r0, v, s0);
    s1 = madd<T>(r1, v, s1);
    s2 = madd<T>(r2, v, s2);
    s3 = madd<T>(r3, v, s3);
    if (both) {
      const w = v128.load(x2 + at);
      t0 = madd<T>(r0, w, t0);
      t1 = madd<T>(r1, w, t1);
      t2 = madd<T>(r2, w, t2);
      t3 = madd<T>(r3, w, t3);
    }
  }
  for (; at < length; at += sizeof<T>()) {
    // The other lanes are zeros, and NaN and infinities stay in theirs.
    const v = first<T>(x + at);
    s0 = madd<T>(first<T>(a + at), v, s0);
    s1 = madd<T>(first<T>(a1 + at), v, s1);
    s2 = madd<T>(first<T>(a2 + at), v, s2);
    s3 = madd<T>(first<T>(a3 + at), v, s3);
    if (both) {
      const w = first<T>(x2 + at);
      t0 = madd<T>(first<T>(a + at), w, t0);
      t1 = madd<T>(first<T>(a1 + at), w, t1);
      t2 = madd<T>(first<T>(a2 + at), w, t2);
      t3 = madd<T>(first<T>(a3 + at), w, t3);
    }
  }
  addFour<T>(sums, rows, s0, s1, s2, s3);
  if (both) addFour<T>(sums2, rows, t0, t1, t2, t3);
}

/** One number in the first lane, zeros in the others. */
// @ts-ignore: decorator
@inline
function first<T>(place: usize): v128 {
  return sizeof<T>() == 8 ? v128.load_zero<f64>(place) : v128.load_zero<f32>(place);
}

// @ts-ignore: decorator
@inline
function addFour<T>(sums: usize, rows: i32, s0: v128, s1: v128, s2: v128, s3: v128): void {
  addTo<T>(sums, total<T>(s0));
  if (rows > 1) addTo<T>(sums + sizeof<T>(), total<T>(s1));
  if (rows > 2) addTo<T>(sums + 2 * sizeof<T>(), total<T>(s2));
  if (rows > 3) addTo<T>(sums + 3 * sizeof<T>(), total<T>(s3));
}

export function dots1<T>(a: usize, line: usize, rows: i32, x: usize, depth: i32, sums: usize): void {
  dots<T>(false, a, line, rows, x, x, depth, sums, sums);
}

export function dots2<T>(a: usize, line: usize, rows: i32, x: usize, x2: usize, depth: i32, sums: usize, sums2: usize): void {
  dots<T>(true, a, line, rows, x, x2, depth, sums, sums2);
}

/**
 * Adds four contiguous columns at `a`, or one if `four`, a constant, is false, `step` bytes apart, times the numbers at `x`, `next` bytes apart, to the
 * sums of `rows` rows; and times those at `x2` to the sums at `sums2` if `both`, a constant.
 */
// @ts-ignore: decorator
@inline
function columns<T>(
  four: bool, both: bool, a: usize, step: usize, rows: i32, x: usize, x2: usize, next: usize, sums: usize, sums2: usize,
): void {
  const x0 = v128.load_splat<T>(x);
  const w0 = v128.load_splat<T>(x2);
  let x1 = x0, x3 = x0, x4 = x0, w1 = w0, w3 = w0, w4 = w0;
  let a1 = a, a2 = a, a3 = a;
  if (four) {
    x1 = v128.load_splat<T>(x + next);
    x3 = v128.load_splat<T>(x + 2 * next);
    x4 = v128.load_splat<T>(x + 3 * next);
    w1 = v128.load_splat<T>(x2 + next);
    w3 = v128.load_splat<T>(x2 + 2 * next);
    w4 = v128.load_splat<T>(x2 + 3 * next);
    a1 = a + step;
    a2 = a1 + step;
    a3 = a2 + step;
  }
  const length = <usize>rows * sizeof<T>();
  const whole = length & ~15;
  let at: usize = 0;
  for (; at < whole; at += 16) {
    const c0 = v128.load(a + at);
    let s = madd<T>(c0, x0, v128.load(sums + at));
    let t = both ? madd<T>(c0, w0, v128.load(sums2 + at)) : s;
    if (four) {
      const c1 = v128.load(a1 + at);
      const c2 = v128.load(a2 + at);
      const c3 = v128.load(a3 + at);
      s = madd<T>(c3, x4, madd<T>(c2, x3, madd<T>(c1, x1, s)));
      if (both) t = madd<T>(c3, w4, madd<T>(c2, w3, madd<T>(c1, w1, t)));
    }
    v128.store(sums + at, s);
    if (both) v128.store(sums2 + at, t);
  }
  for (; at < length; at += sizeof<T>()) {
    const n0 = load<T>(a + at), n1 = load<T>(a1 + at), n2 = load<T>(a2 + at), n3 = load<T>(a3 + at);
    let s = <T>(load<T>(sums + at) + n0 * load<T>(x));
    let t = both ? <T>(load<T>(sums2 + at) + n0 * load<T>(x2)) : s;
    if (four) {
      s = <T>(<T>(<T>(s + n1 * load<T>(x + next)) + n2 * load<T>(x + 2 * next)) + n3 * load<T>(x + 3 * next));
      if (both) t = <T>(<T>(<T>(t + n1 * load<T>(x2 + next)) + n2 * load<T>(x2 + 2 * next)) + n3 * load<T>(x2 + 3 * next));
    }
    store<T>(sums + at, s);
    if (both) store<T>(sums2 + at, t);
  }
}

export function fourOfOne<T>(a: usize, step: usize, rows: i32, x: usize, next: usize, sums: usize): void {
  columns<T>(true, false, a, step, rows, x, x, next, sums, sums);
}

export function fourOfTwo<T>(a: usize, step: usize, rows: i32, x: usize, x2: usize, next: usize, sums: usize, sums2: usize): void {
  columns<T>(true, true, a, step, rows, x, x2, next, sums, sums2);
}

export function oneOfOne<T>(a: usize, rows: i32, x: usize, sums: usize): void {
  columns<T>(false, false, a, 0, rows, x, x, 0, sums, sums);
}
