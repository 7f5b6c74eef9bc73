import type { StoredMatrix } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { ConformanceError, formatCases } from '../src/index.ts';
import type { ToyFormat } from './toy/toy-format.ts';
import { toyFormat } from './toy/toy-format.ts';

interface FormatMutant {
  readonly name: string;
  readonly caughtBy: string;
  readonly change: Partial<ToyFormat>;
}

const { layout } = toyFormat;

const mutants: readonly FormatMutant[] = [
  {
    name: 'shares another matrix than it builds',
    caughtBy: 'shared/wide',
    change: {
      build: (coo, made) => {
        toyFormat.build(coo, made);
        if (coo.rowStart) made.arrays.values.set(made.arrays.values.map((value) => -value));
      },
    },
  },
  {
    name: 'changes entries that it shares',
    caughtBy: 'shared/wide',
    change: {
      layout: { ...layout, values: { ...layout.values, length: 'nnz', copyOf: 'values' } as never },
      build: (coo, made) => {
        if (coo.rowStart) made.arrays.values.fill(1);
      },
    },
  },
  {
    name: 'keeps where rows began with other entries',
    caughtBy: 'shared/wide',
    change: {
      build: (coo, made) => {
        toyFormat.build(coo.rowStart ? { ...coo, rowIndex: coo.rowIndex.map(() => 0) } : coo, made);
      },
    },
  },
  {
    name: 'plans other lengths',
    caughtBy: 'check/ramp',
    change: {
      plan: (structure, ...rest) =>
        toyFormat.plan({ ...structure, rows: { ...structure.rows, max: Math.ceil(structure.rows.mean) } }, ...rest),
    },
  },
  {
    name: 'loses stored zeros in toCoo',
    caughtBy: 'round-trip/stored-zeros',
    change: {
      toCoo: (made) => {
        const coo = toyFormat.toCoo(made);
        const kept = Array.from(coo.values.keys()).filter((k) => coo.values[k] !== 0);
        return {
          ...coo,
          rowIndex: Int32Array.from(kept, (k) => coo.rowIndex[k] as number),
          colIndex: Int32Array.from(kept, (k) => coo.colIndex[k] as number),
          values: Float64Array.from(kept, (k) => coo.values[k] as number),
        };
      },
    },
  },
  {
    name: 'rounds values to f32 though f64 was asked for',
    caughtBy: 'round-trip/wide',
    change: { layout: { ...layout, values: { ...layout.values, element: 'f32' } as never } },
  },
  {
    name: 'is not sorted by toCoo',
    caughtBy: 'round-trip/wide',
    change: {
      toCoo: (made) => {
        const coo = toyFormat.toCoo(made);
        return {
          ...coo,
          rowIndex: coo.rowIndex.reverse(),
          colIndex: coo.colIndex.reverse(),
          values: coo.values.reverse(),
        };
      },
    },
  },
  { name: 'never complains', caughtBy: 'corruption/colIndex-out-of-range', change: { check: () => [] } },
  {
    name: 'accepts what no matrix can be',
    caughtBy: 'hostile/integers',
    change: { check: (made) => toyFormat.check(made).filter(({ invariant }) => invariant !== 'colIndex.range') },
  },
  {
    name: 'complains without reason',
    caughtBy: 'check/wide',
    change: { check: () => [{ invariant: 'mood', message: 'bad' }] },
  },
  {
    name: 'changes its input',
    caughtBy: 'inputs/wide',
    change: {
      build: (coo, made) => {
        toyFormat.build(coo, made);
        coo.values.fill(0);
      },
    },
  },
  {
    name: 'shares memory with what it gives back',
    caughtBy: 'inputs/wide',
    change: { toCoo: (made) => ({ ...toyFormat.toCoo(made), colIndex: made.arrays.colIndex }) },
  },
  {
    name: 'throws instead of predicting',
    caughtBy: 'prediction/dc1',
    change: {
      plan: (structure, ...rest) => {
        if (structure.rows.max > 100_000) throw new RangeError('too large');
        return toyFormat.plan(structure, ...rest);
      },
    },
  },
  {
    name: 'throws where it does not know the values',
    caughtBy: 'prediction/without-values',
    change: {
      plan: (structure, ...rest) => {
        if (structure.positions && !structure.values) throw new TypeError('values is undefined');
        return toyFormat.plan(structure, ...rest);
      },
    },
  },
  {
    name: 'refuses without saying what to do',
    caughtBy: 'storage/wide',
    change: { plan: () => ({ refusal: 'no', fix: ' ' }) },
  },
  {
    name: 'changes the values in plan',
    caughtBy: 'inputs/wide',
    change: {
      plan: (structure, ...rest) => {
        structure.values?.fill(0);
        return toyFormat.plan(structure, ...rest);
      },
    },
  },
  {
    name: 'wraps a 32-bit count',
    caughtBy: 'prediction/beyond-2^31',
    change: {
      plan: (...given) => {
        const plan = toyFormat.plan(...given);
        return { ...plan, slots: (plan.slots ?? 0) | 0 } as never;
      },
    },
  },
  {
    name: 'suggests what is not on its axis, to one language',
    caughtBy: 'declaration/layout',
    change: {
      params: { axes: toyFormat.params.axes, suggest: ({ target }) => (target === 'cuda' ? { align: 2.5 } : {}) },
    },
  },
  {
    name: 'has a parameter whose default is off the axis',
    caughtBy: 'declaration/documented',
    change: { params: { axes: { align: { values: [1, 4], default: 3, doc: 'Stride.' } } } },
  },
  { name: 'does not declare a scalar', caughtBy: 'declaration/layout', change: { scalars: {} } },
];

describe('a format that', () => {
  for (const { name, caughtBy, change } of mutants) {
    it(`${name} is caught by ${caughtBy}`, async () => {
      const found = formatCases({ ...toyFormat, ...change } as never).find(({ id }) => id === `toy/padded/${caughtBy}`);
      expect(found, caughtBy).toBeDefined();
      expect(await found?.run().catch((thrown: unknown) => thrown)).toBeInstanceOf(ConformanceError);
    });
  }

  it('does not notice the damage its author describes is caught by the case of that name', async () => {
    const corruptions = [
      { name: 'values-nan', corrupt: ({ arrays }: StoredMatrix) => void arrays['values']?.fill(Number.NaN) },
    ];
    const found = formatCases(toyFormat as never, { corruptions }).find(
      ({ id }) => id === 'toy/padded/corruption/values-nan',
    );
    await expect(found?.run()).rejects.toThrow("'values-nan' gave no finding");
  });
});
