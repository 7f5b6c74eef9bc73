import type { CooMatrix, Params, Precision } from '@spmv/core';
import type { Reference } from '@spmv/core/oracle';
import { cooFromEntries, createWorkload, referencesOf } from '@spmv/core';
import { errorBound, judge } from '@spmv/core/oracle';
import { powerLaw, randomVector } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import type { ProductEnding } from '../src/index.ts';
import { fused } from '../src/index.ts';

/** What a problem is made of; x, y, z and w by default random. */
interface Given {
  readonly coo?: CooMatrix;
  readonly precision?: Precision;
  readonly buffers?: Readonly<Record<string, Float64Array>>;
  readonly scalars?: Readonly<Record<string, number>>;
}

const small = cooFromEntries(
  { rows: 4, cols: 3 },
  { rowIndex: [0, 0, 1, 3, 3, 3], colIndex: [0, 2, 1, 0, 1, 2], values: [1, 2, 3, 4, 5, 6] },
);

function problemOf({ coo = small, buffers = {}, scalars = {} }: Given) {
  const { rows, cols } = coo.shape;
  const random = (length: number, seed: number): Float64Array => Float64Array.from(randomVector(length, { seed }));
  return {
    buffers: {
      x: random(cols, 1),
      y: random(rows, 2),
      z: random(rows, 3),
      w: random(rows, 4),
      gamma: random(1, 5),
      ...buffers,
    },
    scalars: { alpha: 1, beta: 0, delta: 1, ...scalars },
  };
}

function referenceOf(ending: ProductEnding, name: string, given: Given = {}): Reference {
  const { coo = small, precision = 'f64' } = given;
  const { buffers, scalars } = problemOf(given);
  const workload = createWorkload(fused, coo, { options: { ending } as Params });
  const found = referencesOf(workload, buffers, scalars, { precision, accumulator: precision })[name];
  if (!found) throw new RangeError(`no reference of ${name}`);
  return found;
}

const INTEGERS = {
  x: Float64Array.of(2, -1, 3),
  y: Float64Array.of(1, 2, 3, 4),
  z: Float64Array.of(-1, 2, 5, 1),
  w: Float64Array.of(10, 20, 30, 40),
  gamma: Float64Array.of(-2),
};

describe('the reference', () => {
  // Ax = (8, -3, 0, 21), 2Ax - y = (15, -8, -3, 38).
  const given = { buffers: INTEGERS, scalars: { alpha: 2, beta: -1, delta: 3 } };

  it('has y as SpMV has it, whatever the ending', () => {
    for (const ending of ['dot', 'norm', 'dot-norm', 'axpy'] as const)
      expect([...referenceOf(ending, 'y', given).high]).toEqual([15, -8, -3, 38]);
  });

  it('has the sums over it, and what is added to w', () => {
    for (const ending of ['dot', 'dot-norm'] as const)
      expect([...referenceOf(ending, 's', given).high]).toEqual([-15 - 16 - 15 + 38]);
    for (const ending of ['norm', 'dot-norm'] as const)
      expect([...referenceOf(ending, 't', given).high]).toEqual([225 + 64 + 9 + 38 * 38]);
    expect([...referenceOf('axpy', 'w', given).high]).toEqual([0, 76, 96, 44]);
  });

  it('counts the terms and magnitudes that the bound is made of', () => {
    // |2||A||x| + |y| = (17, 8, 3, 66): at most three entries a row, four rows.
    const [s, t, w] = [
      referenceOf('dot', 's', given),
      referenceOf('norm', 't', given),
      referenceOf('axpy', 'w', given),
    ];
    expect([s.terms[0], s.magnitude[0]]).toEqual([3 + 4, 17 + 16 + 15 + 66]);
    expect([t.terms[0], t.magnitude[0]]).toEqual([6 + 3 + 4, 289 + 64 + 9 + 4356]);
    expect([[...w.terms], [...w.magnitude]]).toEqual([
      [4, 3, 2, 5],
      [30 + 34, 60 + 16, 90 + 6, 120 + 132],
    ]);
  });

  it('is exact beyond f64: in sums that leave it on the way, and at its end', () => {
    const huge = 2 ** 1000;
    const one = cooFromEntries(
      { rows: 3, cols: 1 },
      { rowIndex: [0, 1, 2], colIndex: [0, 0, 0], values: [huge, huge, 3] },
    );
    const z = Float64Array.of(huge, -huge, 7);
    const there = { coo: one, buffers: { x: Float64Array.of(1), z } };
    expect(referenceOf('dot', 's', there).high[0]).toBe(21);
    const over = referenceOf('norm', 't', there);
    expect([over.high[0], (over.exponent[0] as number) > 900]).toEqual([Number.MAX_VALUE, true]);
    const update = {
      ...there,
      buffers: { ...there.buffers, gamma: Float64Array.of(-huge), w: Float64Array.of(1, 1, 1) },
    };
    const w = referenceOf('axpy', 'w', update);
    expect([...w.high]).toEqual([-Number.MAX_VALUE, -Number.MAX_VALUE, -3 * huge]);
  });

  it('is infinite or NaN where an input is, and reads nothing that a factor of 0 excludes', () => {
    const z = Float64Array.of(Number.POSITIVE_INFINITY, 1, 1, 1);
    expect(referenceOf('dot', 's', { buffers: { ...INTEGERS, z } }).high[0]).toBe(Number.POSITIVE_INFINITY);
    const x = Float64Array.of(Number.NaN, 0, 0);
    expect(referenceOf('norm', 't', { buffers: { ...INTEGERS, x } }).high[0]).toBeNaN();
    const scalars = { alpha: 0, beta: 0, delta: 0 };
    const w = Float64Array.of(Number.NaN, 1, 1, 1);
    for (const [ending, name] of [
      ['norm', 't'],
      ['dot', 's'],
      ['axpy', 'w'],
    ] as const)
      expect(new Set(referenceOf(ending, name, { buffers: { ...INTEGERS, x, w }, scalars }).high)).toEqual(
        new Set([0]),
      );
  });

  it('of a product without rows has sums of 0', () => {
    const none = cooFromEntries({ rows: 0, cols: 3 }, { rowIndex: [], colIndex: [], values: [] });
    for (const [ending, name] of [
      ['norm', 't'],
      ['dot', 's'],
    ] as const)
      expect([...referenceOf(ending, name, { coo: none }).high]).toEqual([0]);
  });
});

