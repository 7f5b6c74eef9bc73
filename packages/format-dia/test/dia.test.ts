import { buildMatrix, checkStored, cooFromEntries, planStorage, structureOf } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { kernelCases, register } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { dia, wasmDia } from '../src/index.ts';
import { runner } from '../../../tools/runner.ts';

const EXAMPLE = cooFromEntries(
  { rows: 4, cols: 5 },
  { rowIndex: [0, 0, 1, 1, 3, 3, 3], colIndex: [0, 2, 1, 4, 0, 1, 3], values: [1, 2, 3, 4, 5, 6, 7] },
);

describe('dia', () => {
  it('stores the example as its page shows', () => {
    const { arrays, scalars } = buildMatrix(dia, EXAMPLE, { valueType: 'f64' });
    expect(scalars).toEqual({ diagonals: 5, words: 1 });
    expect(arrays['offset']).toEqual(Int32Array.of(-3, -2, 0, 2, 3));
    expect(arrays['filled']).toEqual(Uint32Array.of(8, 8, 11, 1, 2));
    expect(arrays['values']).toEqual(Float64Array.of(0, 0, 0, 5, 0, 0, 0, 6, 1, 3, 0, 7, 2, 0, 0, 0, 0, 4, 0, 0));
  });

  it('keeps more than 32 diagonals, and rows past the first number of bits', () => {
    const places = Array.from(
      { length: 200 * 40 },
      (_, k) => [Math.floor(k / 40), Math.floor(k / 40) + (k % 40)] as const,
    );
    const coo = cooFromEntries(
      { rows: 200, cols: 240 },
      { rowIndex: places.map(([i]) => i), colIndex: places.map(([, j]) => j), values: places.map((_, k) => k + 1) },
    );
    const stored = buildMatrix(dia, coo);
    expect(stored.scalars).toEqual({ diagonals: 40, words: 7 });
    expect(checkStored(dia, stored, structureOf(coo))).toEqual([]);
  });

  it('refuses scattered entries, with the numbers', () => {
    const coo = cooFromEntries(
      { rows: 1000, cols: 1000 },
      {
        rowIndex: Array.from({ length: 1000 }, (_, i) => i),
        colIndex: Array.from({ length: 1000 }, (_, i) => (i * 7919) % 1000),
        values: Array.from({ length: 1000 }, () => 1),
      },
    );
    const { refusal } = planStorage(dia, structureOf(coo), {}, 'f64');
    expect(refusal).toMatch(
      /the entries lie on more than 20 diagonals of 1000 rows: more than 16 places for each of 1000 entries/u,
    );
  });
});

register(
  wasmDia({ checked: true }).flatMap((kernel) =>
    kernelCases({ kernel, format: dia, backend: serial, precisions: ['f64', 'f32'] }),
  ),
  runner,
  { name: 'conformance of checked builds' },
);
