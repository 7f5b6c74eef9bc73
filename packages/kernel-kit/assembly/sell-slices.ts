import { span } from './checked';
import { sumOfRow } from './eight-rows';
import { finishLanes, finishRow } from './finish-row';
import { gather, paddingIn } from './gather';
import { joined, lanes, maddCrossed, maddEqual } from './lanes';
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

/**
 * `many` neighbouring rows of a slice, a constant, 8 or 4, in vectors over the rows: together as long as none has ended, then one by one. Padding is at the end of a
 * row only: where the last place holds entries of all, every place does.
 */
// @ts-ignore: decorator
@inline
function neighbours<T>(rowOrder: usize, colIndex: usize, values: usize, x: usize, y: usize, many: i32, C: i32, sigma: i32, place: i32, slot: i32, past: i32, alpha: T, beta: T): void {
  let c = colIndex + (<usize>slot << 2);
  let v = values + (<usize>slot << alignof<T>());
  const nextColumns = <usize>C << 2;
  const nextValues = <usize>C << alignof<T>();
  const isWhole = slot < past && !paddingIn(colIndex + (<usize>(slot + (past - slot - 1) / C * C) << 2), many);
  let sum0 = i64x2.splat(0);
  let sum1 = sum0, sum2 = sum0, sum3 = sum0;
  let crossed0 = sum0, crossed1 = sum0, crossed2 = sum0, crossed3 = sum0;
  for (; slot < past && (isWhole || !paddingIn(c, many)); slot += C) {
    const value0 = v128.load(v), met0 = gather<T>(x, c);
    sum0 = maddEqual<T>(value0, met0, sum0);
    crossed0 = maddCrossed<T>(value0, met0, crossed0);
    if (many >= 2 * lanes<T>()) {
      const value1 = v128.load(v, 16), met1 = gather<T>(x, c + (lanes<T>() << 2));
      sum1 = maddEqual<T>(value1, met1, sum1);
      crossed1 = maddCrossed<T>(value1, met1, crossed1);
    }
    if (many >= 4 * lanes<T>()) {
      const value2 = v128.load(v, 32), met2 = gather<T>(x, c + (lanes<T>() << 3));
      sum2 = maddEqual<T>(value2, met2, sum2);
      crossed2 = maddCrossed<T>(value2, met2, crossed2);
      const value3 = v128.load(v, 48), met3 = gather<T>(x, c + 12 * lanes<T>());
      sum3 = maddEqual<T>(value3, met3, sum3);
      crossed3 = maddCrossed<T>(value3, met3, crossed3);
    }
    c += nextColumns;
    v += nextValues;
  }
  sum0 = joined<T>(sum0, crossed0);
  sum1 = joined<T>(sum1, crossed1);
  sum2 = joined<T>(sum2, crossed2);
  sum3 = joined<T>(sum3, crossed3);
  if (sigma == 1 && slot >= past) {
    const to = span<T>(y, place, many);
    finishLanes<T>(to, sum0, alpha, beta);
    if (many >= 2 * lanes<T>()) finishLanes<T>(to + 16, sum1, alpha, beta);
    if (many >= 4 * lanes<T>()) {
      finishLanes<T>(to + 32, sum2, alpha, beta);
      finishLanes<T>(to + 48, sum3, alpha, beta);
    }
    return;
  }
  finish<T>(colIndex, values, x, y, C, slot, past, rowAt(rowOrder, sigma, place), sumOfRow<T>(sum0, sum1, sum2, sum3, 0), alpha, beta);
  finish<T>(colIndex, values, x, y, C, slot + 1, past, rowAt(rowOrder, sigma, place + 1), sumOfRow<T>(sum0, sum1, sum2, sum3, 1), alpha, beta);
  finish<T>(colIndex, values, x, y, C, slot + 2, past, rowAt(rowOrder, sigma, place + 2), sumOfRow<T>(sum0, sum1, sum2, sum3, 2), alpha, beta);
  finish<T>(colIndex, values, x, y, C, slot + 3, past, rowAt(rowOrder, sigma, place + 3), sumOfRow<T>(sum0, sum1, sum2, sum3, 3), alpha, beta);
  if (many == 4) return;
  finish<T>(colIndex, values, x, y, C, slot + 4, past, rowAt(rowOrder, sigma, place + 4), sumOfRow<T>(sum0, sum1, sum2, sum3, 4), alpha, beta);
  finish<T>(colIndex, values, x, y, C, slot + 5, past, rowAt(rowOrder, sigma, place + 5), sumOfRow<T>(sum0, sum1, sum2, sum3, 5), alpha, beta);
  finish<T>(colIndex, values, x, y, C, slot + 6, past, rowAt(rowOrder, sigma, place + 6), sumOfRow<T>(sum0, sum1, sum2, sum3, 6), alpha, beta);
  finish<T>(colIndex, values, x, y, C, slot + 7, past, rowAt(rowOrder, sigma, place + 7), sumOfRow<T>(sum0, sum1, sum2, sum3, 7), alpha, beta);
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
    if (!isVector<T>()) for (; lane + 8 <= rowsHere; lane += 8) neighbours<T>(rowOrder, colIndex, values, x, y, 8, C, sigma, first + lane, start + lane, end, alpha, beta);
    for (; lane + 4 <= rowsHere; lane += 4) neighbours<T>(rowOrder, colIndex, values, x, y, 4, C, sigma, first + lane, start + lane, end, alpha, beta);
    for (; lane < rowsHere; lane++) finish<T>(colIndex, values, x, y, C, start + lane, end, rowAt(rowOrder, sigma, first + lane), zero<T>(), alpha, beta);
  }
}
