import { checkRange, element } from '@spmv/kernel-kit/assembly/checked';
import { sumOfRow } from '@spmv/kernel-kit/assembly/eight-rows';
import { finishRow } from '@spmv/kernel-kit/assembly/finish-row';
import { add, lanes, madd, maddAt, total } from '@spmv/kernel-kit/assembly/lanes';
import { clearPartialSums, setHead, setTail } from '@spmv/kernel-kit/assembly/split-row';
import { plus, plusProduct, zero } from '@spmv/kernel-kit/assembly/numbers';

// A slice has 32 lanes; four of its steps are a group, in which the distances of a lane lie side by side.
// @ts-ignore: decorator
@inline
const LANES: i32 = 32;

/** x in the column that is `base` and the distance at `at`, stored as D. */
// @ts-ignore: decorator
@inline
function other<T, D>(x: usize, base: i32, at: usize): usize {
  return element<T>(x, base + <i32>load<D>(at));
}

/** One step of four neighbouring lanes: their values at `v`, their distances from `at` on, `next` bytes apart. */
// @ts-ignore: decorator
@inline
function low<T, D>(sum: v128, x: usize, v: usize, base: i32, at: usize, next: usize): v128 {
  if (isVector<T>()) return maddAt<T>(v, v128.load(other<T, D>(x, base, at)), sum);
  if (sizeof<T>() == 8) {
    const pair = v128.load_zero<f64>(other<T, D>(x, base, at));
    return madd<T>(v128.load(v), v128.load_lane<f64>(other<T, D>(x, base, at + next), pair, 1), sum);
  }
  let four = v128.load_zero<f32>(other<T, D>(x, base, at));
  four = v128.load_lane<f32>(other<T, D>(x, base, at + next), four, 1);
  four = v128.load_lane<f32>(other<T, D>(x, base, at + 2 * next), four, 2);
  return madd<T>(v128.load(v), v128.load_lane<f32>(other<T, D>(x, base, at + 3 * next), four, 3), sum);
}

/** Vector `part`, 1 … 3, of the four lanes, where they take as many. */
// @ts-ignore: decorator
@inline
function high<T, D>(part: i32, sum: v128, x: usize, v: usize, base: i32, at: usize, next: usize): v128 {
  return (part + 1) * lanes<T>() <= 4 ? low<T, D>(sum, x, v + 16 * part, base, at + <usize>(part * lanes<T>()) * next, next) : sum;
}

/** Entries `from` … `count` − 1 of one lane. */
// @ts-ignore: decorator
@inline
function restOfLane<T, D>(bases: usize, distances: usize, v: usize, x: usize, steps: i32, lane: i32, from: i32, count: i32): T {
  let sum = zero<T>();
  for (let step = from; step < count; step++) {
    const first = step & ~3;
    const room = steps - first > 2 ? 4 : steps - first;
    const at = distances + (<usize>(first * LANES + lane * room + (step & 3)) << alignof<D>());
    const value = load<T>(v + (<usize>(step * LANES + lane) << alignof<T>()));
    sum = plusProduct<T>(sum, value, load<T>(other<T, D>(x, load<i32>(bases + (<usize>step << 2)), at)));
  }
  return sum;
}

/** Entries of lane `lane` of a segment of `length` entries on 2^log lanes: entry j is on lane j mod 2^log. */
// @ts-ignore: decorator
@inline
function countOf(length: i32, log: i32, lane: i32): i32 {
  const mask = (1 << log) - 1;
  return (length + mask - (lane & mask)) >> log;
}

/** Row of segment i of a slice, −1 for none. */
// @ts-ignore: decorator
@inline
function rowOf(segments: usize, plain: bool, third: i32, i: i32): i32 {
  return plain ? third + i : load<i32>(element<i32>(segments, 2 * (third + i)));
}

// @ts-ignore: decorator
@inline
function lengthOf(segments: usize, plain: bool, third: i32, i: i32, full: i32): i32 {
  return plain ? full : load<i32>(element<i32>(segments, 2 * (third + i) + 1));
}

/**
 * The rows of a slice that is no part of a split row: four lanes at a time for as many steps as all four have, then lane by lane. For a part
 * of a split row nothing is written, and the sum is returned.
 */
