import type { FileMatrix } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { readMatlab, writeMatlab } from '../src/index.ts';
import { joined } from '../tools/bytes.ts';
import { bitsOf, rejectionOf } from './helpers.ts';

const SPARSE: FileMatrix = {
  shape: { rows: 3, cols: 2 },
  positions: { rowIndex: Int32Array.of(0, 0, 2), colIndex: Int32Array.of(0, 1, 0) },
  values: Float64Array.of(1.5, -0, Number.NaN),
  imaginary: Float64Array.of(2, Infinity, -3),
  field: 'complex',
  symmetry: 'general',
  about: '',
};
/** The same entries by columns. */
const BY_COLUMN = {
  positions: { rowIndex: Int32Array.of(0, 2, 0), colIndex: Int32Array.of(0, 0, 1) },
  values: Float64Array.of(1.5, Number.NaN, -0),
  imaginary: Float64Array.of(2, -3, Infinity),
};

describe('writeMatlab', () => {
  it('writes what is read back, bit for bit', async () => {
    const bytes = await joined(writeMatlab(SPARSE, 'Problem_2'));
    expect(bytes.length % 8).toBe(0);
    const { about, ...found } = await readMatlab(bytes);
    expect(about).toBe('MATLAB Problem_2, sparse complex');
    expect(found).toMatchObject({ shape: SPARSE.shape, positions: BY_COLUMN.positions, field: 'complex' });
    expect(bitsOf(found.values)).toEqual(bitsOf(BY_COLUMN.values));
    expect(bitsOf(found.imaginary as Float64Array)).toEqual(bitsOf(BY_COLUMN.imaginary));
  });

  it.each([
    ['real entries', { ...SPARSE, imaginary: undefined, field: 'real' }, BY_COLUMN.values],
    [
      'no entries',
      {
        ...SPARSE,
        positions: { rowIndex: new Int32Array(0), colIndex: new Int32Array(0) },
        values: new Float64Array(0),
        imaginary: undefined,
      },
      [],
    ],
    [
      'a dense matrix',
      { ...SPARSE, positions: undefined, values: Float64Array.of(1, 2, 3, 4, 5, 6), imaginary: undefined },
      [1, 2, 3, 4, 5, 6],
    ],
  ])('writes %s', async (_, given, values) => {
    const matrix = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    ) as unknown as FileMatrix;
    const found = await readMatlab(await joined(writeMatlab(matrix)));
    expect([...found.values]).toEqual([...values]);
    expect([found.shape, found.imaginary]).toEqual([SPARSE.shape, undefined]);
  });

  it('refuses what MATLAB calls no variable', async () => {
    const wrong = rejectionOf((async () => [...writeMatlab(SPARSE, '2A')])());
    expect((await wrong).code).toBe('FILE.WRITE');
  });
});
