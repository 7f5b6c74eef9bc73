import type { CooMatrix, DenseLayout, DenseOrder, Problem, ValueArray } from '@spmv/core';
import { cooFromEntries, denseLayout, denseLength, denseSteps, rowsOfCoo, transposeCoo } from '@spmv/core';
import { elementAt, spmvReference } from '@spmv/core/oracle';
import { powerLaw, randomVector } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { spmmReference } from '../src/reference.ts';
import { mostSamples, sampledColumns } from '../src/samples.ts';

interface Given {
  readonly transpose?: boolean;
  readonly orders?: readonly [DenseOrder, DenseOrder];
  readonly gap?: number;
  readonly beta?: number;
}

/** The layouts and contents of X and Y, which every problem here has. */
function operandsOf({ layouts: { X, Y }, buffers }: Problem) {
  const { X: x, Y: y } = buffers;
  if (!X || !Y || !x || !y) throw new RangeError('X and Y are missing');
  return { X, Y, x, y };
}

/** Column j of an operand. */
function columnOf(buffer: ValueArray, layout: DenseLayout, j: number): Float64Array {
  const { row, col } = denseSteps(layout);
  return Float64Array.from({ length: layout.rows }, (_, i) => buffer[i * row + j * col] as number);
}

function problemOf(coo: CooMatrix, vectors: number, given: Given = {}): Problem {
  const { transpose = false, orders: [orderX, orderY] = ['row', 'row'], gap = 0, beta = -0.5 } = given;
  const { rows, cols } = coo.shape;
  const layout = (name: string, count: number, order: DenseOrder) =>
    denseLayout(
      name,
      { rows: count, cols: vectors },
      { order, leadingDimension: gap + (order === 'row' ? vectors : count) },
    );
  const X = layout('X', transpose ? rows : cols, orderX);
  const Y = layout('Y', transpose ? cols : rows, orderY);
  return {
    options: { transpose },
    sizes: { rows, cols, nnz: coo.values.length, vectors },
    matrix: coo,
    buffers: { X: randomVector(denseLength(X), { seed: 1 }), Y: randomVector(denseLength(Y), { seed: 2 }) },
    layouts: { X, Y },
    scalars: { alpha: 0.75, beta },
    precision: 'f64',
    stored: 'f64',
  };
}

const small = cooFromEntries(
  { rows: 4, cols: 3 },
  { rowIndex: [0, 0, 1, 3, 3, 3], colIndex: [0, 2, 1, 0, 1, 2], values: [1, 2, 3, 4, 5, 6] },
);

describe('reference', () => {
  for (const transpose of [false, true])
    for (const orders of [
      ['row', 'row'],
      ['row', 'column'],
      ['column', 'row'],
      ['column', 'column'],
    ] as const)
      for (const gap of [0, 3])
        it(`has each column of Y as SpMV has it: ${orders.join(', ')}, ${gap} between, transposed: ${transpose}`, () => {
          const problem = problemOf(small, 3, { transpose, orders, gap });
          const { X, Y, x, y } = operandsOf(problem);
          const inY = denseSteps(Y);
          const reference = spmmReference(problem);
          const elements = Array.from(reference.high, (_, at) => elementAt(reference, at));
          expect(elements).toEqual([...elements].sort((p, q) => p - q));
          expect(elements).toHaveLength(3 * Y.rows);
          const coo = transpose ? transposeCoo(small) : small;
          for (let j = 0; j < 3; j++) {
            const vectors = { x: columnOf(x, X, j), y: columnOf(y, Y, j) };
            const column = spmvReference({ coo, ...vectors, alpha: 0.75, beta: -0.5 }, 'f64');
            for (let i = 0; i < Y.rows; i++) {
              const at = elements.indexOf(i * inY.row + j * inY.col);
              for (const field of ['high', 'low', 'magnitude', 'terms', 'flush', 'partial'] as const)
                expect(reference[field][at]).toBe(column[field][i]);
            }
          }
        });

  it('samples rows of its own for most columns of a large product, and has the same values there', () => {
    const coo = powerLaw({ rows: 40_000, meanPerRow: 9, maxPerRow: 2000, seed: 3 });
    const columns = sampledColumns(coo, 40);
    const whole = columns.filter((rows) => rows === undefined).length;
    expect(whole).toBeGreaterThanOrEqual(2);
    expect(whole).toBeLessThan(40);
    expect([columns[0], columns[39]]).toEqual([undefined, undefined]);
    const some = columns.filter((rows) => rows !== undefined);
    expect(new Set(some.map((rows) => rows.join()))).toHaveProperty('size', some.length);
    const { rowLength } = rowsOfCoo(coo);
    const longest = rowLength.indexOf(rowLength.reduce((most, length) => Math.max(most, length)));
    for (const rows of some) for (const row of [0, 39_999, longest]) expect(rows.includes(row)).toBe(true);
    for (const orders of [
      ['row', 'row'],
      ['column', 'column'],
    ] as const) {
      const problem = problemOf(coo, 40, { orders });
      const reference = spmmReference(problem);
      expect(reference.high.length).toBeLessThanOrEqual(
        mostSamples({ rows: 40_000, nnz: coo.values.length, vectors: 40 }),
      );
      const j = columns.findIndex((rows) => rows !== undefined);
      const { X, Y, x, y } = operandsOf(problem);
      const steps = denseSteps(Y);
      const vectors = { x: columnOf(x, X, j), y: columnOf(y, Y, j) };
      const column = spmvReference({ coo, ...vectors, alpha: 0.75, beta: -0.5 }, 'f64');
      for (const row of columns[j] ?? []) {
        const at = reference.elements?.indexOf(row * steps.row + j * steps.col) ?? -1;
        expect([reference.high[at], reference.low[at]]).toEqual([column.high[row], column.low[row]]);
      }
    }
  });
});
