import type { CooMatrix } from '@spmv/core';
import { checkCoo, cooOfRows, entriesOf, INDEX_LIMIT, isSpmvError, matrixStatistics } from '@spmv/core';
import { sampleRows } from '@spmv/core/oracle';
import { describe, expect, it } from 'vitest';
import type { GeneratedSize, GeneratorOptions } from '../src/index.ts';
import {
  arrow,
  banded,
  diagonal,
  femBand,
  generateMatrix,
  matrixGenerators,
  oneFullRow,
  powerLaw,
  randomRows,
  randomUniform,
  rowsOfLength,
  stencil27,
  stencil27Rows,
  stencil5,
  stencil7,
  tridiagonal,
} from '../src/index.ts';

function dense(coo: CooMatrix): number[][] {
  const rows = Array.from({ length: coo.shape.rows }, () => Array.from({ length: coo.shape.cols }, () => 0));
  coo.values.forEach((value, k) => {
    (rows[coo.rowIndex[k] as number] as number[])[coo.colIndex[k] as number] = value;
  });
  return rows;
}

const samples: Readonly<Record<string, readonly GeneratorOptions[]>> = {
  random: [
    { rows: 0 },
    { rows: 40 },
    { rows: 30, cols: 7, density: 1 },
    { rows: 9, cols: 0 },
    { rows: 50, perRow: 49, seed: 3 },
    { rows: 300, density: 0.5 },
  ],
  dense: [{ rows: 0 }, { rows: 7, cols: 5 }, { rows: 40, density: 0.1, seed: 3 }],
  banded: [
    { rows: 0 },
    { rows: 5 },
    { rows: 100, lower: 3, upper: 0 },
    { rows: 20, cols: 7 },
    { rows: 7, cols: 20, density: 0.5 },
  ],
  diagonal: [{ rows: 5 }, { rows: 5, cols: 3 }, { rows: 0 }],
  tridiagonal: [{ rows: 0 }, { rows: 1 }, { rows: 9 }],
  stencil5: [{ n: 0 }, { n: 1 }, { n: 5, ny: 3 }, { n: 4, varied: 1 }],
  stencil7: [{ n: 1 }, { n: 4, ny: 3, nz: 2 }],
  stencil27: [{ n: 1 }, { n: 4, ny: 3, nz: 2 }],
  powerlaw: [
    { rows: 0 },
    { rows: 100 },
    { rows: 100, cols: 30, meanPerRow: 3, maxPerRow: 30 },
    { rows: 10, meanPerRow: 0 },
  ],
  'fem-band': [{ rows: 0 }, { rows: 100 }, { rows: 60, block: 6, bandwidth: 0 }, { rows: 61, block: 3, perRow: 1000 }],
  'one-full-row': [{ rows: 1 }, { rows: 9, cols: 4 }, { rows: 4, cols: 9, row: 0 }],
  'few-long-rows': [{ rows: 1 }, { rows: 3 }, { rows: 300 }, { rows: 200, least: 8, most: 12, longest: 60, seed: 7 }],
  standin: [
    { rows: 0, nnz: 0, max: 0, deviation: 0, like: 'band' },
    { rows: 90, cols: 70, nnz: 600, max: 30, deviation: 5, like: 'network', seed: 3 },
    { rows: 90, nnz: 900, max: 12, min: 5, deviation: 1.5, like: 'mesh3', block: 2 },
  ],
  arrow: [{ rows: 0 }, { rows: 1 }, { rows: 9, width: 3 }, { rows: 4, width: 4 }],
};

