import type { CooMatrix } from '@spmv/core';
import { banded, diagonal, tridiagonal } from '../generators/banded.ts';
import { femBand } from '../generators/fem-band.ts';
import { arrow, oneFullRow } from '../generators/full-row.ts';
import { powerLaw } from '../generators/power-law.ts';
import { randomUniform, rowsOfLength } from '../generators/random-uniform.ts';
import { stencil27, stencil5, stencil7 } from '../generators/stencil.ts';
import type { TestMatrix } from './test-matrix.ts';
import { testMatrix } from './test-matrix.ts';

/** Row lengths by row number. */
function lengths(cols: number, rows: number, length: (i: number) => number): CooMatrix {
  return rowsOfLength({ cols, rowLength: Array.from({ length: rows }, (_, i) => length(i)), seed: rows });
}

/** One column of a matrix full, all others empty. */
function oneColumn(rows: number, cols: number, column: number): CooMatrix {
  const full = lengths(1, rows, () => 1);
  return { ...full, shape: { rows, cols }, colIndex: full.colIndex.map(() => column) };
}

/** Rows 1…count of row length 1, 2, …: every remainder of every vector width and group size. */
function ramp(count: number): CooMatrix {
  return lengths(count, count, (i) => i + 1);
}

/** Matrices with nothing to multiply. */
export const degenerateMatrices: readonly TestMatrix[] = [
  testMatrix('empty-0x0', () => lengths(0, 0, () => 0)),
  testMatrix('no-columns', () => lengths(0, 7, () => 0)),
  testMatrix('no-rows', () => lengths(9, 0, () => 0)),
  testMatrix('no-entries', () => lengths(11, 9, () => 0)),
];

/** Shapes that go wrong: rectangles first, a square hides a swapped dimension. */
export const shapeMatrices: readonly TestMatrix[] = [
  testMatrix('wide', () => randomUniform({ rows: 7, cols: 61, density: 0.3 })),
  testMatrix('tall', () => randomUniform({ rows: 61, cols: 7, density: 0.3 })),
  testMatrix('one-by-one', () => lengths(1, 1, () => 1)),
  testMatrix('one-row', () => lengths(37, 1, () => 29)),
  testMatrix('one-column', () => lengths(1, 37, (i) => (i % 3 === 0 ? 0 : 1))),
  testMatrix('dense', () => randomUniform({ rows: 24, cols: 24, density: 1 })),
  testMatrix('first-rows-empty', () => lengths(20, 24, (i) => (i < 9 ? 0 : 3))),
  testMatrix('middle-rows-empty', () => lengths(20, 24, (i) => (i > 4 && i < 19 ? 0 : 3))),
  testMatrix('last-rows-empty', () => lengths(20, 24, (i) => (i > 14 ? 0 : 3))),
  testMatrix('alternate-rows-empty', () => lengths(20, 41, (i) => (i % 2) * 4)),
  testMatrix('one-entry', () => lengths(40, 40, (i) => (i === 23 ? 1 : 0))),
  testMatrix('first-column-only', () => oneColumn(35, 9, 0)),
  testMatrix('last-column-only', () => oneColumn(35, 9, 8)),
  testMatrix('ramp', () => ramp(70)),
];

/** Distributions of entries over rows. */
export const distributionMatrices: readonly TestMatrix[] = [
  testMatrix('random', () => randomUniform({ rows: 100, cols: 90, density: 0.08 })),
  testMatrix('equal-rows', () => randomUniform({ rows: 64, cols: 64, perRow: 8 })),
  testMatrix('one-full-row', () => oneFullRow({ rows: 40 })),
  testMatrix('long-row', () => lengths(300, 65, (i) => (i === 63 ? 257 : 2))),
  testMatrix('diagonal', () => diagonal({ rows: 33 })),
  testMatrix('tridiagonal', () => tridiagonal({ rows: 32 })),
  testMatrix('arrow', () => arrow({ rows: 31 })),
  testMatrix('banded', () => banded({ rows: 90, lower: 7, upper: 3, density: 0.6 })),
  testMatrix('stencil5', () => stencil5({ n: 9, ny: 11 })),
  testMatrix('stencil7', () => stencil7({ n: 5, ny: 4, nz: 6 })),
  testMatrix('power-law', () => powerLaw({ rows: 200, cols: 150, meanPerRow: 4, maxPerRow: 120 })),
  testMatrix('fem-band', () => femBand({ rows: 90, perRow: 24 })),
  testMatrix('stencil27-1000', () => stencil27({ n: 10 }), { tier: 'full' }),
  testMatrix('random-1000', () => randomUniform({ rows: 1000, cols: 1100, density: 0.02 }), { tier: 'full' }),
  testMatrix('power-law-5000', () => powerLaw({ rows: 5000, meanPerRow: 6, maxPerRow: 3000 }), { tier: 'full' }),
  testMatrix('one-full-row-3000', () => oneFullRow({ rows: 3000 }), { tier: 'full' }),
  testMatrix('one-row-20000', () => lengths(20_000, 1, () => 19_000), { tier: 'full' }),
  testMatrix('one-column-20000', () => lengths(1, 20_000, (i) => i % 2), { tier: 'full' }),
  testMatrix('fem-band-3000', () => femBand({ rows: 3000 }), { tier: 'full' }),
  testMatrix('arrow-1023', () => arrow({ rows: 1023, width: 2 }), { tier: 'full' }),
  testMatrix('power-law-300000', () => powerLaw({ rows: 300_000, meanPerRow: 10, maxPerRow: 100_000 }), {
    tier: 'large',
  }),
];

/** Rows on both sides of the sizes of groups, blocks, slices and grids. */
export const sizeMatrices: readonly TestMatrix[] = [
  ...[31, 32, 33, 255, 256, 257].map((rows) =>
    testMatrix(`size-${rows}`, () => banded({ rows, cols: rows + 5, lower: 3, density: 0.7 })),
  ),
  ...[1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17].map((rows) =>
    testMatrix(`size-${rows}`, () => banded({ rows, lower: 2 }), { tier: 'full' as const }),
  ),
  ...[127, 128, 129, 511, 512, 513, 1023, 1024, 1025].map((rows) =>
    testMatrix(`size-${rows}`, () => banded({ rows, cols: rows + 5, lower: 3, density: 0.7 }), {
      tier: 'full' as const,
    }),
  ),
  ...[1, 32, 64, 128].map((group) =>
    testMatrix(`groups-65535x${group}+1`, () => banded({ rows: 65_535 * group + 1, lower: 1, upper: 0 }), {
      tier: 'large' as const,
    }),
  ),
];
