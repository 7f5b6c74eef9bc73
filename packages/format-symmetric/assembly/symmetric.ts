import { checkRange, element, span } from '@spmv/kernel-kit/assembly/checked';
import { finishRow } from '@spmv/kernel-kit/assembly/finish-row';
import { add, madd, mul, scale, splat, total } from '@spmv/kernel-kit/assembly/lanes';
import { minusOne, one, plus, plusProduct, scaled, times, zero } from '@spmv/kernel-kit/assembly/numbers';

/** Columns that are cleared and added up together: 2 to this power. As in src/js/symmetric.ts. */
// @ts-ignore: decorator
@inline
const BLOCK_SHIFT: i32 = 9;

/** First row of worker `worker`: as much work, a row and an entry counting the same, comes before it as before the worker. */
function firstRow(rowStart: usize, rows: i32, worker: i32, workers: i32): i32 {
  const wanted = ((<i64>load<i32>(element<i32>(rowStart, rows)) + <i64>rows) * <i64>worker) / <i64>workers;
  let low = 0;
  let high = rows;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (<i64>load<i32>(element<i32>(rowStart, middle)) + <i64>middle < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** First of the entries from … until − 1 of a row in a column from `column` on, or `until`. */
function firstEntry(colIndex: usize, from: i32, until: i32, column: i32): i32 {
  let low = from;
  let high = until;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (load<i32>(element<i32>(colIndex, middle)) < column) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What entries aᵢⱼ add to elements j, in lanes, and these: sums + aᵢⱼxᵢ, times alpha unless that is 1. Times alpha last, where no factor of it overflows. */
// @ts-ignore: decorator
@inline
function addMany<T>(isUnit: bool, a: v128, factor: T, alpha: T, sums: v128): v128 {
  return isUnit ? madd<T>(a, splat<T>(factor), sums) : madd<T>(splat<T>(alpha), mul<T>(a, splat<T>(factor)), sums);
}

/** The numbers at two places. */
// @ts-ignore: decorator
@inline
function two(base: usize, first: usize, second: usize): v128 {
  return v128.load_lane<f64>(base + second, v128.load_zero<f64>(base + first), 1);
}

/** The numbers at four places. */
// @ts-ignore: decorator
@inline
function four(base: usize, first: usize, second: usize, third: usize, fourth: usize): v128 {
  const half = v128.load_lane<f32>(base + second, v128.load_zero<f32>(base + first), 1);
  return v128.load_lane<f32>(base + fourth, v128.load_lane<f32>(base + third, half, 2), 3);
}

/** Bytes before element j, in x as in `to`. An engine forms an address of a base and this while it loads: addresses kept would take its registers. */
// @ts-ignore: decorator
@inline
function bytesBefore<T>(x: usize, to: usize, shift: i32, j: i32): usize {
  checkRange(x, j, j + 1, alignof<T>());
  checkRange(to, j + shift, j + shift + 1, alignof<T>());
  return <usize>j << alignof<T>();
}

/**
 * Σ aᵢⱼxⱼ over entries from … until − 1 of row i, each of which is also added to element j + shift of `to`, times `factor` (xᵢ, or −xᵢ of a
 * skew-symmetric matrix) and alpha. Four at a time: no column comes twice in a row, so that all of them are loaded before one is stored.
 */
// @ts-ignore: decorator
@inline
function spread<T, A>(isUnit: bool, colIndex: usize, values: usize, x: usize, to: usize, shift: i32, factor: T, alpha: T, from: i32, until: i32): T {
  if (from >= until) return zero<T>();
  checkRange(colIndex, from, until, 2);
  checkRange(values, from, until, alignof<T>());
  let c = colIndex + (<usize>from << 2);
  let v = values + (<usize>from << alignof<T>());
  const last = values + (<usize>until << alignof<T>());
  const y = to + (<usize>shift << alignof<T>());
  let even = i64x2.splat(0);
  let odd = i64x2.splat(0);
  while (isFloat<T>() && v + 4 * sizeof<T>() <= last) {
    const j0 = bytesBefore<T>(x, to, shift, load<i32>(c));
    const j1 = bytesBefore<T>(x, to, shift, load<i32>(c, 4));
    const j2 = bytesBefore<T>(x, to, shift, load<i32>(c, 8));
    const j3 = bytesBefore<T>(x, to, shift, load<i32>(c, 12));
    const a = v128.load(v);
    if (sizeof<T>() == 8) {
      const b = v128.load(v, 16);
      even = madd<T>(a, two(x, j0, j1), even);
      odd = madd<T>(b, two(x, j2, j3), odd);
      const first = addMany<T>(isUnit, a, factor, alpha, two(y, j0, j1));
      const second = addMany<T>(isUnit, b, factor, alpha, two(y, j2, j3));
      v128.store_lane<f64>(y + j0, first, 0);
      v128.store_lane<f64>(y + j1, first, 1);
      v128.store_lane<f64>(y + j2, second, 0);
      v128.store_lane<f64>(y + j3, second, 1);
    } else {
      even = madd<T>(a, four(x, j0, j1, j2, j3), even);
      const all = addMany<T>(isUnit, a, factor, alpha, four(y, j0, j1, j2, j3));
      v128.store_lane<f32>(y + j0, all, 0);
      v128.store_lane<f32>(y + j1, all, 1);
      v128.store_lane<f32>(y + j2, all, 2);
      v128.store_lane<f32>(y + j3, all, 3);
    }
    v += 4 * sizeof<T>();
    c += 16;
  }
  let sum = total<T>(add<T>(even, odd));
  while (v < last) {
    const j = bytesBefore<T>(x, to, shift, load<i32>(c));
    const a = load<T>(v);
    const part = times<T, A>(a, factor);
    sum = plusProduct<T>(sum, a, load<T>(x + j));
    store<T>(y + j, plus<T>(load<T>(y + j), isUnit ? part : scaled<T>(alpha, part)));
    v += sizeof<T>();
    c += 4;
  }
  return sum;
}

/** No sums yet: those of the product before are zeroed. */
// @ts-ignore: decorator
@inline
function clearTouched<T>(sums: usize, touched: usize, bandwidth: i32, blocks: i32, worker: i32): void {
  for (let b = 0; b < blocks; b++) {
    const flag = element<u8>(touched, worker * blocks + b);
    if (load<u8>(flag) == 0) continue;
    store<u8>(flag, 0);
    const first = b << BLOCK_SHIFT;
    const count = min(1 << BLOCK_SHIFT, bandwidth - first);
    memory.fill(span<T>(sums, worker * bandwidth + first, count), 0, <usize>count << alignof<T>());
  }
}

/** Rows begin … end − 1, all entries of which are in columns that are written here. */
// @ts-ignore: decorator
@inline
function ownRows<T, A>(isUnit: bool, rowStart: usize, colIndex: usize, values: usize, x: usize, y: usize, sign: T, alpha: T, beta: T, begin: i32, end: i32): void {
  let start = load<i32>(element<i32>(rowStart, begin));
  for (let i = begin; i < end; i++) {
    const stop = load<i32>(element<i32>(rowStart, i + 1));
    let sum = zero<T>();
    if (start < stop) {
      const xi = load<T>(element<T>(x, i));
      const diagonal = load<i32>(element<i32>(colIndex, stop - 1)) == i ? stop - 1 : stop;
      sum = spread<T, A>(isUnit, colIndex, values, x, y, 0, scaled<T>(sign, xi), alpha, start, diagonal);
      if (diagonal < stop) sum = plusProduct<T>(sum, load<T>(element<T>(values, diagonal)), xi);
      start = stop;
    }
    finishRow<T>(y, i, sum, alpha, beta);
  }
}

function ownRowsOf<T, A>(rowStart: usize, colIndex: usize, values: usize, x: usize, y: usize, sign: T, alpha: T, beta: T, begin: i32, end: i32): void {
  if (isFloat<T>() && alpha == one<T>()) ownRows<T, A>(true, rowStart, colIndex, values, x, y, sign, alpha, beta, begin, end);
  else ownRows<T, A>(false, rowStart, colIndex, values, x, y, sign, alpha, beta, begin, end);
}

/** Rows begin … end − 1 of worker `worker`, whose entries before column `begin` add to its sums. */
// @ts-ignore: decorator
@inline
function edgeRows<T, A>(
  rowStart: usize, colIndex: usize, values: usize, x: usize, y: usize, sums: usize, touched: usize,
  bandwidth: i32, blocks: i32, worker: i32, sign: T, alpha: T, beta: T, begin: i32, end: i32,
): void {
  const shift = worker * bandwidth + bandwidth - begin;
  for (let i = begin; i < end; i++) {
    const start = load<i32>(element<i32>(rowStart, i));
    const stop = load<i32>(element<i32>(rowStart, i + 1));
    let sum = zero<T>();
    if (start < stop) {
      const xi = load<T>(element<T>(x, i));
      const factor = scaled<T>(sign, xi);
      const diagonal = load<i32>(element<i32>(colIndex, stop - 1)) == i ? stop - 1 : stop;
      const inside = firstEntry(colIndex, start, diagonal, begin);
      sum = spread<T, A>(true, colIndex, values, x, sums, shift, factor, one<T>(), start, inside);
      for (let k = start; k < inside; k++) {
        const place = load<i32>(element<i32>(colIndex, k)) - begin + bandwidth;
        store<u8>(element<u8>(touched, worker * blocks + (place >> BLOCK_SHIFT)), 1);
      }
      sum = plus<T>(sum, spread<T, A>(false, colIndex, values, x, y, 0, factor, alpha, inside, diagonal));
      if (diagonal < stop) sum = plusProduct<T>(sum, load<T>(element<T>(values, diagonal)), xi);
    }
    finishRow<T>(y, i, sum, alpha, beta);
  }
}

/** to[k] += alpha·from[k] for k < count. */
// @ts-ignore: decorator
@inline
function addScaled<T>(to: usize, from: usize, alpha: T, count: i32): void {
  const last = to + (<usize>count << alignof<T>());
  for (; to + 16 <= last; to += 16, from += 16) v128.store(to, isFloat<T>() ? madd<T>(splat<T>(alpha), v128.load(from), v128.load(to)) : add<T>(v128.load(to), scale<T>(alpha, v128.load(from))));
  for (; to < last; to += sizeof<T>(), from += sizeof<T>()) store<T>(to, plus<T>(load<T>(to), scaled<T>(alpha, load<T>(from))));
}

/** Second pass, for one worker: adds to its rows what the workers after it have for them, in their order. */
// @ts-ignore: decorator
@inline
export function addMirrored<T>(
  rowStart: usize, y: usize, sums: usize, touched: usize, rows: i32, bandwidth: i32, blocks: i32, worker: i32, workers: i32, alpha: T,
): void {
  const begin = firstRow(rowStart, rows, worker, workers);
  const end = firstRow(rowStart, rows, worker + 1, workers);
  for (let w = worker + 1; w < workers; w++) {
    const leftmost = firstRow(rowStart, rows, w, workers) - bandwidth;
    const first = max(0, begin - leftmost);
    const last = min(bandwidth, end - leftmost);
    if (first >= last) continue;
    for (let b = first >> BLOCK_SHIFT; b << BLOCK_SHIFT < last; b++) {
      if (load<u8>(element<u8>(touched, w * blocks + b)) == 0) continue;
      const from = max(first, b << BLOCK_SHIFT);
      const count = min(last, (b + 1) << BLOCK_SHIFT) - from;
      addScaled<T>(span<T>(y, leftmost + from, count), span<T>(sums, w * bandwidth + from, count), alpha, count);
    }
  }
}

/**
 * First pass, for one worker: yᵢ ← βyᵢ + αΣaᵢⱼxⱼ over its rows, and yⱼ ← yⱼ + αaᵢⱼxᵢ for their entries in columns that are its rows, too. What belongs to
 * rows of workers before it goes to its own sums, where column j is at j − (its first row − bandwidth); `touched` says which blocks of them it added to.
 */
// @ts-ignore: decorator
@inline
export function symmetric<T, A = T>(
  rowStart: usize, colIndex: usize, values: usize, x: usize, y: usize, sums: usize, touched: usize,
  rows: i32, bandwidth: i32, skew: i32, blocks: i32, worker: i32, workers: i32, alpha: T, beta: T,
): void {
  const begin = firstRow(rowStart, rows, worker, workers);
  const end = firstRow(rowStart, rows, worker + 1, workers);
  const edge = begin == 0 ? 0 : min(end, begin + bandwidth);
  const sign: T = (skew & 1) != 0 ? minusOne<T>() : one<T>();
  clearTouched<T>(sums, touched, bandwidth, blocks, worker);
  edgeRows<T, A>(rowStart, colIndex, values, x, y, sums, touched, bandwidth, blocks, worker, sign, alpha, beta, begin, edge);
  ownRowsOf<T, A>(rowStart, colIndex, values, x, y, sign, alpha, beta, edge, end);
}
