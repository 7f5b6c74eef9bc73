import { describe, expect, it } from 'vitest';
import type { ComplexCoo } from '../src/index.ts';
import {
  absoluteCoo,
  checkCoo,
  complexCoo,
  complexFromEntries,
  conjugateCoo,
  cooByRows,
  imaginaryPart,
  realPart,
  structureOf,
  transposeCoo,
} from '../src/index.ts';
import { thrown } from './thrown.ts';

/** [1+2i, 0, −0+∞i; 0, NaN−3i, 0], with (0, 0) in two pieces. */
const A = complexFromEntries(
  { rows: 2, cols: 3 },
  {
    rowIndex: [1, 0, 0, 0],
    colIndex: [1, 0, 2, 0],
    values: [Number.NaN, -3, 0.5, 1, -0, Infinity, 0.5, 1],
  },
);

describe('entries of complex numbers', () => {
  it('complex entries are sorted, and entries of one position are added part by part', () => {
    expect(A).toMatchObject({ components: 2, rowIndex: Int32Array.of(0, 0, 1), colIndex: Int32Array.of(0, 2, 1) });
    expect(A.values).toEqual(Float64Array.of(1, 2, -0, Infinity, Number.NaN, -3));
    expect(checkCoo(A)).toEqual([]);
    expect(structureOf(A)).toMatchObject({ nnz: 3, rowLength: Int32Array.of(2, 1) });
    expect(structureOf(A).values).toBeUndefined();
  });

  it('have parts, absolute values and a conjugate, at the same positions', () => {
    expect(realPart(A).values).toEqual(Float64Array.of(1, -0, Number.NaN));
    expect(imaginaryPart(A).values).toEqual(Float64Array.of(2, Infinity, -3));
    expect(conjugateCoo(A).values).toEqual(Float64Array.of(1, -2, -0, -Infinity, Number.NaN, 3));
    const large = complexCoo(realPart(A), Float64Array.of(2, 0, 3e200));
    const sizes = absoluteCoo({ ...large, values: Float64Array.of(3, -4, 3e200, 4e200, -0, 0) });
    // Squares would overflow; the last digit is the engine's.
    expect([sizes.values[0], (sizes.values[1] as number) / 5e200, sizes.values[2]]).toEqual([
      5,
      expect.closeTo(1, 15),
      0,
    ]);
    expect(realPart(A).colIndex).toBe(A.colIndex);
  });

  it('are transposed, and conjugated where that is asked for', () => {
    const shape = { rows: 3, cols: 2 };
    const places = { shape, rowIndex: Int32Array.of(0, 1, 2), colIndex: Int32Array.of(0, 1, 0) };
    expect(transposeCoo(A)).toEqual({
      ...places,
      components: 2,
      values: Float64Array.of(1, 2, NaN, -3, -0, Infinity),
    });
    expect(transposeCoo(A, true).values).toEqual(Float64Array.of(1, -2, NaN, 3, -0, -Infinity));
  });

  it('by rows make no row of each entry before somebody asks', () => {
    const byRows = cooByRows(
      { rows: 1, cols: 2 },
      { rowStart: Int32Array.of(0, 2), colIndex: Int32Array.of(0, 1) },
      Float64Array.of(1, 2),
    );
    const made = complexCoo(byRows as NonNullable<typeof byRows>, [3, 4]);
    expect(Object.getOwnPropertyDescriptor(made, 'rowStart')?.value).toEqual(Int32Array.of(0, 2));
    expect([made.values, made.rowIndex]).toEqual([Float64Array.of(1, 3, 2, 4), Int32Array.of(0, 0)]);
  });

  it('need a pair for each position', async () => {
    const shape = { rows: 1, cols: 1 };
    const one = { rowIndex: [0], colIndex: [0], values: [1] };
    expect(await thrown(() => complexFromEntries(shape, one))).toBe('FORMAT.ARRAY_LENGTH');
    const text = { ...one, values: [1, '2' as never] };
    expect(await thrown(() => complexFromEntries(shape, text))).toBe('FORMAT.INVALID');
    const wrong = { ...A, values: Float64Array.of(1, 2, 3) } as ComplexCoo;
    expect(checkCoo(wrong)).toMatchObject([{ invariant: 'coo.lengths' }]);
  });
});
