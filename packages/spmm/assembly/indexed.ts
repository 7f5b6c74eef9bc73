import { checkRange } from '@spmv/kernel-kit/assembly/checked';
import { orderedRow } from './stored-row';

/**
 * Rows begin … end − 1 of Y ← αAᵀX + βY over an index of the columns of A: column i has entries rowStart[i] … rowStart[i + 1] − 1 of it, whose rows of A are in
 * `rowIndex` and whose values at order[k] of the matrix, however that lays them.
 */
// @ts-ignore: decorator
@inline
export function indexed<T, S>(
  rowStart: usize, rowIndex: usize, order: usize, values: usize, X: usize, Y: usize,
  xRow: i32, yRow: i32, yCol: i32, origin: i32, count: i32, alpha: T, beta: T, begin: i32, end: i32,
): void {
  checkRange(rowStart, begin, end + 1, 2);
  for (let i = begin; i < end; i++) {
    const column = rowStart + (<usize>i << 2);
    const first = load<i32>(column);
    const past = load<i32>(column, 4);
    checkRange(rowIndex, first, past, 2);
    checkRange(order, first, past, 2);
    const at = <usize>first << 2;
    orderedRow<T, S>(rowIndex + at, order + at, order + (<usize>past << 2), values, X, xRow, Y, origin + i * yRow, yCol, count, alpha, beta);
  }
}
