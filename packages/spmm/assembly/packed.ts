import { checkRange, element } from '@spmv/kernel-kit/assembly/checked';
import { finishAt } from '@spmv/kernel-kit/assembly/finish-row';
import { lanes } from '@spmv/kernel-kit/assembly/lanes';
import { one, zero } from '@spmv/kernel-kit/assembly/numbers';
import { finishVector } from './finish';
import { denseRow } from './stored-row';

// A slice has 32 lanes; four of its steps are a group, in which the distances of a lane lie side by side.
// @ts-ignore: decorator
@inline
const LANES: i32 = 32;

/** Distance at `place`, stored in 1, 2 or 4 bytes. */
// @ts-ignore: decorator
@inline
function distance(distances: usize, place: i32, code: i32): i32 {
  if (code == 0) return load<u8>(distances + <usize>place);
  if (code == 1) return load<u16>(distances + (<usize>place << 1));
  return load<i32>(distances + (<usize>place << 2));
}

/** Columns and values of a segment of `length` entries on 2^log lanes from `lane` on, in the order of the entries. */
function decode<T, S>(
  bases: usize, distances: usize, v: usize, steps: i32, log: i32, code: i32, lane: i32, length: i32, ownColumns: usize, ownValues: usize,
): void {
  const mask = (1 << log) - 1;
  for (let e = 0; e < length; e++) {
    const step = e >> log;
    const on = lane + (e & mask);
    const first = step & ~3;
    // The last one or two steps are a group of as many.
    const room = steps - first > 2 ? 4 : steps - first;
    const column = load<i32>(bases + (<usize>step << 2)) + distance(distances, first * LANES + on * room + (step & 3), code);
    store<i32>(ownColumns + (<usize>e << 2), column);
    store<T>(ownValues + (<usize>e << alignof<T>()), <T>load<S>(v + (<usize>(step * LANES + on) << alignof<S>())));
  }
}

/** Whether slice `slice` holds a part of a split row, and not its last one. */
// @ts-ignore: decorator
@inline
function goesOn(slices: usize, segments: usize, slice: i32): bool {
  const at = element<i32>(slices, 4 * slice);
  return ((load<i32>(at, 12) >> 23) & 1) == 1 && load<i32>(element<i32>(segments, 2 * load<i32>(at, 8) + 3)) == 0;
}

/** `to` of Y and `yCol` apart ← α·sums + β·(what was there), for `count` sums side by side. */
function finishSums<T>(sums: usize, Y: usize, to: i32, yCol: i32, count: i32, alpha: T, beta: T): void {
  let j = 0;
  for (; j + lanes<T>() <= count; j += lanes<T>())
    finishVector<T>(Y, to + j * yCol, yCol, v128.load(sums + (<usize>j << alignof<T>())), alpha, beta);
  for (; j < count; j++) finishAt<T>(element<T>(Y, to + j * yCol), load<T>(sums + (<usize>j << alignof<T>())), alpha, beta);
}

/**
 * The rows that begin in slices begin … end − 1 of packed slices. The entries of each are decoded into the worker's own memory, `room` of them, and then
 * multiplied as those of a row of CSR are. The parts of a row in several slices, which belongs to the range in which the first lies, are added up in
 * `count` sums of the worker's own.
 */
// @ts-ignore: decorator
@inline
export function packed<T, S>(
  slices: usize, segments: usize, columns: usize, values: usize,
  scratchColumns: usize, scratchValues: usize, scratchSums: usize, X: usize, Y: usize,
  xRow: i32, yRow: i32, yCol: i32, origin: i32, count: i32, worker: i32, room: i32, all: i32, alpha: T, beta: T, begin: i32, end: i32,
): void {
  checkRange(scratchColumns, worker * room, (worker + 1) * room, 2);
  checkRange(scratchValues, worker * room, (worker + 1) * room, alignof<T>());
  const ownColumns = scratchColumns + (<usize>(worker * room) << 2);
  const ownValues = scratchValues + (<usize>(worker * room) << alignof<T>());
  const sums = worker * count;
  let first = begin;
  while (first < end && first > 0 && goesOn(slices, segments, first - 1)) first++;
  for (let slice = first; slice < end || (slice < all && slice > first && goesOn(slices, segments, slice - 1)); slice++) {
    const at = element<i32>(slices, 4 * slice);
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
    checkRange(values, firstStep * LANES, (firstStep + steps) * LANES, alignof<S>());
    checkRange(columns, start, start + (steps > 0 ? toDistances + ((steps * LANES) << code) : 0), 0);
    const bases = columns + <usize>start;
    const distances = bases + <usize>toDistances;
    const v = values + (<usize>(firstStep * LANES) << alignof<S>());
    const segmentsHere = isSplit ? 1 : LANES >> log;
    for (let i = 0; i < segmentsHere; i++) {
      const row = plain ? third + i : load<i32>(element<i32>(segments, 2 * (third + i)));
      if (row < 0) continue;
      const length = plain ? steps << log : load<i32>(element<i32>(segments, 2 * (third + i) + 1));
      decode<T, S>(bases, distances, v, steps, log, code, i << log, length, ownColumns, ownValues);
      const past = ownValues + (<usize>length << alignof<T>());
      if (!isSplit) {
        denseRow<T, T>(ownColumns, ownValues, past, X, xRow, Y, origin + row * yRow, yCol, count, alpha, beta);
        continue;
      }
      // The first part sets the sums, the others add to them.
      const isFirst = slice == 0 || !goesOn(slices, segments, slice - 1);
      denseRow<T, T>(ownColumns, ownValues, past, X, xRow, scratchSums, sums, 1, count, one<T>(), isFirst ? zero<T>() : one<T>());
      if (!goesOn(slices, segments, slice))
        finishSums<T>(element<T>(scratchSums, sums), Y, origin + row * yRow, yCol, count, alpha, beta);
    }
  }
}
