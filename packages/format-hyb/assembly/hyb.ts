import { dot } from '@spmv/kernel-kit/assembly/dot';
import { group, sumOfRow } from '@spmv/kernel-kit/assembly/eight-rows';
import { finishRow } from '@spmv/kernel-kit/assembly/finish-row';
import { addProducts, paddingIn } from '@spmv/kernel-kit/assembly/gather';
import { add, lanes, maddAt, mul, total } from '@spmv/kernel-kit/assembly/lanes';
import { isZero, plus, plusProduct, zero } from '@spmv/kernel-kit/assembly/numbers';

/** The overflow of row i, which has some only when all `width` places were taken, added to `sum`; then its y. */
// @ts-ignore: decorator
@inline
function finish<T>(overflowStart: usize, cooColIndex: usize, cooValues: usize, x: usize, y: usize, i: i32, sum: T, alpha: T, beta: T): void {
  const first = load<i32>(overflowStart + (<usize>i << 2));
  const last = load<i32>(overflowStart + (<usize>i << 2), 4);
  if (first < last) sum = plus<T>(sum, dot<T>(cooColIndex, cooValues, x, first, last));
  finishRow<T>(y, i, sum, alpha, beta);
}

/** Places `place` … of row i in column order up to its first padding added to `sum`, then its overflow. */
function rest<T>(
  overflowStart: usize, ellColIndex: usize, ellValues: usize, cooColIndex: usize, cooValues: usize, x: usize, y: usize,
  width: i32, stride: i32, i: i32, place: i32, sum: T, alpha: T, beta: T,
): void {
  let slot = i + place * stride;
  for (; place < width; place++) {
    const j = load<i32>(ellColIndex + (<usize>slot << 2));
    if (j < 0) {
      finishRow<T>(y, i, sum, alpha, beta);
      return;
    }
    sum = plusProduct<T>(sum, load<T>(ellValues + (<usize>slot << alignof<T>())), load<T>(x + (<usize>j << alignof<T>())));
    slot += stride;
  }
  finish<T>(overflowStart, cooColIndex, cooValues, x, y, i, sum, alpha, beta);
}

/** Rows whose sums stay in the nearest cache while the columns of the ELLPACK part pass by. */
const TILE: i32 = 512;

/** Where x[j] is, or for padding `otherwise`: x is not read for it. */
// @ts-ignore: decorator
@inline
function factor<T>(c: usize, x: usize, otherwise: usize): usize {
  const j = load<i32>(c);
  return select<usize>(x + (<usize>j << alignof<T>()), otherwise, j >= 0);
}

/** Adds those of four places that hold an entry to the sums in y, without a branch: which they are is as good as random. */
// @ts-ignore: decorator
@inline
function addHeld<T>(c: usize, v: usize, x: usize, y: usize): void {
  const padding = i32x4.shr_s(v128.load(c), 31);
  if (sizeof<T>() == 8) {
    const x0 = v128.load_lane<f64>(factor<T>(c + 4, x, v), v128.load_zero<f64>(factor<T>(c, x, v)), 1);
    const x1 = v128.load_lane<f64>(factor<T>(c + 12, x, v), v128.load_zero<f64>(factor<T>(c + 8, x, v)), 1);
    const padding0 = i8x16.shuffle(padding, padding, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7);
    const padding1 = i8x16.shuffle(padding, padding, 8, 9, 10, 11, 8, 9, 10, 11, 12, 13, 14, 15, 12, 13, 14, 15);
    v128.store(y, add<T>(v128.load(y), v128.andnot(mul<T>(v128.load(v), x0), padding0)));
    v128.store(y, add<T>(v128.load(y, 16), v128.andnot(mul<T>(v128.load(v, 16), x1), padding1)), 16);
  } else {
    let lanes = v128.load_zero<f32>(factor<T>(c, x, v));
    lanes = v128.load_lane<f32>(factor<T>(c + 4, x, v), lanes, 1);
    lanes = v128.load_lane<f32>(factor<T>(c + 8, x, v), lanes, 2);
    lanes = v128.load_lane<f32>(factor<T>(c + 12, x, v), lanes, 3);
    v128.store(y, f32x4.add(v128.load(y), v128.andnot(f32x4.mul(v128.load(v), lanes), padding)));
  }
}

