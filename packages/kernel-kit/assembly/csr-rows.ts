import { checkRange } from './checked';
import { groupedRows } from './row-groups';
import { rows } from './rows';

/**
 * The whole rows begin … end − 1 of y ← αAx + βy over CSR: four entries at a time or, where `choice` holds 1, rows of one length after another
 * (see `rowOrder`).
 */
// @ts-ignore: decorator
@inline
export function csrRows<T>(
  rowStart: usize, colIndex: usize, values: usize, choice: usize, order: usize, x: usize, y: usize, alpha: T, beta: T, begin: i32, end: i32,
): void {
  checkRange(choice, 0, 1, 2);
  if (load<i32>(choice) == 1) groupedRows<T>(rowStart, colIndex, values, x, y, order, alpha, beta, begin, end);
  else rows<T>(rowStart, colIndex, values, x, y, alpha, beta, begin, end);
}
