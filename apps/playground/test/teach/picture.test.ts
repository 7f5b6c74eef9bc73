import { cooFromEntries } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../src/matrix/formats.ts';
import { SHOWN_FORMATS } from '../../src/teach/formats.ts';
import type { KernelPicture } from '../../src/teach/picture.ts';
import { pictureOf, placesOf } from '../../src/teach/picture.ts';
import { partOf, smallMatrix } from '../../src/teach/small-matrix.ts';
import { formatParams } from '../../src/teach/taught.ts';

// The matrix of the formats' pages: 4 × 5, row 2 empty; two entries have the same value.
const coo = cooFromEntries(
  { rows: 4, cols: 5 },
  { rowIndex: [0, 0, 1, 1, 1, 3], colIndex: [0, 2, 1, 3, 4, 2], values: [1, 2, 3, 3, 5, 6] },
);
const pictures = SHOWN_FORMATS.map((format) => pictureOf(format, coo, formatParams({})[format.id]));
const pictured = (id: string): Exclude<KernelPicture, { readonly refused: string }> => {
  const found = pictures.find(({ format }) => format === id);
  if (!found || 'refused' in found) throw new Error(`${id} is not pictured`);
  return found;
};

describe('the picture of a small matrix', () => {
  it('has the arrays of every format, and in each the place of every entry', () => {
    for (const { id } of SHOWN_FORMATS) {
      const { arrays } = pictured(id);
      const values = arrays.filter(({ name }) => /values$/iu.test(name)).flatMap(({ cells }) => cells);
      expect(
        values
          .map(({ entry }) => entry)
          .filter((entry) => entry >= 0)
          .toSorted((a, b) => a - b),
        id,
      ).toEqual([0, 1, 2, 3, 4, 5]);
      for (const { text, entry } of values) if (entry >= 0) expect(Number(text)).toBe(coo.values[entry]);
    }
  });

  it('tells two entries of one value apart, by columns too', () => {
    const { arrays } = pictured('csc');
    const columns = arrays.find(({ name }) => name === 'values');
    expect(columns?.cells.map(({ entry }) => entry)).toEqual([0, 2, 1, 5, 3, 4]);
    expect(placesOf([pictured('csr'), pictured('csc')], 3)).toBe(
      'csr: colIndex[3], values[3]; csc: rowIndex[4], values[4]',
    );
  });

  it('counts padding', () => {
    expect(pictured('ellpack').arrays.find(({ name }) => name === 'values')).toMatchObject({ padded: 6 });
    expect(pictured('csr').arrays.every(({ padded }) => padded === 0)).toBe(true);
  });

  it('says why a format refuses the matrix', () => {
    const symmetric = FORMATS.find(({ id }) => id === 'symmetric');
    if (!symmetric) throw new Error('there is no such format');
    expect(pictureOf(symmetric, coo)).toMatchObject({ refused: expect.stringMatching(/refused/u) as unknown });
  });
});

describe('the part that is shown', () => {
  const shape = { rows: 100, cols: 50 };

  it('is what the address says, as far as the matrix has it', () => {
    expect(partOf({}, shape)).toEqual({ row: 0, col: 0, size: 12 });
    expect(partOf({ row: '400', col: '-3', size: '5' }, shape)).toEqual({ row: 99, col: 0, size: 8 });
    expect(partOf({ row: '1e9x', col: '', size: '1000' }, shape)).toEqual({ row: 0, col: 0, size: 64 });
    expect(partOf({}, { rows: 0, cols: 0 })).toEqual({ row: 0, col: 0, size: 12 });
  });

  it('counts its rows and columns from 0', () => {
    const window = {
      rowIndex: Int32Array.of(98, 99),
      colIndex: Int32Array.of(48, 49),
      values: Float64Array.of(1, 2),
      cut: false,
    };
    const part = smallMatrix(window, { row: 98, col: 45, size: 8 }, shape);
    expect(part).toMatchObject({
      shape: { rows: 2, cols: 5 },
      rowIndex: Int32Array.of(0, 1),
      colIndex: Int32Array.of(3, 4),
    });
  });
});
