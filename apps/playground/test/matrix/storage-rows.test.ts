import { buildMatrix, cooFromEntries, storageBytes, structureOf } from '@spmv/core';
import { generateMatrix, powerLaw, stencil5 } from '@spmv/testkit';
import { describe, expect, test } from 'vitest';
import { FORMATS } from '../../src/matrix/formats.ts';
import { storageRows } from '../../src/matrix/storage-rows.ts';

const NOTHING = { rowIndex: [], colIndex: [], values: [] };
const MATRICES = {
  stencil: stencil5({ n: 30 }),
  'power law': powerLaw({ rows: 500, meanPerRow: 6, seed: 1 }),
  'few long rows': generateMatrix('few-long-rows', { rows: 400, seed: 2 }),
  empty: cooFromEntries({ rows: 0, cols: 0 }, NOTHING),
  'without entries': cooFromEntries({ rows: 5, cols: 3 }, NOTHING),
};

describe.each(Object.entries(MATRICES))('%s', (_, coo) => {
  const rows = storageRows(FORMATS, structureOf(coo), 2 ** 31);

  test('every format is there, the smallest first, and refused ones say why and what to do', () => {
    expect(new Set(rows.map(({ format }) => format))).toEqual(new Set(FORMATS.map(({ id }) => id)));
    const built = rows.filter(({ refusal }) => refusal === null).map(({ bytes }) => bytes ?? 0);
    expect(built).toEqual(built.toSorted((a, b) => a - b));
    for (const { refusal, fix } of rows.slice(built.length)) {
      expect(refusal).toBeTruthy();
      expect(fix).toBeTruthy();
    }
  });

  test('bytes are those of the matrix once built, and padding costs no more than all of it', () => {
    for (const row of rows) {
      const format = FORMATS.find(({ id }) => id === row.format);
      if (row.refusal !== null || !format) continue;
      expect(storageBytes(buildMatrix(format, coo))).toBe(row.bytes);
      expect(row.paddingBytes).toBeLessThanOrEqual(row.bytes ?? 0);
      expect((row.paddingBytes ?? 0) > 0).toBe((row.padding ?? 0) > 0);
    }
  });
});

test('the padding of ELLPACK costs an index of 4 and a value of 8 bytes a place', () => {
  const row = storageRows(FORMATS, structureOf(MATRICES['few long rows']), 2 ** 31).find(
    ({ format }) => format === 'ellpack',
  );
  expect(row?.padding).toBeGreaterThan(0);
  expect(row?.paddingBytes).toBe(12 * (row?.padding ?? 0));
});
