// Matrices that are hard on a stored triangle.
import type { CooMatrix } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';
import { testMatrix } from '@spmv/testkit';

type Entry = readonly [row: number, col: number, value: number];

/** The square matrix of these entries and, where they are off the diagonal, their mirror images. */
export function mirrored(rows: number, lower: readonly Entry[], sign: 1 | -1 = 1): CooMatrix {
  const entries = lower.flatMap(([i, j, a]): readonly Entry[] =>
    i === j
      ? [[i, j, a]]
      : [
          [i, j, a],
          [j, i, sign * a],
        ],
  );
  return cooFromEntries(
    { rows, cols: rows },
    {
      rowIndex: entries.map(([i]) => i),
      colIndex: entries.map(([, j]) => j),
      values: entries.map(([, , a]) => a),
    },
  );
}

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, k) => k);
const value = (k: number): number => Math.sin(k + 1);

/** Row i has entries `distances` left of the diagonal, where there is room. */
function band(rows: number, distances: readonly number[], sign: 1 | -1 = 1): CooMatrix {
  const entries = range(rows).flatMap((i) =>
    distances.filter((d) => d <= i).map((d): Entry => [i, i - d, value(7 * i + d)]),
  );
  return mirrored(rows, entries, sign);
}

const diagonal = (rows: number): readonly Entry[] => range(rows).map((i): Entry => [i, i, value(i)]);

export const MATRICES: Readonly<Record<string, CooMatrix>> = {
  'a narrow band': band(700, [1, 2, 0]),
  'a wide band, skew': band(900, [1, 30, 31, 400], -1),
  'a giant last row': mirrored(1200, [...diagonal(1200), ...range(1199).map((j): Entry => [1199, j, value(j)])]),
  'a giant first column': mirrored(1200, [...diagonal(1200), ...range(1199).map((i): Entry => [i + 1, 0, value(i)])]),
  'a giant row in the middle': mirrored(
    800,
    range(800).map((j): Entry => (j <= 400 ? [400, j, value(j)] : [j, 400, value(j)])),
  ),
  'most rows empty': mirrored(900, [
    [700, 3, 2],
    [899, 700, 1.5],
    [899, 899, -1],
  ]),
  anywhere: mirrored(
    500,
    range(4000).map((k): Entry => [
      Math.max((k * 37) % 500, (k * 101) % 497),
      Math.min((k * 37) % 500, (k * 101) % 497),
      value(k),
    ]),
  ),
  'the diagonal alone': mirrored(300, diagonal(300)),
  'one row': mirrored(1, [[0, 0, 3]]),
  'stored zeros': mirrored(
    60,
    range(59).map((i): Entry => [i + 1, i, i % 3 === 0 ? 0 : value(i)]),
  ),
};

/** The same for the kit's cases. */
export const TEST_MATRICES = Object.entries(MATRICES).map(([name, coo]) =>
  testMatrix(name.replaceAll(/\W+/gu, '-'), () => coo),
);
