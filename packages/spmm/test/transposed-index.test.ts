import type { Params, SparseFormat, ValueArray } from '@spmv/core';
import { buildMatrix, cooFromEntries, transposeCoo } from '@spmv/core';
import { packed } from '@spmv/format-packed';
import { sell } from '@spmv/format-sell';
import { csr, ellpack } from '@spmv/formats';
import { powerLaw } from '@spmv/testkit';
import { expect, it } from 'vitest';
import { transposedIndex } from '../src/kernels/transposed-index.ts';

/** Rows of 1 to 90 entries. */
const skewed = powerLaw({ rows: 300, cols: 90, meanPerRow: 10, maxPerRow: 90, seed: 2 });
const empty = cooFromEntries({ rows: 3, cols: 0 }, { rowIndex: [], colIndex: [], values: [] });

const POINTS: readonly (readonly [SparseFormat, Params])[] = [
  [csr as never, {}],
  [ellpack as never, { order: 'row' }],
  [ellpack as never, { order: 'column' }],
  [sell as never, { C: 8, sigma: 1, alignment: 16 }],
  [sell as never, { C: 4, sigma: 64 }],
  [packed as never, { steps: 1, window: 32 }],
  [packed as never, { steps: 64 }],
];

it.each(POINTS)('an index of columns tells where %o %o has each value', (format, params) => {
  for (const coo of [skewed, empty]) {
    const matrix = buildMatrix(format, coo, { params });
    const { rowStart, colIndex, order } = transposedIndex(matrix);
    const values = matrix.arrays['values'] as ValueArray;
    const found = Array.from({ length: coo.shape.cols }, (_, j) => rowStart[j + 1] as number).flatMap((past, j) =>
      Array.from({ length: past - (rowStart[j] as number) }, (_, e) => {
        const at = (rowStart[j] as number) + e;
        return [j, colIndex[at] as number, values[order[at] as number] as number] as const;
      }).sort(([, a], [, b]) => a - b),
    );
    const { rowIndex: columns, colIndex: rows, values: wanted } = transposeCoo(coo);
    expect(found).toEqual(Array.from(wanted, (value, e) => [columns[e], rows[e], value]));
  }
});