describe('every generator', () => {
  for (const { name, doc, options } of matrixGenerators) {
    it(`${name} makes canonical matrices, the same for the same seed`, () => {
      expect(doc).not.toBe('');
      expect(Object.values(options).every((option) => option.doc !== '')).toBe(true);
      for (const sample of samples[name] ?? []) {
        const made = generateMatrix(name, sample);
        expect(checkCoo(made), JSON.stringify(sample)).toEqual([]);
        expect(generateMatrix(name, sample)).toEqual(made);
      }
      expect(samples[name]).toBeDefined();
    });
  }

  it.each<readonly [string, GeneratorOptions]>([
    ...matrixGenerators
      .filter(({ name }) => name !== 'standin')
      .map(({ name, options }) => [name, 'n' in options ? { n: 12 } : { rows: 300 }] as const),
    ['random', { rows: 300, cols: 70, density: 0.5 }],
    ['random', { rows: 300, perRow: 7 }],
    ['dense', { rows: 100, cols: 60, density: 0.3 }],
    ['banded', { rows: 300, cols: 70, lower: 3, upper: 0, density: 0.5 }],
    ['diagonal', { rows: 20, cols: 300 }],
    ['stencil5', { n: 4, ny: 9 }],
    ['stencil7', { n: 4, ny: 9, nz: 1 }],
    ['stencil27', { n: 4, ny: 9, nz: 1 }],
    ['powerlaw', { rows: 3000, meanPerRow: 3, maxPerRow: 90 }],
    ['fem-band', { rows: 600, block: 6, bandwidth: 0 }],
    ['fem-band', { rows: 3000, block: 3, perRow: 60 }],
    ['one-full-row', { rows: 30, cols: 400 }],
    ['few-long-rows', { rows: 3000, least: 8, most: 12, longest: 600 }],
    ['arrow', { rows: 300, width: 20 }],
    ['standin', { rows: 90, cols: 70, nnz: 600, max: 30, deviation: 5, like: 'network' }],
  ])('%s says before how much it makes of %o', (name, options) => {
    const told: GeneratedSize[] = [];
    const { shape, values } = generateMatrix(name, options, (size) => told.push(size));
    expect(told.map(({ rows }) => rows)).toEqual([shape.rows]);
    const entries = told[0]?.entries ?? Number.NaN;
    expect(entries / values.length).toBeGreaterThan(0.75);
    expect(entries / values.length).toBeLessThan(1.25);
  });

  it.each<readonly [string, GeneratorOptions]>([
    ['tridiagonal', { rows: 2 ** 31 - 1 }],
    ['random', { rows: 2 ** 31 - 1, perRow: 2 }],
    ['powerlaw', { rows: 2 ** 31 - 1 }],
    ['stencil27', { n: 1000 }],
    ['dense', { rows: 100_000 }],
    ['standin', { rows: 2 ** 31 - 1, nnz: 1e12, max: 1000, deviation: 5, like: 'band' }],
  ])('%s of %o is refused before anything is made', (name, options) => {
    expect(() => generateMatrix(name, options, () => expect.unreachable())).toThrow('would make about');
  });

  it('makes nothing where the receiver of the size refuses', () => {
    const refuse = ({ rows }: GeneratedSize): never => {
      throw new Error(`${rows} are too many`);
    };
    expect(() => generateMatrix('diagonal', { rows: 2 ** 31 - 1 }, refuse)).toThrow('2147483647 are too many');
  });

  it('dense has an entry everywhere, and at a share of all positions where one is asked for', () => {
    expect(generateMatrix('dense', { rows: 30, cols: 20 }).values).toHaveLength(600);
    const share = generateMatrix('dense', { rows: 200, density: 0.1 }).values.length / 200 ** 2;
    expect(Math.abs(share - 0.1)).toBeLessThan(0.01);
  });

  it('refuses unknown names and options, and missing or impossible values', () => {
    const code = (act: () => unknown): string | undefined => {
      try {
        act();
      } catch (error) {
        return isSpmvError(error) ? error.code : String(error);
      }
      return undefined;
    };
    expect(code(() => generateMatrix('stencil28', { n: 2 }))).toBe('PARAM.UNKNOWN');
    expect(code(() => generateMatrix('stencil27', { m: 2 }))).toBe('PARAM.UNKNOWN');
    expect(code(() => generateMatrix('stencil27'))).toBe('PARAM.OUT_OF_RANGE');
    expect(code(() => generateMatrix('random', { rows: 3, density: 2 }))).toBe('PARAM.OUT_OF_RANGE');
    expect(code(() => generateMatrix('random', { rows: 3.5 }))).toBe('PARAM.OUT_OF_RANGE');
    expect(code(() => generateMatrix('random', { rows: Number.NaN }))).toBe('PARAM.OUT_OF_RANGE');
    expect(code(() => generateMatrix('random', { rows: 2 ** 20, cols: 2 ** 20, perRow: 5000 }))).toBe(
      'PARAM.OUT_OF_RANGE',
    );
    expect(code(() => generateMatrix('stencil27', { n: 2000 }))).toBe('PARAM.OUT_OF_RANGE');
    expect(() => generateMatrix('dense', { rows: -5 })).toThrow("'dense'");
  });
});

