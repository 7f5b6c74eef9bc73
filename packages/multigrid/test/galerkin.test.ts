import { arrow, randomVector } from '@spmv/testkit';
import { expect, it } from 'vitest';
import { csrOf, transposed } from '../src/csr.ts';
import { galerkin, galerkinAgain } from '../src/galerkin.ts';
import { finished } from '../src/parts.ts';
import { apart, cooOf, denseOf, times, transposeOf } from './dense.ts';

/** An arrow, whose first row is full, and P of three columns a row, so that rows of the result have many entries. */
const A = csrOf(arrow({ rows: 300 }));
const numbers = randomVector(900, { seed: 5 });
const P = csrOf(
  cooOf(
    Array.from({ length: 300 }, (_, i) => {
      const row = Array.from({ length: 100 }, () => 0);
      for (const k of [0, 1, 2]) row[(7 * i + 31 * k) % 100] = numbers[3 * i + k] as number;
      return row;
    }),
  ),
);
const expected = times(transposeOf(denseOf(P)), times(denseOf(A), denseOf(P)));

it('is PᵀAP, columns in order, where rows are long and short', () => {
  const C = finished(galerkin(A, P, Infinity));
  if (!C) throw new Error('There is no limit.');
  expect(apart(denseOf(C), expected)).toBeLessThan(1e-12);
  const lengths = Array.from({ length: 100 }, (_, i) => (C.rowStart[i + 1] as number) - (C.rowStart[i] as number));
  expect(Math.max(...lengths)).toBeGreaterThan(64);
  for (let i = 0; i < 100; i++)
    for (let k = (C.rowStart[i] as number) + 1; k < (C.rowStart[i + 1] as number); k++)
      expect(C.colIndex[k]).toBeGreaterThan(C.colIndex[k - 1] as number);
  const before = C.values.slice();
  C.values.fill(NaN);
  finished(galerkinAgain(A, P, C));
  expect(Array.from(C.values)).toEqual(Array.from(before));
});

it('ends as soon as it has more entries than it may', () => {
  const nnz = finished(galerkin(A, P, Infinity))?.colIndex.length as number;
  expect(finished(galerkin(A, P, nnz))?.colIndex).toHaveLength(nnz);
  expect(finished(galerkin(A, P, nnz - 1))).toBeUndefined();
  expect(finished(galerkin(A, P, -1))).toBeUndefined();
});

it('of a transpose that is transposed is the matrix, empty rows and columns included', () => {
  const holed = csrOf(
    cooOf([
      [0, 1, 0],
      [0, 0, 0],
      [2, 3, 0],
      [0, 4, 0],
    ]),
  );
  expect(finished(transposed(finished(transposed(holed))))).toEqual(holed);
});
