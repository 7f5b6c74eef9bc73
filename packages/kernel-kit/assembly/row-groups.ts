import { checkRange, element } from './checked';
import { complexDot, dot } from './dot';
import { finishAt } from './finish-row';
import { addProducts, gather } from './gather';
import { laneOf, mul, total } from './lanes';
import { rows } from './rows';
import { plusProduct, times, zero } from './numbers';

/*
 * Rows in blocks of 128, in each block in order of their length: the processor then knows where every inner loop ends, which it cannot
 * guess where rows are short and different. A block is described by BLOCK_BYTES bytes: for lengths 0 … 8 the place after their last row,
 * then, from byte 16 on, the rows of the block.
 */
// @ts-ignore: decorator
@inline
const BLOCK_ROWS: i32 = 128;
// @ts-ignore: decorator
@inline
const BLOCK_BYTES: i32 = 144;

/** Σ over the `length` entries at `v` and `c`; `length` is a constant of at most 8. */
// @ts-ignore: decorator
@inline
function shortDot<T>(c: usize, v: usize, x: usize, length: i32): T {
  if (!isFloat<T>()) return laneOf<T>(complexDot<T>(c, v, v + (length << alignof<T>()), x), 0);
  if (sizeof<T>() == 8) {
    if (length < 2) return length == 0 ? zero<T>() : times<T>(load<T>(v), load<T>(element<T>(x, load<i32>(c))));
    let sums = mul<T>(v128.load(v), gather<T>(x, c));
    if (length >= 4) sums = addProducts<T>(sums, v + 16, c + 8, x);
    if (length >= 6) sums = addProducts<T>(sums, v + 32, c + 16, x);
    if (length >= 8) sums = addProducts<T>(sums, v + 48, c + 24, x);
    const sum = total<T>(sums);
    if ((length & 1) == 0) return sum;
    return plusProduct<T>(sum, load<T>(v + ((length - 1) << 3)), load<T>(element<T>(x, load<i32>(c + ((length - 1) << 2)))));
  }
  let sum = zero<T>();
  if (length >= 4) {
    let sums = f32x4.mul(v128.load(v), gather<T>(x, c));
    if (length >= 8) sums = addProducts<T>(sums, v + 16, c + 16, x);
    sum = total<T>(sums);
  }
  const from = length & ~3;
  if ((length & 3) > 0) sum = plusProduct<T>(sum, load<T>(v + (from << 2)), load<T>(element<T>(x, load<i32>(c + (from << 2)))));
  if ((length & 3) > 1) sum = plusProduct<T>(sum, load<T>(v + (from << 2), 4), load<T>(element<T>(x, load<i32>(c + (from << 2), 4))));
  if ((length & 3) > 2) sum = plusProduct<T>(sum, load<T>(v + (from << 2), 8), load<T>(element<T>(x, load<i32>(c + (from << 2), 8))));
  return sum;
}

/**
 * The rows of one length, a constant: those that the bytes at `id` … `end` name, counted from the row that `rowStart` and `y` point to.
 * All rows of a block: one after another, and nothing is looked up.
 */
// @ts-ignore: decorator
@inline
function rowsOfLength<T>(id: usize, end: usize, rowStart: usize, colIndex: usize, values: usize, x: usize, y: usize, alpha: T, beta: T, length: i32): void {
  if (end - id == BLOCK_ROWS) {
    const start = <usize>load<i32>(rowStart);
    let c = colIndex + (start << 2);
    let v = values + (start << alignof<T>());
    for (const last = y + (BLOCK_ROWS << alignof<T>()); y < last; y += sizeof<T>()) {
      finishAt<T>(y, shortDot<T>(c, v, x, length), alpha, beta);
      c += length << 2;
      v += length << alignof<T>();
    }
    return;
  }
  for (; id < end; id++) {
    const i = <usize>load<u8>(id);
    const k = <usize>load<i32>(rowStart + (i << 2));
    finishAt<T>(y + (i << alignof<T>()), shortDot<T>(colIndex + (k << 2), values + (k << alignof<T>()), x, length), alpha, beta);
  }
}

// Separate functions, because one function with all these loops would not have enough registers for any of them.
function rows0<T>(id: usize, end: usize, rowStart: usize, colIndex: usize, values: usize, x: usize, y: usize, alpha: T, beta: T): void {
  rowsOfLength<T>(id, end, rowStart, colIndex, values, x, y, alpha, beta, 0);
}

function rows1<T>(id: usize, end: usize, rowStart: usize, colIndex: usize, values: usize, x: usize, y: usize, alpha: T, beta: T): void {
  rowsOfLength<T>(id, end, rowStart, colIndex, values, x, y, alpha, beta, 1);
}

function rows2<T>(id: usize, end: usize, rowStart: usize, colIndex: usize, values: usize, x: usize, y: usize, alpha: T, beta: T): void {
  rowsOfLength<T>(id, end, rowStart, colIndex, values, x, y, alpha, beta, 2);
}

function rows3<T>(id: usize, end: usize, rowStart: usize, colIndex: usize, values: usize, x: usize, y: usize, alpha: T, beta: T): void {
  rowsOfLength<T>(id, end, rowStart, colIndex, values, x, y, alpha, beta, 3);
}

function rows4<T>(id: usize, end: usize, rowStart: usize, colIndex: usize, values: usize, x: usize, y: usize, alpha: T, beta: T): void {
  rowsOfLength<T>(id, end, rowStart, colIndex, values, x, y, alpha, beta, 4);
}