function sliceRows<T, D>(
  segments: usize, bases: usize, distances: usize, v: usize, x: usize, y: usize,
  third: i32, steps: i32, log: i32, plain: bool, isSplit: bool, alpha: T, beta: T,
): T {
  const full = steps << log;
  let rowSum = zero<T>();
  for (let lane = 0; lane < LANES; lane += 4) {
    const i = lane >> log;
    let c0 = steps, c1 = steps, c2 = steps, c3 = steps;
    if (!plain) {
      c0 = countOf(lengthOf(segments, plain, third, i, full), log, lane);
      c1 = countOf(lengthOf(segments, plain, third, (lane + 1) >> log, full), log, lane + 1);
      c2 = countOf(lengthOf(segments, plain, third, (lane + 2) >> log, full), log, lane + 2);
      c3 = countOf(lengthOf(segments, plain, third, (lane + 3) >> log, full), log, lane + 3);
    }
    const common = min(min(c0, c1), min(c2, c3));
    let sum0 = i64x2.splat(0);
    let sum1 = sum0, sum2 = sum0, sum3 = sum0;
    const values = v + (<usize>lane << alignof<T>());
    const row = LANES << alignof<T>();
    let step = 0;
    for (; step + 4 <= common; step += 4) {
      const at = distances + (<usize>(step * LANES + lane * 4) << alignof<D>());
      const b = bases + (<usize>step << 2);
      const w = values + <usize>(step * row);
      const next = <usize>4 << alignof<D>();
      sum0 = low<T, D>(sum0, x, w, load<i32>(b), at, next);
      sum1 = high<T, D>(1, sum1, x, w, load<i32>(b), at, next);

      sum2 = high<T, D>(2, sum2, x, w, load<i32>(b), at, next);

      sum3 = high<T, D>(3, sum3, x, w, load<i32>(b), at, next);
      sum0 = low<T, D>(sum0, x, w + row, load<i32>(b, 4), at + sizeof<D>(), next);
      sum1 = high<T, D>(1, sum1, x, w + row, load<i32>(b, 4), at + sizeof<D>(), next);

      sum2 = high<T, D>(2, sum2, x, w + row, load<i32>(b, 4), at + sizeof<D>(), next);

      sum3 = high<T, D>(3, sum3, x, w + row, load<i32>(b, 4), at + sizeof<D>(), next);
      sum0 = low<T, D>(sum0, x, w + 2 * row, load<i32>(b, 8), at + 2 * sizeof<D>(), next);
      sum1 = high<T, D>(1, sum1, x, w + 2 * row, load<i32>(b, 8), at + 2 * sizeof<D>(), next);

      sum2 = high<T, D>(2, sum2, x, w + 2 * row, load<i32>(b, 8), at + 2 * sizeof<D>(), next);

      sum3 = high<T, D>(3, sum3, x, w + 2 * row, load<i32>(b, 8), at + 2 * sizeof<D>(), next);
      sum0 = low<T, D>(sum0, x, w + 3 * row, load<i32>(b, 12), at + 3 * sizeof<D>(), next);
      sum1 = high<T, D>(1, sum1, x, w + 3 * row, load<i32>(b, 12), at + 3 * sizeof<D>(), next);

      sum2 = high<T, D>(2, sum2, x, w + 3 * row, load<i32>(b, 12), at + 3 * sizeof<D>(), next);

      sum3 = high<T, D>(3, sum3, x, w + 3 * row, load<i32>(b, 12), at + 3 * sizeof<D>(), next);
    }
    if (step < common) {
      const room = steps - step > 2 ? 4 : steps - step;
      const at = distances + (<usize>(step * LANES + lane * room) << alignof<D>());
      const next = <usize>room << alignof<D>();
      for (let k = 0; step + k < common; k++) {
        const base = load<i32>(bases + (<usize>(step + k) << 2));
        const w = values + <usize>((step + k) * row);
        sum0 = low<T, D>(sum0, x, w, base, at + (<usize>k << alignof<D>()), next);
        sum1 = high<T, D>(1, sum1, x, w, base, at + (<usize>k << alignof<D>()), next);

        sum2 = high<T, D>(2, sum2, x, w, base, at + (<usize>k << alignof<D>()), next);

        sum3 = high<T, D>(3, sum3, x, w, base, at + (<usize>k << alignof<D>()), next);
      }
    }
    if (log > 1) {
      rowSum = plus<T>(rowSum, total<T>(sizeof<T>() == 16 ? add<T>(add<T>(sum0, sum1), add<T>(sum2, sum3)) : sizeof<T>() == 8 ? add<T>(sum0, sum1) : sum0));
      if (common < c0) rowSum = plus<T>(rowSum, restOfLane<T, D>(bases, distances, v, x, steps, lane, common, c0));
      if (common < c1) rowSum = plus<T>(rowSum, restOfLane<T, D>(bases, distances, v, x, steps, lane + 1, common, c1));
      if (common < c2) rowSum = plus<T>(rowSum, restOfLane<T, D>(bases, distances, v, x, steps, lane + 2, common, c2));
      if (common < c3) rowSum = plus<T>(rowSum, restOfLane<T, D>(bases, distances, v, x, steps, lane + 3, common, c3));
      if (!isSplit && (lane + 4) >> log != i) {
        const r = rowOf(segments, plain, third, i);
        if (r >= 0) finishRow<T>(y, r, rowSum, alpha, beta);
        rowSum = zero<T>();
      }
      continue;
    }
    let s0 = sumOfRow<T>(sum0, sum1, sum2, sum3, 0);
    let s1 = sumOfRow<T>(sum0, sum1, sum2, sum3, 1);
    let s2 = sumOfRow<T>(sum0, sum1, sum2, sum3, 2);
    let s3 = sumOfRow<T>(sum0, sum1, sum2, sum3, 3);
    if (common < c0) s0 = plus<T>(s0, restOfLane<T, D>(bases, distances, v, x, steps, lane, common, c0));
    if (common < c1) s1 = plus<T>(s1, restOfLane<T, D>(bases, distances, v, x, steps, lane + 1, common, c1));
    if (common < c2) s2 = plus<T>(s2, restOfLane<T, D>(bases, distances, v, x, steps, lane + 2, common, c2));
    if (common < c3) s3 = plus<T>(s3, restOfLane<T, D>(bases, distances, v, x, steps, lane + 3, common, c3));
    const r0 = rowOf(segments, plain, third, i);
    const r1 = rowOf(segments, plain, third, i + 1);
    if (log == 1) {
      if (r0 >= 0) finishRow<T>(y, r0, plus<T>(s0, s1), alpha, beta);
      if (r1 >= 0) finishRow<T>(y, r1, plus<T>(s2, s3), alpha, beta);
    } else {
      const r2 = rowOf(segments, plain, third, i + 2);
      const r3 = rowOf(segments, plain, third, i + 3);
      if (r0 >= 0) finishRow<T>(y, r0, s0, alpha, beta);
      if (r1 >= 0) finishRow<T>(y, r1, s1, alpha, beta);
      if (r2 >= 0) finishRow<T>(y, r2, s2, alpha, beta);
      if (r3 >= 0) finishRow<T>(y, r3, s3, alpha, beta);
    }
  }
  return rowSum;
}