describe('what generators promise', () => {
  it('random matrices have the density asked for and any column', () => {
    const made = matrixStatistics(randomUniform({ rows: 400, cols: 300, density: 0.1, seed: 2 }));
    expect(made.density).toBeCloseTo(0.1, 2);
    expect(made.max).toBeGreaterThan(made.min);
    expect(new Set(randomUniform({ rows: 2000, cols: 40, perRow: 1 }).colIndex).size).toBe(40);
    expect(randomUniform({ rows: 5, cols: 6, density: 1 }).values.length).toBe(30);
  });

  it('varied values of stencils hardly repeat and lie in (0.5, 1.5), in the same places', () => {
    const plain = stencil27({ n: 6 });
    const made = stencil27({ n: 6, varied: 1 });
    expect(made.colIndex).toEqual(plain.colIndex);
    expect(new Set(made.values).size).toBeGreaterThan(0.99 * made.values.length);
    expect(made.values.every((value) => value >= 0.5 && value < 1.5)).toBe(true);
    expect(() => stencil27({ n: 6, varied: 2 })).toThrow('varied = 2');
  });

  it('one row in twenty is long where few are to be', () => {
    const made = generateMatrix('few-long-rows', { rows: 20_000, least: 4, most: 5, longest: 20 });
    const lengths = new Int32Array(20_000);
    for (const row of made.rowIndex) lengths[row] = (lengths[row] ?? 0) + 1;
    const long = lengths.filter((length) => length > 5).length;
    expect(long).toBeGreaterThan(800);
    expect(long).toBeLessThan(1200);
    expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([4, 20]);
  });

  it('rows have the lengths given', () => {
    const made = matrixStatistics(rowsOfLength({ cols: 9, rowLength: [0, 9, 4, 0] }));
    expect([made.nnz, made.max, made.emptyRows]).toEqual([13, 9, 2]);
  });

  it('bands stay in their band', () => {
    const made = matrixStatistics(banded({ rows: 50, lower: 3, upper: 5, density: 0.7 }));
    expect([made.lowerBandwidth, made.upperBandwidth]).toEqual([3, 5]);
    expect(diagonal({ rows: 4, cols: 9 }).colIndex).toEqual(new Int32Array([0, 1, 2, 3]));
    expect(dense(tridiagonal({ rows: 3 }))).toEqual([
      [2, -1, 0],
      [-1, 2, -1],
      [0, -1, 2],
    ]);
  });

  it('stencils are the known matrices', () => {
    expect(dense(stencil5({ n: 2 }))).toEqual([
      [4, -1, -1, 0],
      [-1, 4, 0, -1],
      [-1, 0, 4, -1],
      [0, -1, -1, 4],
    ]);
    expect(stencil5({ n: 10 }).values.length).toBe(5 * 100 - 40);
    expect(stencil7({ n: 10 }).values.length).toBe(7 * 1000 - 600);
    expect(stencil27({ n: 10 }).values.length).toBe(28 ** 3);
    expect(matrixStatistics(stencil27({ n: 5, ny: 4, nz: 3 })).valueSymmetry).toBe(1);
  });

  it('power-law rows have the mean and the longest row asked for', () => {
    const made = matrixStatistics(powerLaw({ rows: 20_000, meanPerRow: 6, maxPerRow: 4000, exponent: 2 }));
    expect(made.max).toBe(4000);
    expect(made.mean).toBeGreaterThan(5);
    expect(made.mean).toBeLessThan(7);
    expect(made.relativeStandardDeviation).toBeGreaterThan(300);
  });

  it('finite-element bands have a symmetric pattern of blocks', () => {
    const made = matrixStatistics(femBand({ rows: 3000, block: 3, perRow: 60 }));
    expect(made.patternSymmetry).toBe(1);
    expect(made.mean).toBeGreaterThan(50);
    expect(made.mean).toBeLessThan(70);
    expect(made.bandwidth).toBeLessThan(3 * 34);
  });

  it('full rows and arrows are full where they should be', () => {
    expect(dense(oneFullRow({ rows: 3 })).map((row) => row.filter((v) => v !== 0).length)).toEqual([1, 3, 1]);
    expect(dense(arrow({ rows: 4 })).map((row) => row.map((v) => (v === 0 ? 0 : 1)))).toEqual([
      [1, 1, 1, 1],
      [1, 1, 0, 0],
      [1, 0, 1, 0],
      [1, 0, 0, 1],
    ]);
  });
});

