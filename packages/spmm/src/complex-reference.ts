import type { Complex, Problem, ValueArray } from '@spmv/core';
import type { Reference } from '@spmv/core/oracle';
import { denseSteps, transposeComplex } from '@spmv/core';
import { complexSpmvReference, emptyReference, REFERENCE_ARRAYS } from '@spmv/core/oracle';

/** Y = αAX + βY in complex numbers, column by column as that of SpMV: of all numbers of Y's buffer, 0 in its gaps. */
export function complexSpmmReference(problem: Problem): Reference {
  const { complex, options, buffers, layouts, sizes, scalars, precision, stored } = problem;
  const { X, Y } = layouts;
  const { X: x, Y: y } = buffers;
  if (!complex || !X || !Y || !x || !y) throw new RangeError('spmm needs A, X and Y');
  const coo = options['transpose'] === true ? transposeComplex(complex) : complex;
  const { alpha: a = 1, alphaImaginary = 0, beta: b = 0, betaImaginary = 0 } = scalars;
  const [alpha, beta]: readonly Complex[] = [
    [a, alphaImaginary],
    [b, betaImaginary],
  ];
  const [inX, inY] = [denseSteps(X), denseSteps(Y)];
  const pairs = (buffer: ValueArray, first: number, step: number, count: number): Float64Array =>
    Float64Array.from({ length: 2 * count }, (_, k) => buffer[2 * (first + (k >> 1) * step) + (k & 1)]);
  const reference = emptyReference(precision, y.length);
  for (let j = 0; j < (sizes['vectors'] ?? 0); j++) {
    const column = complexSpmvReference(
      {
        coo,
        x: pairs(x, j * inX.col, inX.row, X.rows),
        y: pairs(y, j * inY.col, inY.row, Y.rows),
        alpha,
        beta,
      },
      precision,
      stored,
    );
    for (const field of REFERENCE_ARRAYS) {
      const [from, to] = [column[field], reference[field]];
      for (let k = 0; k < from.length; k++) to[2 * (j * inY.col + (k >> 1) * inY.row) + (k & 1)] = from[k];
    }
  }
  return reference;
}
