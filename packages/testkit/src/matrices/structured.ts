import type { CooMatrix, Precision } from '@spmv/core';
import { cooFromEntries, transposeCoo } from '@spmv/core';
import { banded, tridiagonal } from '../generators/banded.ts';
import { arrow } from '../generators/full-row.ts';
import { contiguousColumns, fromRowLengths } from '../generators/from-row-lengths.ts';
import { cancellation, integers } from '../generators/numeric.ts';
import { powerLaw } from '../generators/power-law.ts';
import { randomUniform } from '../generators/random-uniform.ts';
import { stencil5 } from '../generators/stencil.ts';
import { createRandom } from '../random/random.ts';
import type { TestMatrix } from './test-matrix.ts';
import { testMatrix } from './test-matrix.ts';

type Sign = 1 | -1;

/** The lower triangle of a square matrix and its mirror image: symmetric, or without its diagonal skew-symmetric. */
function mirrored(coo: CooMatrix, sign: Sign): CooMatrix {
  const entries: { readonly row: number; readonly col: number; readonly value: number }[] = [];
  coo.values.forEach((value, k) => {
    const [row, col] = [coo.rowIndex[k], coo.colIndex[k]];
    if (col > row || (col === row && sign < 0)) return;
    entries.push({ row, col, value });
    if (col < row) entries.push({ row: col, col: row, value: sign * value });
  });
  return fromEntries(coo.shape.rows, entries);
}

function fromEntries(
  rows: number,
  entries: readonly { readonly row: number; readonly col: number; readonly value: number }[],
): CooMatrix {
  return cooFromEntries(
    { rows, cols: rows },
    {
      rowIndex: entries.map(({ row }) => row),
      colIndex: entries.map(({ col }) => col),
      values: entries.map(({ value }) => value),
    },
  );
}

/** A square matrix of full diagonals, by their distance to the right of the main one. */
function onDiagonals(rows: number, distances: readonly number[], value: (distance: number) => number): CooMatrix {
  const entries = Array.from({ length: rows }, (_, row) => distances.map((distance) => ({ row, col: row + distance })))
    .flat()
    .filter(({ col }) => col >= 0 && col < rows);
  return fromEntries(
    rows,
    entries.map(({ row, col }) => ({ row, col, value: value(col - row) })),
  );
}

/** A random pattern with values of a short list. */
function ofFewValues(rows: number, list: readonly number[]): CooMatrix {
  const coo = randomUniform({ rows, cols: rows, perRow: 5 });
  const random = createRandom(rows);
  return { ...coo, values: coo.values.map(() => list[random.integer(list.length)]) };
}

/** [0 C; ±Cᵀ 0] of a matrix C: its first rows are those of C, however symmetric the whole. */
function bordered(corner: CooMatrix, sign: Sign): CooMatrix {
  const { rows, cols } = corner.shape;
  const below = transposeCoo(corner);
  return {
    shape: { rows: rows + cols, cols: rows + cols },
    rowIndex: Int32Array.from([...corner.rowIndex, ...below.rowIndex.map((i) => rows + i)]),
    colIndex: Int32Array.from([...corner.colIndex.map((j) => rows + j), ...below.colIndex]),
    values: Float64Array.from([...corner.values, ...below.values.map((value) => sign * value)]),
  };
}

/** Square matrices with integers for values, of which repeated products are exact, one for each structure. */
export const structuredIntegers: readonly TestMatrix[] = [
  testMatrix('symmetric-integers', () => mirrored(integers({ rows: 45 }), 1)),
  testMatrix('skew-integers', () => mirrored(integers({ rows: 45 }), -1)),
  testMatrix('few-values', () => ofFewValues(50, [1, -2, 3])),
  testMatrix('toeplitz', () => onDiagonals(60, [-9, -1, 0, 2], (distance) => (distance % 3) + 2)),
  testMatrix('symmetric-toeplitz', () => tridiagonal({ rows: 37 })),
  testMatrix('skew-toeplitz', () => onDiagonals(33, [-4, -1, 1, 4], (distance) => Math.sign(distance))),
  testMatrix('grid', () => stencil5({ n: 7 })),
];

/** Square matrices of every structure that a format may be made for: cases take them where the format refuses those they were made for. */
export const structuredMatrices: readonly TestMatrix[] = [
  testMatrix('square', () => randomUniform({ rows: 61, cols: 61, density: 0.12 })),
  testMatrix('symmetric', () => mirrored(powerLaw({ rows: 90, cols: 90, meanPerRow: 5, maxPerRow: 80 }), 1)),
  testMatrix('symmetric-arrow', () => mirrored(arrow({ rows: 65 }), 1)),
  testMatrix('skew-symmetric', () => mirrored(powerLaw({ rows: 90, cols: 90, meanPerRow: 5, maxPerRow: 80 }), -1)),
  testMatrix('symmetric-band', () => mirrored(banded({ rows: 70, lower: 5, density: 0.7 }), 1)),
  testMatrix('few-diagonals', () => onDiagonals(60, [-17, -1, 0, 1, 17], randomValues(60))),
  ...structuredIntegers,
];

function randomValues(seed: number): () => number {
  const random = createRandom(seed);
  return () => random.signed();
}

/** Rows of lengths at and beside powers of two, and of ten, where loops over entries of few bits, or in blocks, end. Those below are in `ramp`. */
function powersOfTwo(): CooMatrix {
  const lengths = Int32Array.of(
    ...[2 ** 7, 2 ** 8, 2 ** 9, 2 ** 10, 2 ** 11, 2 ** 12].flatMap((length) => [length - 1, length, length + 1]),
    2 ** 13 - 1,
    100,
    1000,
  );
  const shape = { rows: lengths.length, cols: 2 ** 13 + 7 };
  const columns = contiguousColumns((i) => (i % 2) * (shape.cols - lengths[i]));
  return fromRowLengths('row-lengths', shape, lengths, columns, randomValues(shape.rows));
}

/** {@link powersOfTwo}, and for formats of symmetric and of skew-symmetric matrices such ones. */
export const rowLengths: readonly TestMatrix[] = [
  testMatrix('row-lengths', powersOfTwo),
  testMatrix('symmetric-row-lengths', () => bordered(powersOfTwo(), 1)),
  testMatrix('skew-row-lengths', () => bordered(powersOfTwo(), -1)),
];

/** Rows that lose digits in too short an accumulator, in symmetric and in skew-symmetric matrices. */
export const structuredCancellation: readonly TestMatrix[] = (
  [
    ['symmetric', 1],
    ['skew', -1],
  ] as const
).map(([name, sign]) =>
  testMatrix(
    `${name}-cancellation`,
    (precision: Precision) => bordered(cancellation({ rows: 48, perRow: 64, precision, seed: 5 }), sign),
    { x: 'ones' },
  ),
);