function rows5<T>(id: usize, end: usize, rowStart: usize, colIndex: usize, values: usize, x: usize, y: usize, alpha: T, beta: T): void {
  rowsOfLength<T>(id, end, rowStart, colIndex, values, x, y, alpha, beta, 5);
}

function rows6<T>(id: usize, end: usize, rowStart: usize, colIndex: usize, values: usize, x: usize, y: usize, alpha: T, beta: T): void {
  rowsOfLength<T>(id, end, rowStart, colIndex, values, x, y, alpha, beta, 6);
}

function rows7<T>(id: usize, end: usize, rowStart: usize, colIndex: usize, values: usize, x: usize, y: usize, alpha: T, beta: T): void {
  rowsOfLength<T>(id, end, rowStart, colIndex, values, x, y, alpha, beta, 7);
}

function rows8<T>(id: usize, end: usize, rowStart: usize, colIndex: usize, values: usize, x: usize, y: usize, alpha: T, beta: T): void {
  rowsOfLength<T>(id, end, rowStart, colIndex, values, x, y, alpha, beta, 8);
}

/** The rows of a block that are longer than 8. */
function longRows<T>(id: usize, end: usize, rowStart: usize, colIndex: usize, values: usize, x: usize, y: usize, alpha: T, beta: T): void {
  for (; id < end; id++) {
    const i = <usize>load<u8>(id);
    const address = rowStart + (i << 2);
    finishAt<T>(y + (i << alignof<T>()), dot<T>(colIndex, values, x, load<i32>(address), load<i32>(address, 4)), alpha, beta);
  }
}

/** Rows in their own order, where a block is cut off or has only long rows. */
function restOfBlock<T>(rowStart: usize, colIndex: usize, values: usize, x: usize, y: usize, alpha: T, beta: T, begin: i32, end: i32): void {
  rows<T>(rowStart, colIndex, values, x, y, alpha, beta, begin, end);
}

/** The whole rows begin … end − 1 of a CSR matrix whose complete blocks `order` describes. */
// @ts-ignore: decorator
@inline
export function groupedRows<T>(
  rowStart: usize, colIndex: usize, values: usize, x: usize, y: usize, order: usize, alpha: T, beta: T, begin: i32, end: i32,
): void {
  const first = min((begin + (BLOCK_ROWS - 1)) & ~(BLOCK_ROWS - 1), end);
  const last = max(end & ~(BLOCK_ROWS - 1), first);
  restOfBlock<T>(rowStart, colIndex, values, x, y, alpha, beta, begin, first);
  if (first < last) {
    checkRange(rowStart, first, last + 1, 2);
    checkRange(colIndex, load<i32>(rowStart + (<usize>first << 2)), load<i32>(rowStart + (<usize>last << 2)), 2);
    checkRange(values, load<i32>(rowStart + (<usize>first << 2)), load<i32>(rowStart + (<usize>last << 2)), alignof<T>());
    checkRange(order, (first / BLOCK_ROWS) * BLOCK_BYTES, (last / BLOCK_ROWS) * BLOCK_BYTES, 0);
    checkRange(y, first, last, alignof<T>());
    let block = order + <usize>((first / BLOCK_ROWS) * BLOCK_BYTES);
    for (let base = first; base < last; base += BLOCK_ROWS) {
      const starts = rowStart + (<usize>base << 2);
      const to = y + (<usize>base << alignof<T>());
      const id = block + 16;
      const e0 = id + <usize>load<u8>(block);
      if (id < e0) rows0<T>(id, e0, starts, colIndex, values, x, to, alpha, beta);
      const e1 = id + <usize>load<u8>(block, 1);
      if (e0 < e1) rows1<T>(e0, e1, starts, colIndex, values, x, to, alpha, beta);
      const e2 = id + <usize>load<u8>(block, 2);
      if (e1 < e2) rows2<T>(e1, e2, starts, colIndex, values, x, to, alpha, beta);
      const e3 = id + <usize>load<u8>(block, 3);
      if (e2 < e3) rows3<T>(e2, e3, starts, colIndex, values, x, to, alpha, beta);
      const e4 = id + <usize>load<u8>(block, 4);
      if (e3 < e4) rows4<T>(e3, e4, starts, colIndex, values, x, to, alpha, beta);
      const e5 = id + <usize>load<u8>(block, 5);
      if (e4 < e5) rows5<T>(e4, e5, starts, colIndex, values, x, to, alpha, beta);
      const e6 = id + <usize>load<u8>(block, 6);
      if (e5 < e6) rows6<T>(e5, e6, starts, colIndex, values, x, to, alpha, beta);
      const e7 = id + <usize>load<u8>(block, 7);
      if (e6 < e7) rows7<T>(e6, e7, starts, colIndex, values, x, to, alpha, beta);
      const e8 = id + <usize>load<u8>(block, 8);
      if (e7 < e8) rows8<T>(e7, e8, starts, colIndex, values, x, to, alpha, beta);
      if (e8 == id) restOfBlock<T>(rowStart, colIndex, values, x, y, alpha, beta, base, base + BLOCK_ROWS);
      else if (e8 < id + BLOCK_ROWS) longRows<T>(e8, id + BLOCK_ROWS, starts, colIndex, values, x, to, alpha, beta);
      block += BLOCK_BYTES;
    }
  }
  restOfBlock<T>(rowStart, colIndex, values, x, y, alpha, beta, last, end);
}