/** Adds one place of the rows `i` … `i` + `count` − 1, whose columns and values lie side by side, to the sums in y. */
// @ts-ignore: decorator
@inline
function addPlace<T>(c: usize, v: usize, x: usize, y: usize, count: i32): void {
  let r = 0;
  for (; r + 4 <= count; r += 4) {
    const padding = i32x4.bitmask(v128.load(c));
    if (padding == 0) {
      v128.store(y, addProducts<T>(v128.load(y), v, c, x));
      if (sizeof<T>() >= 8) v128.store(y, addProducts<T>(v128.load(y, 16), v + 16, c + (lanes<T>() << 2), x), 16);
      if (isVector<T>()) {
        v128.store(y, addProducts<T>(v128.load(y, 32), v + 32, c + 8, x), 32);
        v128.store(y, addProducts<T>(v128.load(y, 48), v + 48, c + 12, x), 48);
      }
    } else if (padding != 15) {
      if (isVector<T>()) for (let k = 0; k < 4; k++) addOne<T>(c + (k << 2), v + (k << 4), x, y + (k << 4));
      else addHeld<T>(c, v, x, y);
    }
    c += 16;
    v += 4 << alignof<T>();
    y += 4 << alignof<T>();
  }
  for (; r < count; r++) {
    addOne<T>(c, v, x, y);
    c += 4;
    v += sizeof<T>();
    y += sizeof<T>();
  }
}

// @ts-ignore: decorator
@inline
function addOne<T>(c: usize, v: usize, x: usize, y: usize): void {
  const j = load<i32>(c);
  if (isVector<T>()) {
    const product = maddAt<T>(v, v128.load(factor<T>(c, x, v)), i64x2.splat(0));
    v128.store(y, add<T>(v128.load(y), v128.andnot(product, i32x4.splat(j >> 31))));
  } else if (j >= 0) store<T>(y, plusProduct<T>(load<T>(y), load<T>(v), load<T>(x + (<usize>j << alignof<T>()))));
}

/** Column order where y need not be kept: it holds the sums of a tile of rows, so that columns are read in long runs. */
// @ts-ignore: decorator
@inline
function byTiles<T>(
  overflowStart: usize, ellColIndex: usize, ellValues: usize, cooColIndex: usize, cooValues: usize, x: usize, y: usize,
  width: i32, stride: i32, alpha: T, begin: i32, end: i32,
): void {
  for (let first = begin; first < end; first += TILE) {
    const past = min(first + TILE, end);
    const sums = y + (<usize>first << alignof<T>());
    memory.fill(sums, 0, <usize>(past - first) << alignof<T>());
    for (let place = 0; place < width; place++) {
      const slot = <usize>(place * stride + first);
      addPlace<T>(ellColIndex + (slot << 2), ellValues + (slot << alignof<T>()), x, sums, past - first);
    }
    for (let i = first; i < past; i++) finish<T>(overflowStart, cooColIndex, cooValues, x, y, i, load<T>(y + (<usize>i << alignof<T>())), alpha, zero<T>());
  }
}

