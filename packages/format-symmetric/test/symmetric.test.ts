import type { CooMatrix } from '@spmv/core';
import {
  buildMatrix,
  checkStored,
  cooFromEntries,
  planStorage,
  storageBytes,
  structureOf,
  structureOfRowLengths,
} from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { kernelCases, register } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { symmetric, wasmSymmetric } from '../src/index.ts';
import { MATRICES, mirrored, TEST_MATRICES } from './matrices.ts';
import { runner } from '../../../tools/runner.ts';

function planned(coo: CooMatrix) {
  return planStorage(symmetric, structureOf(coo), {}, 'f64');
}

function square(rows: number, entries: readonly (readonly [number, number, number])[]): CooMatrix {
  return cooFromEntries(
    { rows, cols: rows },
    { rowIndex: entries.map(([i]) => i), colIndex: entries.map(([, j]) => j), values: entries.map(([, , a]) => a) },
  );
}

describe('symmetric', () => {
  it('stores the example as its page shows', () => {
    const coo = mirrored(4, [
      [0, 0, 1],
      [1, 0, 4],
      [1, 1, 2],
      [3, 0, 5],
      [3, 2, 6],
      [3, 3, 3],
    ]);
    const { arrays, scalars, nnz } = buildMatrix(symmetric, coo);
    expect(arrays['rowStart']).toEqual(Int32Array.of(0, 1, 3, 3, 6));
    expect(arrays['colIndex']).toEqual(Int32Array.of(0, 0, 1, 0, 2, 3));
    expect(arrays['values']).toEqual(Float64Array.of(1, 4, 2, 5, 6, 3));
    expect(scalars).toEqual({ stored: 6, bandwidth: 3, skew: 0 });
    expect(nnz).toBe(9);
  });

  it.each(Object.entries(MATRICES))('gives back %s, in half the entries', (_name, coo) => {
    const stored = buildMatrix(symmetric, coo);
    const diagonal = coo.rowIndex.reduce((count, i, k) => count + (coo.colIndex[k] === i ? 1 : 0), 0);
    expect(symmetric.toCoo(stored as never)).toEqual(coo);
    expect(checkStored(symmetric, stored, structureOf(coo))).toEqual([]);
    expect(storageBytes(stored)).toBe(4 * (coo.shape.rows + 1) + ((coo.values.length + diagonal) / 2) * 12);
    expect(planned(coo)).toMatchObject({ bytes: storageBytes(stored), padding: 0 });
  });

  it('stores a matrix without rows, without entries, and with duplicates that were added up', () => {
    expect(buildMatrix(symmetric, square(0, [])).nnz).toBe(0);
    expect(buildMatrix(symmetric, square(5, [])).scalars).toEqual({ stored: 0, bandwidth: 0, skew: 0 });
    const twice = square(3, [
      [2, 0, 1],
      [2, 0, 2],
      [0, 2, 3],
    ]);
    expect(buildMatrix(symmetric, twice).arrays['values']).toEqual(Float64Array.of(3));
  });

  it('counts zeros of either sign as equal, and NaN as itself', () => {
    const coo = square(3, [
      [0, 1, 0],
      [1, 0, -0],
      [1, 1, 0],
      [0, 2, NaN],
      [2, 0, NaN],
    ]);
    expect(planned(coo)).not.toHaveProperty('refusal');
    expect(planned(coo).scalars).toEqual({ stored: 3, bandwidth: 2, skew: 0 });
  });

  it.each([
    [
      'another value',
      [
        [1, 0, 2],
        [0, 1, 2],
        [3, 1, 2.5],
        [1, 3, 1.5],
      ],
      /not symmetric: entries \(3, 1\) and \(1, 3\) are 2\.5 and 1\.5; nor skew-symmetric: entries \(1, 0\)/u,
    ],
    [
      'a pair that is neither',
      [
        [1, 0, 2],
        [0, 1, 5],
      ],
      /it is neither symmetric nor skew-symmetric: entries \(1, 0\) and \(0, 1\) are 2 and 5/u,
    ],
    ['no mirror image right of the diagonal', [[3, 1, 2.5]], /entry \(3, 1\) is 2\.5, and \(1, 3\) is no entry/u],
    ['no mirror image left of it', [[1, 3, 2.5]], /entry \(1, 3\) is 2\.5, and \(3, 1\) is no entry/u],
    [
      'no mirror image left of it, met on the way',
      [
        [0, 1, 7],
        [0, 2, 1],
        [2, 0, 1],
      ],
      /entry \(0, 1\) is 7, and \(1, 0\) is no entry/u,
    ],
    [
      'one pair equal, one opposite',
      [
        [1, 0, 3],
        [0, 1, 3],
        [2, 0, 4],
        [0, 2, -4],
      ],
      /not symmetric: entries \(2, 0\) and \(0, 2\) are 4 and -4; nor skew-symmetric: entries \(1, 0\) and \(0, 1\) are 3 and 3/u,
    ],
    [
      'opposite pairs and a diagonal',
      [
        [1, 0, 3],
        [0, 1, -3],
        [2, 2, 5],
      ],
      /nor skew-symmetric: entry \(2, 2\) of the diagonal is 5/u,
    ],
  ] as const)('refuses a matrix with %s', (_what, entries, message) => {
    const coo = square(4, entries);
    const { refusal, fix } = planned(coo);
    expect(refusal).toMatch(message);
    expect(fix).toMatch(/^Use csr\./u);
    expect(() => buildMatrix(symmetric, coo)).toThrow(message);
  });

  it('refuses what is not square, and lengths of rows alone, with the reason', async () => {
    const wide = cooFromEntries({ rows: 2, cols: 3 }, { rowIndex: [], colIndex: [], values: [] });
    expect(planned(wide).refusal).toMatch(/2 rows and 3 columns/u);
    expect(planned(wide).fix).toBe('Use csr.');
    await expect(async () => buildMatrix(symmetric, wide)).rejects.toMatchObject({ fix: 'Use csr.' });
    const lengths = structureOfRowLengths({ rows: 2, cols: 2 }, Int32Array.of(1, 1));
    expect(planStorage(symmetric, lengths, {}, 'f64')).toMatchObject({ fix: 'Plan with structureOf(coo).' });
  });

  it.each([
    ['an entry right of the diagonal', { colIndex: Int32Array.of(0, 2, 1) }, 'colIndex.lower'],
    [
      'columns out of order',
      { rowStart: Int32Array.of(0, 1, 1, 3), colIndex: Int32Array.of(0, 2, 1) },
      'colIndex.increasing',
    ],
    ['a negative column', { colIndex: Int32Array.of(0, -1, 1) }, 'colIndex.increasing'],
  ])('finds %s', (_what, arrays, invariant) => {
    const stored = buildMatrix(
      symmetric,
      mirrored(3, [
        [0, 0, 1],
        [1, 0, 2],
        [1, 1, 3],
      ]),
    );
    expect(checkStored(symmetric, { ...stored, arrays: { ...stored.arrays, ...arrays } })[0]?.invariant).toBe(
      invariant,
    );
  });

  it('finds a diagonal in a skew-symmetric matrix', () => {
    const stored = buildMatrix(
      symmetric,
      mirrored(3, [
        [0, 0, 1],
        [1, 0, 2],
      ]),
    );
    expect(checkStored(symmetric, { ...stored, scalars: { ...stored.scalars, skew: 1 } })[0]?.invariant).toBe(
      'skew.diagonal',
    );
  });
});

register(
  kernelCases({
    kernel: wasmSymmetric({ checked: true }),
    format: symmetric,
    backend: serial,
    precisions: ['f64', 'f32'],
    matrices: TEST_MATRICES,
  }),
  runner,
  { name: 'conformance of checked builds' },
);
