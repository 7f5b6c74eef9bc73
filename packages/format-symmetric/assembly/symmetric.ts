import { checkRange, element, span } from '@spmv/kernel-kit/assembly/checked';
import { finishRow } from '@spmv/kernel-kit/assembly/finish-row';
import { gather } from '@spmv/kernel-kit/assembly/gather';
import { lanes, madd, mul, splat, total } from '@spmv/kernel-kit/assembly/lanes';

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

/** to[column + shift] += part. */
// @ts-ignore: decorator
@inline
function addTo<T>(to: usize, column: i32, part: T): void {
  const place = element<T>(to, column);
  store<T>(place, <T>(load<T>(place) + part));
}

/** What entry (i, j) adds to element j: aᵢⱼxᵢ, times alpha unless that is 1. Times alpha last, where no factor of it overflows. */
// @ts-ignore: decorator
@inline
function mirrored<T>(isUnit: bool, a: T, factor: T, alpha: T): T {
  return isUnit ? <T>(a * factor) : <T>(alpha * <T>(a * factor));
}

/**
 * Σ aᵢⱼxⱼ over entries from … until − 1 of row i, each of which is also added to element j + shift of `to`, times `factor` (xᵢ, or −xᵢ of a
 * skew-symmetric matrix) and alpha.
 */
