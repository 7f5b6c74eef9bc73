// Small matrices that lead through every way of the kernels.
import type { CooMatrix, Params, SparseFormat } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';

function cooOf(
  rows: number,
  cols: number,
  places: readonly (readonly [i: number, j: number, value: number])[],
): CooMatrix {
  const sorted = [...places].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return cooFromEntries(
    { rows, cols },
    {
      rowIndex: sorted.map(([i]) => i),
      colIndex: sorted.map(([, j]) => j),
      values: sorted.map(([, , value]) => value),
    },
  );
}

const valueAt = (k: number): number => (k % 5) - 1.5;

/** Rows of many lengths, also none; the last column is used. */
function ofManyLengths(rows: number, cols: number, longest: number): CooMatrix {
  const places = Array.from({ length: rows }, (_, i) =>
    Array.from(
      { length: Math.min(cols, (i * 7) % (longest + 1)) },
      (__, j) => [i, cols - 1 - ((i * 13 + j) % cols)] as const,
    ),
  ).flat();
  return cooOf(
    rows,
    cols,
    places.map(([i, j], k) => [i, j, valueAt(k)] as const),
  );
}

/** Diagonals, some of which leave the matrix. */
function banded(rows: number, cols: number): CooMatrix {
  const places = Array.from({ length: rows }, (_, i) => [-3, -1, 0, 1, 40].map((offset) => [i, i + offset] as const))
    .flat()
    .filter(([, j]) => j >= 0 && j < cols);
  return cooOf(
    rows,
    cols,
    places.map(([i, j], k) => [i, j, valueAt(k)] as const),
  );
}

/** Groups of `together` rows that share their columns, up to the last. */
function sharing(rows: number, cols: number, together: number, length: number): CooMatrix {
  const places = Array.from({ length: rows }, (_, i) => {
    const first = cols - length - ((Math.floor(i / together) * 5) % (cols - length));
    return Array.from({ length }, (__, j) => [i, first + j] as const);
  }).flat();
  return cooOf(
    rows,
    cols,
    places.map(([i, j], k) => [i, j, valueAt(k)] as const),
  );
}

/** Symmetric, or skew-symmetric where `sign` is −1. */
function mirrored(rows: number, sign: number, reach: number): CooMatrix {
  const lower = Array.from({ length: rows }, (_, i) =>
    Array.from({ length: Math.min(i, reach) }, (__, k) => [i, i - 1 - ((k * 3) % Math.min(i, reach))] as const),
  ).flat();
  const places = new Map(lower.map(([i, j], k) => [i * rows + j, valueAt(k)]));
  const diagonal = sign < 0 ? [] : Array.from({ length: rows - 2 }, (_, i) => [i, i, 3] as const);
  return cooOf(rows, rows, [
    ...diagonal,
    ...[...places].flatMap(([at, value]) => {
      const [i, j] = [Math.floor(at / rows), at % rows];
      return [[i, j, value] as const, [j, i, sign * value] as const];
    }),
  ]);
}

/** Those that a format can hold. */
export function matricesFor(format: SparseFormat): readonly CooMatrix[] {
  if (format.id === 'symmetric')
    return [mirrored(5, 1, 4), mirrored(70, 1, 33), mirrored(41, -1, 9), mirrored(1300, 1, 3)];
  return [
    banded(1, 1),
    ofManyLengths(9, 5, 5),
    ofManyLengths(40, 97, 70),
    ofManyLengths(33, 17, 16),
    ofManyLengths(7, 400, 400),
    banded(150, 150),
    banded(70, 99),
    banded(90, 60),
    sharing(40, 50, 7, 19),
    sharing(31, 80, 31, 2),
  ];
}

/** Parameters of a format that lead to another way through its kernel. */
export function pointsOf({ id, params: { axes } }: SparseFormat): readonly Params[] {
  const orders = ['column', 'row'].map((order) => ({ order }));
  if (id === 'bell')
    return [1, 2, 3, 4, 8].flatMap((blockCols) =>
      [1, 3, 4].flatMap((blockRows) => orders.map((order) => ({ ...order, blockRows, blockCols }))),
    );
  if (id === 'packed') return [4, 64].map((steps) => ({ steps, window: 64 }));
  if (id === 'row-segments') return [{ leastShared: 0 }, { leastShared: 0, valueStorage: 'full' }];
  if ('order' in axes) return orders;
  if ('sigma' in axes) return [4, 8, 13, 32].flatMap((C) => [1, 64].map((sigma) => ({ C, sigma })));
  return [{}];
}
