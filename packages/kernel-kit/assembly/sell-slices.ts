import { sumOfRow } from './eight-rows';
import { finishRow } from './finish-row';
import { addProducts, gather, paddingIn4 } from './gather';
import { joined, lanes, maddImaginary, maddReal } from './lanes';
import { plusProduct, zero } from './numbers';

/** The slots `slot`, slot + C, … below `past` of one row, up to its first padding, added to `sum`; then its y. */
function finish<T>(colIndex: usize, values: usize, x: usize, y: usize, C: i32, slot: i32, past: i32, row: i32, sum: T, alpha: T, beta: T): void {
  for (; slot < past; slot += C) {
    const j = load<i32>(colIndex + (<usize>slot << 2));
    if (j < 0) break;
    sum = plusProduct<T>(sum, load<T>(values + (<usize>slot << alignof<T>())), load<T>(x + (<usize>j << alignof<T>())));
  }
  finishRow<T>(y, row, sum, alpha, beta);
}

/** Row of A at place `place`. */
// @ts-ignore: decorator
@inline
function rowAt(rowOrder: usize, sigma: i32, place: i32): i32 {
  return sigma == 1 ? place : load<i32>(rowOrder + (<usize>place << 2));
}

/** Eight neighbouring rows of a slice: together as long as none has ended, then one by one. */
// @ts-ignore: decorator
@inline
function eightRows<T>(rowOrder: usize, colIndex: usize, values: usize, x: usize, y: usize, C: i32, sigma: i32, place: i32, slot: i32, past: i32, alpha: T, beta: T): void {
  let c = colIndex + (<usize>slot << 2);
  let v = values + (<usize>slot << alignof<T>());
  const nextColumns = <usize>C << 2;
  const nextValues = <usize>C << alignof<T>();
  let sum0 = i64x2.splat(0);
  let sum1 = i64x2.splat(0);
  let sum2 = i64x2.splat(0);
  let sum3 = i64x2.splat(0);
  // Padding is at the end of a row only: where the last place holds entries of all eight, every place does.
  const last = colIndex + (<usize>(slot + (past - slot - 1) / C * C) << 2);
  if (slot < past && !paddingIn4(last) && !paddingIn4(last + 16)) {
    for (; slot < past; slot += C) {
      if (sizeof<T>() == 8) {
        sum0 = addProducts<T>(sum0, v, c, x);
        sum1 = addProducts<T>(sum1, v + 16, c + 8, x);
        sum2 = addProducts<T>(sum2, v + 32, c + 16, x);
        sum3 = addProducts<T>(sum3, v + 48, c + 24, x);
      } else {
        sum0 = addProducts<T>(sum0, v, c, x);
        sum1 = addProducts<T>(sum1, v + 16, c + 16, x);
      }
      c += nextColumns;
      v += nextValues;
    }
  } else {
    for (; slot < past && !paddingIn4(c) && !paddingIn4(c + 16); slot += C) {
      if (sizeof<T>() == 8) {
        sum0 = addProducts<T>(sum0, v, c, x);
        sum1 = addProducts<T>(sum1, v + 16, c + 8, x);
        sum2 = addProducts<T>(sum2, v + 32, c + 16, x);
        sum3 = addProducts<T>(sum3, v + 48, c + 24, x);
      } else {
        sum0 = addProducts<T>(sum0, v, c, x);
        sum1 = addProducts<T>(sum1, v + 16, c + 16, x);
      }
      c += nextColumns;
      v += nextValues;
    }
  }
  finish<T>(colIndex, values, x, y, C, slot, past, rowAt(rowOrder, sigma, place), sumOfRow<T>(sum0, sum1, sum2, sum3, 0), alpha, beta);
  finish<T>(colIndex, values, x, y, C, slot + 1, past, rowAt(rowOrder, sigma, place + 1), sumOfRow<T>(sum0, sum1, sum2, sum3, 1), alpha, beta);
  finish<T>(colIndex, values, x, y, C, slot + 2, past, rowAt(rowOrder, sigma, place + 2), sumOfRow<T>(sum0, sum1, sum2, sum3, 2), alpha, beta);
  finish<T>(colIndex, values, x, y, C, slot + 3, past, rowAt(rowOrder, sigma, place + 3), sumOfRow<T>(sum0, sum1, sum2, sum3, 3), alpha, beta);
  finish<T>(colIndex, values, x, y, C, slot + 4, past, rowAt(rowOrder, sigma, place + 4), sumOfRow<T>(sum0, sum1, sum2, sum3, 4), alpha, beta);
  finish<T>(colIndex, values, x, y, C, slot + 5, past, rowAt(rowOrder, sigma, place + 5), sumOfRow<T>(sum0, sum1, sum2, sum3, 5), alpha, beta);
  finish<T>(colIndex, values, x, y, C, slot + 6, past, rowAt(rowOrder, sigma, place + 6), sumOfRow<T>(sum0, sum1, sum2, sum3, 6), alpha, beta);
  finish<T>(colIndex, values, x, y, C, slot + 7, past, rowAt(rowOrder, sigma, place + 7), sumOfRow<T>(sum0, sum1, sum2, sum3, 7), alpha, beta);
}

