import { checkCoo, cooOfRows, isSpmvError, matrixStatistics, rowStatistics } from '@spmv/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StandInKind, StandInOptions } from '../src/index.ts';
import { generateMatrix, STAND_IN_KINDS, standIn, standInRows } from '../src/index.ts';

/** Figures of some lengths: what such lengths have can be reached. */
function figuresOf(
  lengths: readonly number[],
): Pick<StandInOptions, 'rows' | 'nnz' | 'max' | 'deviation'> & { min: number } {
  const { rows, nnz, max, min, standardDeviation } = rowStatistics(
    { rows: lengths.length, cols: 1 },
    Int32Array.from(lengths),
  );
  return { rows, nnz, max, min, deviation: standardDeviation };
}

function expectFigures(options: StandInOptions): void {
  const made = standIn(options);
  expect(checkCoo(made)).toEqual([]);
  const found = matrixStatistics(made);
  expect([found.rows, found.cols, found.nnz, found.max]).toEqual([
    options.rows,
    options.cols ?? options.rows,
    options.nnz,
    options.max,
  ]);
  if (options.min !== undefined) expect(found.min).toBe(options.min);
  expect(Math.abs(found.standardDeviation - options.deviation)).toBeLessThanOrEqual(0.01 * options.deviation + 1e-9);
}

function errorOf(options: StandInOptions): { readonly code: string; readonly message: string; readonly fix: string } {
  try {
    standInRows(options);
  } catch (error) {
    if (isSpmvError(error)) return { code: error.code, message: error.message, fix: error.fix };
  }
  throw new Error('It was made.');
}

const kind = fc.constantFrom<StandInKind>(...STAND_IN_KINDS);

