import { checkRange, element } from '@spmv/kernel-kit/assembly/checked';
import { denseRow, paddedRow } from './stored-row';

/*
 * Y ← αAX + βY for `count` vectors: X lies by rows, `xRow` numbers apart; element (i, j) of Y is at origin + i·yRow + j·yCol.
 */

/** Rows begin … end − 1 of CSR. */
// @ts-ignore: decorator
@inline
export function csr<T, S>(
  rowStart: usize, colIndex: usize, values: usize, X: usize, Y: usize,
  xRow: i32, yRow: i32, yCol: i32, origin: i32, count: i32, alpha: T, beta: T, begin: i32, end: i32,
): void {
  checkRange(rowStart, begin, end + 1, 2);
  for (let i = begin; i < end; i++) {
    const row = rowStart + (<usize>i << 2);
    const first = load<i32>(row);
    const past = load<i32>(row, 4);
    checkRange(colIndex, first, past, 2);
    checkRange(values, first, past, alignof<S>());
    const c = colIndex + (<usize>first << 2);
    const v = values + (<usize>first << alignof<S>());
    denseRow<T, S>(c, v, values + (<usize>past << alignof<S>()), X, xRow, Y, origin + i * yRow, yCol, count, alpha, beta);
  }
}

/** Rows begin … end − 1 of ELLPACK: row i is at i·next, its `width` places are `step` apart. */
// @ts-ignore: decorator
@inline
export function ellpack<T, S>(
  colIndex: usize, values: usize, X: usize, Y: usize,
  xRow: i32, yRow: i32, yCol: i32, origin: i32, count: i32, width: i32, next: i32, step: i32, alpha: T, beta: T, begin: i32, end: i32,
): void {
  const nextValue = <usize>step << alignof<S>();
  for (let i = begin; i < end; i++) {
    const first = i * next;
    checkRange(colIndex, first, width > 0 ? first + (width - 1) * step + 1 : first, 2);
    checkRange(values, first, width > 0 ? first + (width - 1) * step + 1 : first, alignof<S>());
    const c = colIndex + (<usize>first << 2);
    const v = values + (<usize>first << alignof<S>());
    paddedRow<T, S>(c, <usize>step << 2, v, nextValue, v + <usize>width * nextValue, X, xRow, Y, origin + i * yRow, yCol, count, alpha, beta);
  }
}

/** Slices begin … end − 1 of sliced ELLPACK. */
// @ts-ignore: decorator
@inline
export function sell<T, S>(
  sliceStart: usize, rowOrder: usize, colIndex: usize, values: usize, X: usize, Y: usize,
  xRow: i32, yRow: i32, yCol: i32, origin: i32, count: i32, C: i32, sigma: i32, rows: i32, alpha: T, beta: T, begin: i32, end: i32,
): void {
  checkRange(sliceStart, begin, end + 1, 2);
  const nextValue = <usize>C << alignof<S>();
  for (let slice = begin; slice < end; slice++) {
    const start = load<i32>(sliceStart + (<usize>slice << 2));
    // Slots past the last whole place, which alignment leaves, are no places of any row.
    const width = (load<i32>(sliceStart + (<usize>slice << 2), 4) - start) / C;
    const lanesHere = min(C, rows - slice * C);
    checkRange(colIndex, start, start + width * C, 2);
    checkRange(values, start, start + width * C, alignof<S>());
    for (let lane = 0; lane < lanesHere; lane++) {
      const place = slice * C + lane;
      const row = sigma == 1 ? place : load<i32>(element<i32>(rowOrder, place));
      const c = colIndex + (<usize>(start + lane) << 2);
      const v = values + (<usize>(start + lane) << alignof<S>());
      paddedRow<T, S>(c, <usize>C << 2, v, nextValue, v + <usize>width * nextValue, X, xRow, Y, origin + row * yRow, yCol, count, alpha, beta);
    }
  }
}
