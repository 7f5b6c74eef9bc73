import type { Problem, ValueArray } from '@spmv/core';
import type { Reference } from '@spmv/core/oracle';
import { denseSteps, hostScalar, isComplex, rowsOfCoo, transposeCoo } from '@spmv/core';
import { emptyReference, REFERENCE_ARRAYS, rowsAlone, spmvReference } from '@spmv/core/oracle';
import { askedColumns, sampledColumns } from './samples.ts';

/** Where the numbers of `count` elements are. */
function numbersAt(components: 1 | 2, count: number, element: (r: number) => number): Int32Array {
  const numbers = new Int32Array(components * count);
  for (let r = 0; r < count; r++) {
    const first = components * element(r);
    for (let c = 0; c < components; c++) numbers[components * r + c] = first + c;
  }
  return numbers;
}

const taken = (buffer: ValueArray, numbers: Int32Array): Float64Array => Float64Array.from(numbers, (at) => buffer[at]);

/**
 * Y = αAX + βY, column by column as the reference of SpMV computes y = αAx + βy; of a large product of real numbers some rows of most columns (see
 * `sampledColumns`). Elements are those of Y's buffer without its gaps, in the order of memory.
 */
export function spmmReference(problem: Problem): Reference {
  const { matrix, complex, options, buffers, layouts, sizes, scalars, precision, stored } = problem;
  const { X, Y } = layouts;
  const { X: x, Y: y } = buffers;
  const A = matrix ?? complex;
  if (!A || !X || !Y || !x || !y) throw new RangeError('spmm needs A, X and Y');
  const coo = options['transpose'] === true ? transposeCoo(A) : A;
  const components = coo.components ?? 1;
  const [alpha, beta] = [hostScalar(scalars, 'alpha', 1), hostScalar(scalars, 'beta')];
  const { vectors = 0 } = sizes;
  const asked = problem.elements?.['Y'];
  const [columns, source] = isComplex(coo)
    ? [Array.from({ length: vectors }, () => undefined)]
    : [asked ? askedColumns(Y, asked) : sampledColumns(coo, vectors), rowsOfCoo(coo)];
  const [inX, inY] = [denseSteps(X), denseSteps(Y)];
  const { take, length } = placesOf(columns, Y.rows, Y.order === 'row');
  const elements = new Int32Array(components * length);
  const reference: Reference = { ...emptyReference(precision, elements.length), elements };
  columns.forEach((rows, j) => {
    const count = rows?.length ?? Y.rows;
    const part = rows && source ? rowsAlone(source, rows) : coo;
    const rowOf = (r: number): number => (rows ? rows[r] : r);
    const inBuffer = numbersAt(components, count, (r) => rowOf(r) * inY.row + j * inY.col);
    const inOrder = numbersAt(components, count, (r) => take(rowOf(r)));
    const columnOfX = numbersAt(components, X.rows, (r) => r * inX.row + j * inX.col);
    const operands = { coo: part, x: taken(x, columnOfX), y: taken(y, inBuffer), alpha, beta };
    const column = spmvReference(operands, precision, stored);
    inOrder.forEach((at, r) => (elements[at] = inBuffer[r]));
    for (const field of REFERENCE_ARRAYS) {
      const [from, to] = [column[field], reference[field]];
      for (let r = 0; r < from.length; r++) to[inOrder[r]] = from[r];
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
