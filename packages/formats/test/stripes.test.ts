import type { CooMatrix, SparseFormat } from '@spmv/core';
import { buildStripes, cooFromEntries, cooOfRows, isSpmvError, rowsOfCoo, storageBytes } from '@spmv/core';
import { generateMatrix, powerLaw, stencil27Rows } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { csr, csr64, plugin } from '../src/index.ts';

const coo = powerLaw({ rows: 2000, cols: 1700, meanPerRow: 9, maxPerRow: 900 });

/** The entries of all stripes, one after another. */
function joined(format: SparseFormat, matrix: CooMatrix, cut: Parameters<typeof buildStripes>[2]): CooMatrix {
  const striped = buildStripes(format, matrix, cut);
  const parts = striped.stripes.map(({ begin }, s) => ({ begin, coo: format.toCoo(striped.build(s)) }));
  return cooFromEntries(matrix.shape, {
    rowIndex: parts.flatMap(({ begin, coo: part }) => [...part.rowIndex].map((row) => row + begin)),
    colIndex: parts.flatMap(({ coo: part }) => [...part.colIndex]),
    values: parts.flatMap(({ coo: part }) => [...part.values]),
  });
}

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (isSpmvError(error, 'FORMAT.REFUSED')) return error.message;
    throw error;
  }
  throw new Error('It was not refused.');
}

describe('a matrix in stripes', () => {
  it.each((plugin.formats ?? []).map((format) => [format.id, format] as const))(
    'has the entries of the whole in %s',
    (_id, format) => {
      const whole = joined(format, coo, { count: 5 });
      expect(whole.rowIndex).toEqual(coo.rowIndex);
      expect(whole.colIndex).toEqual(coo.colIndex);
      expect(whole.values).toEqual(coo.values);
    },
  );

  it('has stripes of at most the bytes that are asked for, which together are what it says', () => {
    const maxStripeBytes = 40_000;
    const striped = buildStripes(csr, coo, { maxStripeBytes }, { precision: 'f32' });
    const bytes = striped.stripes.map((_, s) => storageBytes(striped.build(s)));
    expect(bytes.length).toBeGreaterThan(3);
    expect(Math.max(...bytes)).toBeLessThanOrEqual(maxStripeBytes);
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBe(striped.bytes);
    expect(striped).toMatchObject({ format: 'csr', valueType: 'f32', nnz: coo.values.length, shape: coo.shape });
  });

  it('is refused with both numbers where rows that cannot be parted take more', () => {
    const giant = cooFromEntries(
      { rows: 1000, cols: 50_000 },
      {
        rowIndex: new Int32Array(50_000).fill(7),
        colIndex: Int32Array.from({ length: 50_000 }, (_, k) => k),
        values: new Float64Array(50_000).fill(1),
      },
    );
    expect(refusal(() => buildStripes(csr, giant, { maxStripeBytes: 100_000 }))).toMatch(
      /rows 0 to \d+: they take 60\d kB, and a stripe may take 100 kB/u,
    );
  });

  it('is read row by row where nobody holds it', () => {
    const source = stencil27Rows({ n: 12, varied: 1 });
    const whole = cooOfRows(source);
    const striped = buildStripes(csr64, source, { count: 4 });
    expect(striped.stripes).toHaveLength(4);
    const values = striped.stripes.flatMap((_, s) => [...csr64.toCoo(striped.build(s) as never).values]);
    expect(Float64Array.from(values)).toEqual(whole.values);
    expect(buildStripes(csr, rowsOfCoo(whole), { count: 4 }).stripes).toEqual(striped.stripes);
  });

  it('has parameters that the whole matrix decides, or that are given', () => {
    const format = plugin.formats?.find(({ id }) => id === 'ellpack') as SparseFormat;
    const striped = buildStripes(format, generateMatrix('stencil5', { n: 30 }), { count: 3 });
    for (const [s] of striped.stripes.entries()) expect(striped.build(s).params).toEqual(striped.params);
  });

  it('without rows has no stripes', () => {
    const none = cooFromEntries({ rows: 0, cols: 3 }, { rowIndex: [], colIndex: [], values: [] });
    expect(buildStripes(csr, none, { count: 3 }).stripes).toEqual([]);
  });
});
