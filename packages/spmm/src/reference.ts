import type { CooMatrix, Problem, ValueArray } from '@spmv/core';
import type { Reference } from '@spmv/core/oracle';
import { denseSteps, rowsOfCoo, transposeCoo } from '@spmv/core';
import { emptyReference, REFERENCE_ARRAYS, rowsAlone, spmvReference } from '@spmv/core/oracle';
import { complexSpmmReference } from './complex-reference.ts';
import { askedColumns, sampledColumns } from './samples.ts';

/** Elements of a buffer that are `step` apart, the first at `first`: `count` of them, or those of some rows. */
function columnOf(buffer: ValueArray, first: number, step: number, count: number, rows?: Int32Array): Float64Array {
  const column = new Float64Array(count);
  for (let r = 0; r < count; r++) column[r] = buffer[first + (rows ? rows[r] : r) * step];
  return column;
}

/**
 * Y = αAX + βY, column by column as the reference of SpMV computes y = αAx + βy; of a large product some rows of most columns (see
 * `sampledColumns`). Elements are those of Y's buffer without its gaps, in the order of memory.
 */
export function spmmReference(problem: Problem): Reference {
  if (problem.complex) return complexSpmmReference(problem);
  const { matrix, options, buffers, layouts, sizes, scalars, precision, stored } = problem;
  const { X, Y } = layouts;
  const { X: x, Y: y } = buffers;
  if (!matrix || !X || !Y || !x || !y) throw new RangeError('spmm needs A, X and Y');
  const coo = options['transpose'] === true ? transposeCoo(matrix) : matrix;
  const { alpha = 1, beta = 0 } = scalars;
  const { vectors = 0 } = sizes;
  const asked = problem.elements?.['Y'];
  const columns = asked ? askedColumns(Y, asked) : sampledColumns(coo, vectors);
  const source = columns.some((rows) => rows !== undefined) ? rowsOfCoo(coo) : undefined;
  const [inX, inY] = [denseSteps(X), denseSteps(Y)];
  const { take, length } = placesOf(columns, Y.rows, Y.order === 'row');
  const elements = new Int32Array(length);
  const reference: Reference = { ...emptyReference(precision, length), elements };
  const at = new Int32Array(Y.rows);
  columns.forEach((rows, j) => {
    const count = rows?.length ?? Y.rows;
    const part: CooMatrix = rows && source ? rowsAlone(source, rows) : coo;
    const operands = {
      x: columnOf(x, j * inX.col, inX.row, X.rows),
      y: columnOf(y, j * inY.col, inY.row, count, rows),
    };
    const column = spmvReference({ coo: part, ...operands, alpha, beta }, precision, stored);
    for (let r = 0; r < count; r++) {
      const row = rows ? rows[r] : r;
      at[r] = take(row);
      elements[at[r]] = row * inY.row + j * inY.col;
    }
    for (const field of REFERENCE_ARRAYS) {
      const [from, to] = [column[field], reference[field]];
      for (let r = 0; r < count; r++) to[at[r]] = from[r];
    }
  });
  return reference;
}

/**
 * Where the elements of the columns, taken one column after another, are among all of them in the order of memory: by rows those of
 * earlier rows come first.
 */
function placesOf(
  columns: readonly (Int32Array | undefined)[],
  rows: number,
  byRows: boolean,
): { readonly take: (row: number) => number; readonly length: number } {
  const length = columns.reduce((sum, some) => sum + (some?.length ?? rows), 0);
  if (!byRows) {
    let next = 0;
    return { take: () => next++, length };
  }
  const next = new Float64Array(rows + 1);
  const whole = columns.filter((some) => some === undefined).length;
  next.fill(whole, 1);
  for (const some of columns) for (const row of some ?? []) next[row + 1] = next[row + 1] + 1;
  for (let row = 0; row < rows; row++) next[row + 1] = next[row + 1] + next[row];
  const take = (row: number): number => {
    const place = next[row];
    next[row] = place + 1;
    return place;
  };
  return { take, length };
}