/** Four neighbouring rows, for slices of 4 and what eights leave. */
// @ts-ignore: decorator
@inline
function fourRows<T>(rowOrder: usize, colIndex: usize, values: usize, x: usize, y: usize, C: i32, sigma: i32, place: i32, slot: i32, past: i32, alpha: T, beta: T): void {
  let sum0 = i64x2.splat(0);
  let sum1 = i64x2.splat(0);
  let sum2 = i64x2.splat(0);
  let sum3 = i64x2.splat(0);
  let turn0 = sum0, turn1 = sum0, turn2 = sum0, turn3 = sum0;
  for (; slot < past; slot += C) {
    const c = colIndex + (<usize>slot << 2);
    const v = values + (<usize>slot << alignof<T>());
    if (paddingIn4(c)) break;
    const met0 = gather<T>(x, c);
    sum0 = maddReal<T>(v, met0, sum0);
    turn0 = maddImaginary<T>(v, met0, turn0);
    if (sizeof<T>() >= 8) {
      const met1 = gather<T>(x, c + (lanes<T>() << 2));
      sum1 = maddReal<T>(v + 16, met1, sum1);
      turn1 = maddImaginary<T>(v + 16, met1, turn1);
    }
    if (isVector<T>()) {
      const met2 = gather<T>(x, c + 8);
      sum2 = maddReal<T>(v + 32, met2, sum2);
      turn2 = maddImaginary<T>(v + 32, met2, turn2);
      const met3 = gather<T>(x, c + 12);
      sum3 = maddReal<T>(v + 48, met3, sum3);
      turn3 = maddImaginary<T>(v + 48, met3, turn3);
    }
  }
  sum0 = joined<T>(sum0, turn0);
  sum1 = joined<T>(sum1, turn1);
  sum2 = joined<T>(sum2, turn2);
  sum3 = joined<T>(sum3, turn3);
  finish<T>(colIndex, values, x, y, C, slot, past, rowAt(rowOrder, sigma, place), sumOfRow<T>(sum0, sum1, sum2, sum3, 0), alpha, beta);
  finish<T>(colIndex, values, x, y, C, slot + 1, past, rowAt(rowOrder, sigma, place + 1), sumOfRow<T>(sum0, sum1, sum2, sum3, 1), alpha, beta);
  finish<T>(colIndex, values, x, y, C, slot + 2, past, rowAt(rowOrder, sigma, place + 2), sumOfRow<T>(sum0, sum1, sum2, sum3, 2), alpha, beta);
  finish<T>(colIndex, values, x, y, C, slot + 3, past, rowAt(rowOrder, sigma, place + 3), sumOfRow<T>(sum0, sum1, sum2, sum3, 3), alpha, beta);
}

/** Slices begin … end − 1 of y ← αAx + βy over a sliced matrix: eight or four neighbouring rows in the lanes of SIMD registers. */
// @ts-ignore: decorator
@inline
export function sellSlices<T>(
  sliceStart: usize, rowOrder: usize, colIndex: usize, values: usize, x: usize, y: usize,
  C: i32, sigma: i32, rows: i32, alpha: T, beta: T, begin: i32, end: i32,
): void {
  for (let slice = begin; slice < end; slice++) {
    const start = load<i32>(sliceStart + (<usize>slice << 2));
    const past = load<i32>(sliceStart + (<usize>slice << 2), 4);
    const first = slice * C;
    const rowsHere = min(C, rows - first);
    // Slots past the last whole place, which alignment leaves, are no places of any row.
    const end = start + (past - start) / C * C;
    let lane = 0;
    if (!isVector<T>()) for (; lane + 8 <= rowsHere; lane += 8) eightRows<T>(rowOrder, colIndex, values, x, y, C, sigma, first + lane, start + lane, end, alpha, beta);
    for (; lane + 4 <= rowsHere; lane += 4) fourRows<T>(rowOrder, colIndex, values, x, y, C, sigma, first + lane, start + lane, end, alpha, beta);
    for (; lane < rowsHere; lane++) finish<T>(colIndex, values, x, y, C, start + lane, end, rowAt(rowOrder, sigma, first + lane), zero<T>(), alpha, beta);
  }
}