/** Column order: eight neighbouring rows together as long as none has ended, then one by one. */
// @ts-ignore: decorator
@inline
export function hybColumn<T>(
  overflowStart: usize, ellColIndex: usize, ellValues: usize, cooColIndex: usize, cooValues: usize, x: usize, y: usize,
  width: i32, stride: i32, alpha: T, beta: T, begin: i32, end: i32,
): void {
  if (isZero<T>(beta)) {
    byTiles<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, alpha, begin, end);
    return;
  }
  const nextColumns = <usize>stride << 2;
  const nextValues = <usize>stride << alignof<T>();
  let i = begin;
  for (; i + group<T>() <= end; i += group<T>()) {
    let c = ellColIndex + (<usize>i << 2);
    let v = ellValues + (<usize>i << alignof<T>());
    let sum0 = i64x2.splat(0);
    let sum1 = i64x2.splat(0);
    let sum2 = i64x2.splat(0);
    let sum3 = i64x2.splat(0);
    let place = 0;
    for (; place < width && !paddingIn(c, group<T>()); place++) {
      sum0 = addProducts<T>(sum0, v, c, x);
      sum1 = addProducts<T>(sum1, v + 16, c + (lanes<T>() << 2), x);
      if (sizeof<T>() >= 8) {
        sum2 = addProducts<T>(sum2, v + 32, c + (lanes<T>() << 3), x);
        sum3 = addProducts<T>(sum3, v + 48, c + 12 * lanes<T>(), x);
      }
      c += nextColumns;
      v += nextValues;
    }
    rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i, place, sumOfRow<T>(sum0, sum1, sum2, sum3, 0), alpha, beta);
    rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i + 1, place, sumOfRow<T>(sum0, sum1, sum2, sum3, 1), alpha, beta);
    rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i + 2, place, sumOfRow<T>(sum0, sum1, sum2, sum3, 2), alpha, beta);
    rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i + 3, place, sumOfRow<T>(sum0, sum1, sum2, sum3, 3), alpha, beta);
    if (group<T>() == 4) continue;
    rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i + 4, place, sumOfRow<T>(sum0, sum1, sum2, sum3, 4), alpha, beta);
    rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i + 5, place, sumOfRow<T>(sum0, sum1, sum2, sum3, 5), alpha, beta);
    rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i + 6, place, sumOfRow<T>(sum0, sum1, sum2, sum3, 6), alpha, beta);
    rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i + 7, place, sumOfRow<T>(sum0, sum1, sum2, sum3, 7), alpha, beta);
  }
  for (; i < end; i++) rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i, 0, zero<T>(), alpha, beta);
}

/** Places `k` … `end` − 1 of a row up to its first padding, which is at the end of a row only, four at a time. */
// @ts-ignore: decorator
@inline
function dotToPadding<T>(colIndex: usize, values: usize, x: usize, k: i32, end: i32): T {
  let sum0 = i64x2.splat(0);
  let sum1 = i64x2.splat(0);
  for (; k + 4 <= end; k += 4) {
    const c = colIndex + (<usize>k << 2);
    const v = values + (<usize>k << alignof<T>());
    if (paddingIn(c, 4)) break;
    sum0 = addProducts<T>(sum0, v, c, x);
    if (sizeof<T>() >= 8) sum1 = addProducts<T>(sum1, v + 16, c + (lanes<T>() << 2), x);
    if (isVector<T>()) {
      sum0 = addProducts<T>(sum0, v + 32, c + 8, x);
      sum1 = addProducts<T>(sum1, v + 48, c + 12, x);
    }
  }
  let sum = total<T>(sizeof<T>() >= 8 ? add<T>(sum0, sum1) : sum0);
  for (; k < end; k++) {
    const j = load<i32>(colIndex + (<usize>k << 2));
    if (j < 0) break;
    sum = plusProduct<T>(sum, load<T>(values + (<usize>k << alignof<T>())), load<T>(x + (<usize>j << alignof<T>())));
  }
  return sum;
}

/** Row order: the places of a row as in CSR, then its overflow. */
// @ts-ignore: decorator
@inline
export function hybRow<T>(
  overflowStart: usize, ellColIndex: usize, ellValues: usize, cooColIndex: usize, cooValues: usize, x: usize, y: usize,
  width: i32, stride: i32, alpha: T, beta: T, begin: i32, end: i32,
): void {
  for (let i = begin; i < end; i++) {
    const first = i * stride;
    const sum = dotToPadding<T>(ellColIndex, ellValues, x, first, first + width);
    finish<T>(overflowStart, cooColIndex, cooValues, x, y, i, sum, alpha, beta);
  }
}