describe('the bound', () => {
  const coo = powerLaw({ rows: 300, cols: 300, meanPerRow: 7, maxPerRow: 40, seed: 4 });

  /** y, sums and w computed in f32, one rounding after another. */
  function inSingle(given: Given, missing = -1) {
    const { buffers, scalars } = problemOf(given);
    const round = Math.fround;
    const y = new Float32Array(coo.shape.rows);
    const x = Float32Array.from(buffers.x);
    coo.values.forEach((value, k) => {
      const i = coo.rowIndex[k] as number;
      y[i] = (y[i] as number) + round(round(value) * (x[coo.colIndex[k] as number] as number));
    });
    let [s, t] = [0, 0];
    const w = Float32Array.from(buffers.w);
    for (let i = 0; i < y.length; i++) {
      y[i] = round(round(scalars.alpha) * (y[i] as number)) + round(scalars.beta * round(buffers.y[i] as number));
      if (i === missing) continue;
      const yi = y[i] as number;
      s = round(s + round(yi * round(buffers.z[i] as number)));
      t = round(t + round(yi * yi));
      w[i] = round(round(scalars.delta) * (w[i] as number)) + round(round(buffers.gamma[0] as number) * yi);
    }
    return { s: Float32Array.of(s), t: Float32Array.of(t), w };
  }

  it.each([
    ['dot', 's'],
    ['norm', 't'],
    ['axpy', 'w'],
  ] as const)(
    'of %s holds for sums in f32 in the order of rows, and not for one that lacks a large row',
    (ending, name) => {
      const given = { coo, precision: 'f32', scalars: { alpha: 0.75, beta: -0.5, delta: 1.5 } } as const;
      const reference = referenceOf(ending, name, given);
      const right = judge(inSingle(given)[name], reference, 'f32');
      expect(right.failures).toBe(0);
      expect(right.errorRatio).toBeGreaterThan(0);
      const rows = new Float64Array(coo.shape.rows);
      for (const row of coo.rowIndex) rows[row] = (rows[row] as number) + 1;
      const longest = rows.indexOf(Math.max(...rows));
      expect(judge(inSingle(given, longest)[name], reference, 'f32').failures).toBe(1);
    },
  );

  it('is far below the sum of magnitudes, so that it tells something', () => {
    for (const [ending, name] of [
      ['dot', 's'],
      ['norm', 't'],
    ] as const) {
      const reference = referenceOf(ending, name, { coo });
      expect(errorBound(reference, 'f64', 0) / (reference.magnitude[0] as number)).toBeLessThan(2 ** -40);
    }
  });
});