// @ts-ignore: decorator
@inline
function spread<T>(isUnit: bool, colIndex: usize, values: usize, x: usize, to: usize, shift: i32, factor: T, alpha: T, from: i32, until: i32): T {
  if (from >= until) return 0;
  checkRange(colIndex, from, until, 2);
  checkRange(values, from, until, alignof<T>());
  let c = colIndex + (<usize>from << 2);
  let v = values + (<usize>from << alignof<T>());
  const last = values + (<usize>until << alignof<T>());
  const factors = splat<T>(factor);
  let sums = splat<T>(0);
  while (v + 16 <= last) {
    const a = v128.load(v);
    sums = madd<T>(a, gather<T>(x, c), sums);
    let parts = mul<T>(a, factors);
    if (!isUnit) parts = mul<T>(splat<T>(alpha), parts);
    if (sizeof<T>() == 8) {
      addTo<f64>(to, load<i32>(c) + shift, f64x2.extract_lane(parts, 0));
      addTo<f64>(to, load<i32>(c, 4) + shift, f64x2.extract_lane(parts, 1));
    } else {
      addTo<f32>(to, load<i32>(c) + shift, f32x4.extract_lane(parts, 0));
      addTo<f32>(to, load<i32>(c, 4) + shift, f32x4.extract_lane(parts, 1));
      addTo<f32>(to, load<i32>(c, 8) + shift, f32x4.extract_lane(parts, 2));
      addTo<f32>(to, load<i32>(c, 12) + shift, f32x4.extract_lane(parts, 3));
    }
    v += 16;
    c += lanes<T>() << 2;
  }
  let sum = total<T>(sums);
  while (v < last) {
    const j = load<i32>(c);
    const a = load<T>(v);
    sum = <T>(sum + a * load<T>(element<T>(x, j)));
    addTo<T>(to, j + shift, mirrored<T>(isUnit, a, factor, alpha));
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

/**
 * First pass, for one worker: yᵢ ← βyᵢ + αΣaᵢⱼxⱼ over its rows, and yⱼ ← yⱼ + αaᵢⱼxᵢ for their entries in columns that are its rows, too. What belongs to
 * rows of workers before it goes to its own sums, where column j is at j − (its first row − bandwidth); `touched` says which blocks of them it added to.
 */
// @ts-ignore: decorator
@inline
function symmetric<T>(
  isUnit: bool, rowStart: usize, colIndex: usize, values: usize, x: usize, y: usize, sums: usize, touched: usize,
  rows: i32, bandwidth: i32, skew: i32, blocks: i32, worker: i32, workers: i32, alpha: T, beta: T,
): void {
  const begin = firstRow(rowStart, rows, worker, workers);
  const end = firstRow(rowStart, rows, worker + 1, workers);
  clearTouched<T>(sums, touched, bandwidth, blocks, worker);
  let start = load<i32>(element<i32>(rowStart, begin));
  for (let i = begin; i < end; i++) {
    const stop = load<i32>(element<i32>(rowStart, i + 1));
    let sum: T = 0;
    if (start < stop) {
      const xi = load<T>(element<T>(x, i));
      const factor = skew == 1 ? <T>-xi : xi;
      const diagonal = load<i32>(element<i32>(colIndex, stop - 1)) == i ? stop - 1 : stop;
      if (load<i32>(element<i32>(colIndex, start)) < begin) {
        const inside = firstEntry(colIndex, start, diagonal, begin);
        sum = spread<T>(true, colIndex, values, x, sums, worker * bandwidth + bandwidth - begin, factor, 1, start, inside);
        for (; start < inside; start++) {
          const place = load<i32>(element<i32>(colIndex, start)) - begin + bandwidth;
          store<u8>(element<u8>(touched, worker * blocks + (place >> BLOCK_SHIFT)), 1);
        }
      }
      sum = <T>(sum + spread<T>(isUnit, colIndex, values, x, y, 0, factor, alpha, start, diagonal));
      if (diagonal < stop) sum = <T>(sum + load<T>(element<T>(values, diagonal)) * xi);
      start = stop;
    }
    finishRow<T>(y, i, sum, alpha, beta);
  }
}

/** to[k] += alpha·from[k] for k < count. */
// @ts-ignore: decorator
@inline
function addScaled<T>(to: usize, from: usize, alpha: T, count: i32): void {
  const last = to + (<usize>count << alignof<T>());
  for (; to + 16 <= last; to += 16, from += 16) v128.store(to, madd<T>(splat<T>(alpha), v128.load(from), v128.load(to)));
  for (; to < last; to += sizeof<T>(), from += sizeof<T>()) store<T>(to, <T>(load<T>(to) + alpha * load<T>(from)));
}

/** Second pass, for one worker: adds to its rows what the workers after it have for them, in their order. */
// @ts-ignore: decorator
@inline
function addMirrored<T>(
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

export function symmetricF64(
  rowStart: usize, colIndex: usize, values: usize, x: usize, y: usize, sums: usize, touched: usize,
  rows: i32, bandwidth: i32, skew: i32, blocks: i32, worker: i32, workers: i32, alpha: f64, beta: f64,
): void {
  if (alpha == 1) symmetric<f64>(true, rowStart, colIndex, values, x, y, sums, touched, rows, bandwidth, skew, blocks, worker, workers, alpha, beta);
  else symmetric<f64>(false, rowStart, colIndex, values, x, y, sums, touched, rows, bandwidth, skew, blocks, worker, workers, alpha, beta);
}

export function symmetricF32(
  rowStart: usize, colIndex: usize, values: usize, x: usize, y: usize, sums: usize, touched: usize,
  rows: i32, bandwidth: i32, skew: i32, blocks: i32, worker: i32, workers: i32, alpha: f64, beta: f64,
): void {
  if (alpha == 1) symmetric<f32>(true, rowStart, colIndex, values, x, y, sums, touched, rows, bandwidth, skew, blocks, worker, workers, <f32>alpha, <f32>beta);
  else symmetric<f32>(false, rowStart, colIndex, values, x, y, sums, touched, rows, bandwidth, skew, blocks, worker, workers, <f32>alpha, <f32>beta);
}

export function addMirroredF64(
  rowStart: usize, y: usize, sums: usize, touched: usize, rows: i32, bandwidth: i32, blocks: i32, worker: i32, workers: i32, alpha: f64,
): void {
  addMirrored<f64>(rowStart, y, sums, touched, rows, bandwidth, blocks, worker, workers, alpha);
}

export function addMirroredF32(
  rowStart: usize, y: usize, sums: usize, touched: usize, rows: i32, bandwidth: i32, blocks: i32, worker: i32, workers: i32, alpha: f64,
): void {
  addMirrored<f32>(rowStart, y, sums, touched, rows, bandwidth, blocks, worker, workers, <f32>alpha);
}