/** Whether the last part of a split row is not `slice`, which is a part of one. */
// @ts-ignore: decorator
@inline
function goesOn(segments: usize, third: i32): bool {
  return load<i32>(element<i32>(segments, 2 * third + 3)) == 0;
}

/** Slices begin … end − 1. The partial sums of split rows at the ends of the range go to `partialSums`. */
// @ts-ignore: decorator
@inline
export function packed<T>(
  slices: usize, segments: usize, columns: usize, values: usize, x: usize, y: usize, partialSums: usize,
  alpha: T, beta: T, begin: i32, end: i32,
): void {
  checkRange(slices, 4 * begin, 4 * end, 2);
  clearPartialSums(partialSums);
  let splitSum = zero<T>();
  let inHead = false;
  if (begin > 0) {
    const before = element<i32>(slices, 4 * begin - 4);
    inHead = ((load<i32>(before, 12) >> 23) & 1) == 1 && goesOn(segments, load<i32>(before, 8));
  }
  for (let slice = begin; slice < end; slice++) {
    const at = slices + (<usize>slice << 4);
    const firstStep = load<i32>(at);
    const start = load<i32>(at, 4) << 5;
    const third = load<i32>(at, 8);
    const facts = load<i32>(at, 12);
    const steps = facts & 0xffff;
    const log = (facts >> 16) & 0xf;
    const code = (facts >> 20) & 3;
    const plain = ((facts >> 22) & 1) == 1;
    const isSplit = ((facts >> 23) & 1) == 1;
    const toDistances = ((4 * steps + 31) >> 5) << 5;
    checkRange(values, firstStep * LANES, (firstStep + steps) * LANES, alignof<T>());
    checkRange(columns, start, start + (steps > 0 ? toDistances + ((steps * LANES) << code) : 0), 0);
    const bases = columns + <usize>start;
    const distances = bases + <usize>toDistances;
    const v = values + (<usize>(firstStep * LANES) << alignof<T>());
    let sum: T;
    if (code == 0) sum = sliceRows<T, u8>(segments, bases, distances, v, x, y, third, steps, log, plain, isSplit, alpha, beta);
    else if (code == 1) sum = sliceRows<T, u16>(segments, bases, distances, v, x, y, third, steps, log, plain, isSplit, alpha, beta);
    else sum = sliceRows<T, u32>(segments, bases, distances, v, x, y, third, steps, log, plain, isSplit, alpha, beta);
    if (!isSplit) continue;
    splitSum = plus<T>(splitSum, sum);
    const row = rowOf(segments, false, third, 0);
    const more = goesOn(segments, third);
    if (more && slice < end - 1) continue;
    if (inHead) setHead<T>(partialSums, row, splitSum);
    else if (more) setTail<T>(partialSums, row, splitSum);
    else finishRow<T>(y, row, splitSum, alpha, beta);
    inHead = false;
    splitSum = zero<T>();
  }
}