describe('sources of rows', () => {
  it.each([
    ['a stencil', stencil27Rows({ n: 7, ny: 5, nz: 4 })],
    ['a stencil of varied values', stencil27Rows({ n: 7, ny: 5, nz: 4, varied: 1 })],
    ['random rows', randomRows({ rows: 150, cols: 90, perRow: 6, seed: 3 })],
    ['dense random rows', randomRows({ rows: 30, cols: 9, perRow: 9 })],
  ])('%s makes any row alone as it makes it among all', (_what, source) => {
    const all = cooOfRows(source);
    expect(checkCoo(all)).toEqual([]);
    let first = 0;
    source.rowLength.forEach((length, row) => {
      const colIndex = new Int32Array(length);
      const values = new Float64Array(length);
      source.readRows(row, row + 1, colIndex, values);
      expect(colIndex).toEqual(all.colIndex.subarray(first, first + length));
      expect(values).toEqual(all.values.subarray(first, first + length));
      first += length;
    });
    expect(first).toBe(all.values.length);
  });

  it('of random rows depend on the seed, and have the mean asked for', () => {
    const source = randomRows({ rows: 4000, perRow: 8 });
    expect(entriesOf(source) / 4000).toBeCloseTo(8, 0);
    expect(cooOfRows(randomRows({ rows: 50, seed: 2 }))).not.toEqual(cooOfRows(randomRows({ rows: 50 })));
    expect(cooOfRows(randomRows({ rows: 50 })).values).not.toEqual(randomUniform({ rows: 50 }).values);
  });

  it('go beyond 2^31 entries, of which rows at the boundaries are made alone', () => {
    const source = randomRows({ rows: 2200, cols: 3_000_000, perRow: 1_000_000 });
    expect(entriesOf(source)).toBeGreaterThan(INDEX_LIMIT);
    expect(() => cooOfRows(source)).toThrow('COO holds at most 2^31-1 entries');
    for (const row of sampleRows(source, { random: 0, beside: 0 })) {
      const colIndex = new Int32Array(source.rowLength[row] as number);
      source.readRows(row, row + 1, colIndex, new Float64Array(colIndex.length));
      expect(colIndex.every((column, k) => k === 0 || column > (colIndex[k - 1] as number))).toBe(true);
      expect(colIndex.at(-1) ?? 0).toBeLessThan(3_000_000);
    }
  });
});
