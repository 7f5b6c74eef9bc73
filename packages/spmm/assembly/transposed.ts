import { checkRange, element, span } from '@spmv/kernel-kit/assembly/checked';
import { finishAt } from '@spmv/kernel-kit/assembly/finish-row';
import { add, lanes, madd, splat } from '@spmv/kernel-kit/assembly/lanes';
import { touch, touches } from '@spmv/kernel-kit/assembly/worker-sums';
import { finishVector } from './finish';
import { valueSplat } from './stored-row';

/*
 * Each worker has `width` sums of every column of A side by side. `width` is a whole number of vectors. Sums that no row of the worker's adds to are neither
 * cleared nor added up: `touched` says which those are.
 */

/** Adds a·x to the `vectors` vectors of sums at `at`. */
// @ts-ignore: decorator
@inline
function addTo<T>(at: usize, a: v128, x: v128): void {
  v128.store(at, madd<T>(a, x, v128.load(at)));
}

/**
 * Rows begin … end − 1 of CSR: adds aᵢⱼ·(row i of X) to the worker's own sums of column j. `count` numbers of each row of X, the first at `origin`, are copied to
 * the worker's own line, so that any order of X costs the same for each entry; four vectors of them are in registers at a time.
 */
// @ts-ignore: decorator
@inline
export function addRows<T, S>(
  rowStart: usize, colIndex: usize, values: usize, X: usize, sums: usize, touched: usize, lines: usize, worker: i32, begin: i32, end: i32,
  cols: i32, xRow: i32, xCol: i32, origin: i32, width: i32, count: i32,
): void {
  checkRange(rowStart, begin, end + 1, 2);
  const own = worker * cols * width;
  const line = span<T>(lines, worker * width, width);
  const lineBytes = <usize>width << alignof<T>();
  memory.fill(line, 0, lineBytes);
  let least = i32.MAX_VALUE;
  let most = 0;
  for (let i = begin; i < end; i++) {
    const row = rowStart + (<usize>i << 2);
    const first = load<i32>(row);
    const last = load<i32>(row, 4);
    checkRange(colIndex, first, last, 2);
    checkRange(values, first, last, alignof<S>());
    if (first == last) continue;
    least = min(least, load<i32>(element<i32>(colIndex, first)));
    most = max(most, load<i32>(element<i32>(colIndex, last - 1)) + 1);
    for (let j = 0; j < count; j++) store<T>(line + (<usize>j << alignof<T>()), load<T>(element<T>(X, origin + i * xRow + j * xCol)));
    const past = values + (<usize>last << alignof<S>());
    let j = 0;
    for (; j + 4 * lanes<T>() <= width; j += 4 * lanes<T>()) {
      const at = line + (<usize>j << alignof<T>());
      const x0 = v128.load(at);
      const x1 = v128.load(at, 16);
      const x2 = v128.load(at, 32);
      const x3 = v128.load(at, 48);
      for (let v = values + (<usize>first << alignof<S>()), c = colIndex + (<usize>first << 2); v < past; v += sizeof<S>(), c += 4) {
        const a = valueSplat<T, S>(v);
        const to = span<T>(sums, own + load<i32>(c) * width + j, 4 * lanes<T>());
        addTo<T>(to, a, x0);
        addTo<T>(to + 16, a, x1);
        addTo<T>(to + 32, a, x2);
        addTo<T>(to + 48, a, x3);
      }
    }
    for (; j < width; j += lanes<T>()) {
      const x = v128.load(line + (<usize>j << alignof<T>()));
      for (let v = values + (<usize>first << alignof<S>()), c = colIndex + (<usize>first << 2); v < past; v += sizeof<S>(), c += 4)
        addTo<T>(span<T>(sums, own + load<i32>(c) * width + j, lanes<T>()), valueSplat<T, S>(v), x);
    }
  }
  if (least < most) touch(touched, worker, least * width, most * width);
}

/**
 * Columns begin … end − 1: the sums of all workers in their order, so that results repeat; element (i, j) of Y is at origin + i·yRow + j·yCol. They are added
 * up in the worker's own line.
 */
// @ts-ignore: decorator
@inline
export function reduce<T>(
  sums: usize, touched: usize, lines: usize, Y: usize, worker: i32, workers: i32, alpha: T, beta: T, begin: i32, end: i32,
  cols: i32, yRow: i32, yCol: i32, origin: i32, width: i32, count: i32,
): void {
  const each = cols * width;
  const line = span<T>(lines, worker * width, width);
  for (let i = begin; i < end; i++) {
    memory.fill(line, 0, <usize>width << alignof<T>());
    for (let w = 0; w < workers; w++) {
      if (!touches(touched, w, i * width)) continue;
      const own = span<T>(sums, w * each + i * width, width);
      for (let j: usize = 0; j < <usize>width << alignof<T>(); j += 16) v128.store(line + j, add<T>(v128.load(line + j), v128.load(own + j)));
    }
    const to = origin + i * yRow;
    let j = 0;
    for (; j + lanes<T>() <= count; j += lanes<T>()) finishVector<T>(Y, to + j * yCol, yCol, v128.load(line + (<usize>j << alignof<T>())), alpha, beta);
    for (; j < count; j++) finishAt<T>(element<T>(Y, to + j * yCol), load<T>(line + (<usize>j << alignof<T>())), alpha, beta);
  }
}
