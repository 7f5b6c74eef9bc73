import { checkRange } from './checked';
import { finishLanes, finishRow } from './finish-row';
import { add, laneOf, lanes, mul, splat } from './lanes';
import { plus, plusProduct } from './numbers';

/* Sums of each worker, of which there are as many as elements of y. Worker w has `stride` elements of `sums` from w·stride on, the last BLOCK of which are
 * scratch, and in `touched` the first element it has added to in this product, and the one after the last. */

// @ts-ignore: decorator
@inline
const BLOCK: i32 = 512;
/** Words of `touched` of one worker: a line of the cache. */
// @ts-ignore: decorator
@inline
const TOUCHED: i32 = 16;

/** Address of worker `worker`'s two words. */
// @ts-ignore: decorator
@inline
function touchedOf(touched: usize, worker: i32): usize {
  checkRange(touched, worker * TOUCHED, worker * TOUCHED + 2, 2);
  return touched + (<usize>(worker * TOUCHED) << 2);
}

/** Address of the first sum of a worker. */
// @ts-ignore: decorator
@inline
export function sumsOf<T>(sums: usize, worker: i32, stride: i32): usize {
  return sums + ((<usize>worker * <usize>stride) << alignof<T>());
}

/** The worker is going to add to elements first … last − 1. */
// @ts-ignore: decorator
@inline
export function touch(touched: usize, worker: i32, first: i32, last: i32): void {
  const place = touchedOf(touched, worker);
  if (first < load<i32>(place)) store<i32>(place, first);
  if (last > load<i32>(place, 4)) store<i32>(place, last, 4);
}

/** Whether element `at` lies between those that the worker has added to. */
// @ts-ignore: decorator
@inline
export function touches(touched: usize, worker: i32, at: i32): bool {
  const place = touchedOf(touched, worker);
  return at >= load<i32>(place) && at < load<i32>(place, 4);
}

/** own[index[k]] += values[k]·factor over begin ≤ k < end, indices rising; neighbours together. */
// @ts-ignore: decorator
@inline
export function scatter<T, A = T>(index: usize, values: usize, own: usize, factor: T, begin: i32, end: i32): void {
  checkRange(index, begin, end, 2);
  checkRange(values, begin, end, alignof<T>());
  let c = index + (<usize>begin << 2);
  let v = values + (<usize>begin << alignof<T>());
  const last = values + (<usize>end << alignof<T>());
  const factors = splat<T>(factor);
  const many = lanes<T>();
  while (v + 16 <= last) {
    const products = mul<T, A>(v128.load(v), factors);
    const first = own + (<usize>load<i32>(c) << alignof<T>());
    if (load<i32>(c + ((many - 1) << 2)) - load<i32>(c) == many - 1) {
      v128.store(first, add<T>(v128.load(first), products));
    } else if (sizeof<T>() == 8) {
      const second = own + (<usize>load<i32>(c, 4) << 3);
      store<T>(first, plus<T>(load<T>(first), laneOf<T>(products, 0)));
      store<T>(second, plus<T>(load<T>(second), laneOf<T>(products, 1)));
    } else {
      const second = own + (<usize>load<i32>(c, 4) << 2);
      const third = own + (<usize>load<i32>(c, 8) << 2);
      const fourth = own + (<usize>load<i32>(c, 12) << 2);
      store<f32>(first, load<f32>(first) + f32x4.extract_lane(products, 0));
      store<f32>(second, load<f32>(second) + f32x4.extract_lane(products, 1));
      store<f32>(third, load<f32>(third) + f32x4.extract_lane(products, 2));
      store<f32>(fourth, load<f32>(fourth) + f32x4.extract_lane(products, 3));
    }
    v += 16;
    c += many << 2;
  }
  while (v < last) {
    const place = own + (<usize>load<i32>(c) << alignof<T>());
    store<T>(place, plusProduct<T, A>(load<T>(place), load<T>(v), factor));
    v += sizeof<T>();
    c += 4;
  }
}

// @ts-ignore: decorator
@inline
export function clearSums<T>(sums: usize, touched: usize, stride: i32, begin: i32, end: i32): void {
  for (let worker = begin; worker < end; worker++) {
    const place = touchedOf(touched, worker);
    const first = load<i32>(place);
    const count = load<i32>(place, 4) - first;
    if (count > 0) memory.fill(sumsOf<T>(sums, worker, stride) + (<usize>first << alignof<T>()), 0, <usize>count << alignof<T>());
    store<i32>(place, i32.MAX_VALUE);
    store<i32>(place, 0, 4);
  }
}

/** First pass, for workers begin … end − 1: no sums yet; those of the product before are zeroed. */
/** to[i] += from[i] for i < count. */
// @ts-ignore: decorator
@inline
function addAll<T>(to: usize, from: usize, count: i32): void {
  const many = lanes<T>();
  let i = 0;
  for (; i + many <= count; i += many) {
    const place = to + (<usize>i << alignof<T>());
    v128.store(place, add<T>(v128.load(place), v128.load(from + (<usize>i << alignof<T>()))));
  }
  for (; i < count; i++) {
    const place = to + (<usize>i << alignof<T>());
    store<T>(place, plus<T>(load<T>(place), load<T>(from + (<usize>i << alignof<T>()))));
  }
}

// @ts-ignore: decorator
@inline
export function reduceSums<T>(sums: usize, touched: usize, y: usize, stride: i32, worker: i32, workers: i32, alpha: T, beta: T, begin: i32, end: i32): void {
  const block = sumsOf<T>(sums, worker, stride) + (<usize>(stride - BLOCK) << alignof<T>());
  const many = lanes<T>();
  for (let from = begin; from < end; from += BLOCK) {
    const to = min(from + BLOCK, end);
    memory.fill(block, 0, <usize>(to - from) << alignof<T>());
    for (let w = 0; w < workers; w++) {
      const place = touchedOf(touched, w);
      const first = max(from, load<i32>(place));
      const last = min(to, load<i32>(place, 4));
      if (first < last)
        addAll<T>(block + (<usize>(first - from) << alignof<T>()), sumsOf<T>(sums, w, stride) + (<usize>first << alignof<T>()), last - first);
    }
    checkRange(y, from, to, alignof<T>());
    let j = from;
    for (; j + many <= to; j += many)
      finishLanes<T>(y + (<usize>j << alignof<T>()), v128.load(block + (<usize>(j - from) << alignof<T>())), alpha, beta);
    for (; j < to; j++) finishRow<T>(y, j, load<T>(block + (<usize>(j - from) << alignof<T>())), alpha, beta);
  }
}

/** Last pass, over elements begin … end − 1 of y: the sums of all workers in their order, so that results repeat. */