describe('a stand-in', () => {
  it('has the figures of any lengths that exist, in columns of any kind', () => {
    const lengths = fc
      .record({ cols: fc.integer({ min: 1, max: 60 }), rows: fc.integer({ min: 1, max: 70 }), zipf: fc.boolean() })
      .chain(({ cols, rows, zipf }) =>
        fc.record({
          cols: fc.constant(cols),
          lengths: fc.array(
            zipf
              ? fc.double({ min: 0, max: 1, noNaN: true }).map((u) => Math.floor(cols * u ** 6))
              : fc.integer({ min: 0, max: cols }),
            { minLength: rows, maxLength: rows },
          ),
        }),
      );
    fc.assert(
      fc.property(
        lengths,
        kind,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 80 }),
        fc.boolean(),
        fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
        fc.integer({ min: 0, max: 9 }),
        ({ cols, lengths: given }, like, block, bandwidth, withMin, side, seed) => {
          const { min, ...figures } = figuresOf(given);
          const shape = {
            cols,
            block: Math.min(block, cols),
            bandwidth,
            seed,
            like,
            ...(side === undefined ? {} : { side }),
          };
          // Without a shortest row of their own, no row is empty where the entries allow it.
          const least = figures.nnz >= figures.rows - 1 + figures.max ? 1 : 0;
          expectFigures({ ...figures, ...shape, ...(withMin || min < least ? { min } : {}) });
        },
      ),
      { numRuns: 300, seed: 5 },
    );
  });

  it('is the same for the same seed, another one for another, and any row is made alone as among all', () => {
    for (const like of STAND_IN_KINDS) {
      const options = { rows: 300, nnz: 2400, max: 60, deviation: 7, block: 2, like };
      const source = standInRows(options);
      const all = cooOfRows(source);
      expect(standIn(options), like).toEqual(all);
      expect(standIn({ ...options, seed: 2 }).colIndex, like).not.toEqual(all.colIndex);
      const ends = source.rowLength.map(
        (
          (sum) => (length) =>
            (sum += length)
        )(0),
      );
      for (const row of [299, 0, 150, 150]) {
        const [from, to] = [row === 0 ? 0 : (ends[row - 1] as number), ends[row] as number];
        const colIndex = new Int32Array(to - from);
        const values = new Float64Array(to - from);
        source.readRows(row, row + 1, colIndex, values);
        expect(colIndex, like).toEqual(all.colIndex.subarray(from, to));
        expect(values, like).toEqual(all.values.subarray(from, to));
      }
    }
  });

  it.each<StandInOptions>([
    { rows: 0, nnz: 0, max: 0, deviation: 0, like: 'band' },
    { rows: 5, cols: 0, nnz: 0, max: 0, deviation: 0, like: 'mesh3' },
    { rows: 7, nnz: 0, max: 0, min: 0, deviation: 0, like: 'blocks' },
    { rows: 1, cols: 9, nnz: 4, max: 4, deviation: 0, like: 'graph' },
    { rows: 30, cols: 20, nnz: 600, max: 20, deviation: 0, block: 3, like: 'mesh2' },
    { rows: 30, cols: 20, nnz: 600, max: 20, deviation: 0, block: 3, like: 'blocks' },
    { rows: 30, cols: 20, nnz: 600, max: 20, deviation: 0, like: 'network' },
    { rows: 1000, nnz: 1999, max: 1000, min: 1, deviation: 31.575, like: 'network' },
    { rows: 1000, nnz: 1500, max: 501, min: 0, deviation: 15.84, like: 'graph' },
    { rows: 2000, nnz: 60, max: 30, min: 0, deviation: 0.72, like: 'band' },
    { rows: 5, cols: 1_000_000, nnz: 1_000_004, max: 1_000_000, min: 1, deviation: 399_999.6, like: 'mesh3' },
  ])('has exactly the figures where that hurts: $rows rows, $nnz entries, $max at most, $like', expectFigures);

  it('is arranged as its kind: unknowns of a point alike, border rows short, one giant row', () => {
    const mesh = standInRows({ rows: 3000, nnz: 70_200, max: 27, deviation: 4.5, block: 3, like: 'mesh3' });
    const alike = mesh.rowLength.filter((length, i) => length === mesh.rowLength[i - (i % 3)]).length;
    expect(alike).toBeGreaterThan(2950);
    const corner = mesh.rowLength[0] as number;
    const inner = mesh.rowLength[3 * 555] as number;
    expect(corner).toBeLessThan(inner);
    const circuit = standInRows({
      rows: 116_835,
      nnz: 766_396,
      max: 114_190,
      min: 1,
      deviation: 361.5,
      like: 'network',
    });
    expect(circuit.rowLength.filter((length) => length === 114_190)).toHaveLength(1);
    expect(circuit.rowLength.filter((length) => length < 10).length).toBeGreaterThan(100_000);
  });

  it('has the columns of its kind', () => {
    const figures = { rows: 4096, nnz: 4096 * 12, max: 16, min: 8, deviation: 2 };
    const band = matrixStatistics(standIn({ ...figures, bandwidth: 40, like: 'band' }));
    expect(band.bandwidth).toBeGreaterThan(35);
    expect(band.bandwidth).toBeLessThan(81);
    const blocks = standIn({ ...figures, block: 4, bandwidth: 60, like: 'blocks' });
    const aligned = blocks.colIndex.filter(
      (column, k) => column % 4 === 3 && column - 3 === blocks.colIndex[k - 3],
    ).length;
    expect(aligned / (blocks.values.length / 4)).toBeGreaterThan(0.95);
    const mesh = standIn({ ...figures, like: 'mesh2' });
    expect(
      new Set(mesh.colIndex.map((column, k) => Math.abs(column - (mesh.rowIndex[k] as number)))).size,
    ).toBeLessThan(60);
    expect(matrixStatistics(mesh).patternSymmetry).toBeGreaterThan(0.7);
    // A bar of 4 × 4 × 256 points: neighbours are few numbers away.
    expect(matrixStatistics(standIn({ ...figures, side: 4, like: 'mesh3' })).bandwidth).toBeLessThan(60);
    expect(matrixStatistics(standIn({ ...figures, like: 'mesh3' })).bandwidth).toBeGreaterThan(256);
    const uses = (made: typeof mesh): Int32Array => {
      const count = new Int32Array(4096);
      for (const column of made.colIndex) count[column] = (count[column] as number) + 1;
      return count.sort();
    };
    expect(uses(standIn({ ...figures, like: 'graph' })).at(-1)).toBeGreaterThan(1000);
    const network = standIn({ ...figures, like: 'network' });
    const near = network.colIndex.filter(
      (column, k) => Math.abs(column - (network.rowIndex[k] as number)) <= 64,
    ).length;
    expect(near / network.values.length).toBeGreaterThan(0.9);
    expect(uses(network).at(-1)).toBeGreaterThan(200);
  });

  it('is refused with numbers where no such lengths exist', () => {
    const base = { rows: 10, nnz: 30, max: 6, deviation: 1.5, like: 'band' } as const;
    expect(errorOf({ ...base, nnz: 61 })).toEqual({
      code: 'PARAM.OUT_OF_RANGE',
      message: "Generator 'standin': 61 entries are not possible in 10 rows, the longest of 6.",
      fix: 'Ask for 15 to 60 entries, or for other lengths.',
    });
    expect(errorOf({ ...base, max: 11 }).message).toContain('max = 11');
    expect(errorOf({ ...base, max: 0 }).message).toContain('30 entries are not possible');
    expect(errorOf({ ...base, min: 4 }).fix).toBe('Ask for 42 to 58 entries, or for other lengths.');
    expect(errorOf({ ...base, min: 7 }).message).toContain('min = 7');
    expect(errorOf({ ...base, rows: 1, cols: 9, nnz: 5, max: 5, min: 3 }).message).toContain('the shortest of 3');
    expect(errorOf({ ...base, deviation: -1 }).message).toContain('deviation = -1');
    expect(errorOf({ ...base, deviation: Number.NaN }).code).toBe('PARAM.OUT_OF_RANGE');
    const far = errorOf({ ...base, deviation: 40 });
    expect(far.message).toMatch(/30 entries in 10 rows, the longest of 6, reach 1\.\d+ to 2\.\d+\.$/);
    expect(far.fix).toMatch(/^Ask for a deviation of 1\.\d+ to 2\.\d+\.$/);
    expect(errorOf({ rows: 9, nnz: 49, max: 6, min: 4, deviation: 0.75, like: 'band' }).message).toContain(
      'nearest found is',
    );
    expect(() => generateMatrix('standin', { ...base, like: 'mush2' })).toThrow('like = mush2');
    expect(() => generateMatrix('standin', { ...base, nnz: '30' })).toThrow('nnz = 30');
  });
});
