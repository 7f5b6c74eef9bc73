import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Precision } from '../src/index.ts';
import type { Reference } from '../src/oracle/index.ts';
import { cooFromEntries, PRECISIONS, roundTo, valueArray } from '../src/index.ts';
import { judge, spmvReference } from '../src/oracle/index.ts';
import { mayOverflow } from '../src/oracle/error-bound.ts';

/** One row: y = alpha·Σ values·x + beta·y. */
function rowOf(
  values: readonly number[],
  x: readonly number[],
  precision: Precision,
  { alpha = 1, beta = 0, y = 0 } = {},
): Reference {
  const coo = cooFromEntries(
    { rows: 1, cols: values.length },
    { rowIndex: values.map(() => 0), colIndex: values.map((_, j) => j), values },
  );
  return spmvReference({ coo, x: Float64Array.from(x), y: Float64Array.of(y), alpha, beta }, precision);
}

function verdict(got: number, reference: Reference, accumulator: Precision = reference.precision) {
  const array = valueArray(PRECISIONS[reference.precision].host, 1);
  array[0] = got;
  const { failures, unjudged, errorRatio } = judge(array, reference, accumulator);
  return failures > 0 ? 'failed' : unjudged > 0 ? 'unjudged' : errorRatio <= 1 ? 'passed' : 'failed';
}

describe('a sum that overflows in some order', () => {
  // Partial sums of the two finite terms leave f32; the exact result is -Infinity, NaN is what the order 2, 3, 1 gives.
  const issue = rowOf([-4.8e38, 1.9e38, 2.8e38], [1, 1, 1], 'f32');

  it('may be NaN beside an infinite input in f32 sums, never a number and never the other infinity', () => {
    expect([-Infinity, Number.NaN, Infinity, 0, -3.4e38].map((got) => verdict(got, issue))).toEqual([
      'passed',
      'unjudged',
      'failed',
      'failed',
      'failed',
    ]);
  });

  it('is judged strictly where the accumulator is wide enough and the result is that infinity', () => {
    const single = rowOf([-4.8e38, 1e38], [1, 1], 'f32');
    expect([-Infinity, Number.NaN].map((got) => verdict(got, single, 'f32'))).toEqual(['passed', 'failed']);
  });

  it('is accepted as infinite or NaN, and judged where it is finite', () => {
    const cancels = rowOf([3e38, 3e38, -3e38, -3e38, 1], [1, 1, 1, 1, 1], 'f32');
    expect([Infinity, -Infinity, Number.NaN, 0, 1, 1e30, 3e38].map((got) => verdict(got, cancels))).toEqual([
      'unjudged',
      'unjudged',
      'unjudged',
      'passed',
      'passed',
      'passed',
      'failed',
    ]);
  });

  it('counts alpha and beta, before and after they multiply', () => {
    expect(verdict(Number.NaN, rowOf([1e30], [1], 'f32', { alpha: 1e10 }))).toBe('unjudged');
    expect(verdict(Number.NaN, rowOf([1], [1], 'f32', { beta: 1e30, y: 1e30 }))).toBe('unjudged');
    // The sum leaves the accumulator before alpha makes it small again; in f64 it does not.
    const small = rowOf([3e38, 3e38], [1, 1], 'f32', { alpha: 1e-3 });
    expect(verdict(Infinity, small, 'f32')).toBe('unjudged');
    expect(verdict(Infinity, small, 'f64')).toBe('failed');
    expect(verdict(Math.fround(2 * Math.fround(3e38) * Math.fround(1e-3)), small, 'f64')).toBe('passed');
  });

  it('is no excuse where no order overflows', () => {
    for (const [values, precision] of [
      [[1, 2, 3], 'f32'],
      [[1e38, 1e38, 1e38], 'f32'],
      [[3e307, 3e307], 'f64'],
      [[30000, 30000], 'f16'],
    ] as const) {
      const reference = rowOf(
        values,
        values.map(() => 1),
        precision,
      );
      for (const got of [Number.NaN, Infinity, -Infinity])
        expect(verdict(got, reference), `${values.join()} ${got}`).toBe('failed');
      expect(mayOverflow(reference, precision, 0)).toBe(false);
    }
    const many = spmvReference(
      {
        coo: cooFromEntries({ rows: 2, cols: 1 }, { rowIndex: [0, 1], colIndex: [0, 0], values: [1, 3e38] }),
        x: Float64Array.of(2),
        y: new Float64Array(2),
        alpha: 1,
        beta: 0,
      },
      'f32',
    );
    expect(judge(new Float32Array([Number.NaN, Number.NaN]), many, 'f32')).toMatchObject({
      failures: 1,
      unjudged: 1,
      row: 0,
      errorRatio: Infinity,
    });
    expect(judge(new Float32Array([2, Infinity]), many, 'f32')).toMatchObject({
      failures: 0,
      unjudged: 1,
      errorRatio: 0,
    });
  });

  it('in f64 is judged by an exact result all the same', () => {
    const max = Number.MAX_VALUE;
    const cancels = rowOf([max, max, -max, -max, 1], [1, 1, 1, 1, 1], 'f64');
    expect(cancels.high[0]).toBe(1);
    expect([1, 0, Infinity, Number.NaN, max / 2].map((got) => verdict(got, cancels))).toEqual([
      'passed',
      'passed',
      'unjudged',
      'unjudged',
      'failed',
    ]);
    const beyond = rowOf([max, max], [1, 1], 'f64');
    expect([Infinity, max, 1, Number.NaN].map((got) => verdict(got, beyond))).toEqual([
      'unjudged',
      'failed',
      'failed',
      'unjudged',
    ]);
    const small = rowOf([max, max], [1, 1], 'f64', { alpha: 2 ** -10 });
    expect([Infinity, max * 2 ** -9, max * 2 ** -10].map((got) => verdict(got, small))).toEqual([
      'unjudged',
      'passed',
      'failed',
    ]);
    expect(
      rowOf([2 ** 1000, 2 ** -20, 7], [0, 2 ** 1020, 2 ** 900], 'f64', { alpha: 2 ** 20, beta: 3, y: -(2 ** 1000) })
        .high[0],
    ).toBe(2 ** 1020 + 7 * 2 ** 920 - 3 * 2 ** 1000);
  });

  it('keeps exact semantics for infinite and NaN inputs', () => {
    const one = (values: readonly number[], x: readonly number[], scalars = {}) =>
      rowOf(values, x, 'f64', scalars).high[0];
    expect([
      one([1, 2], [Infinity, 1]),
      one([1, -1], [Infinity, Infinity]),
      one([0], [Infinity]),
      one([1], [Number.NaN]),
      one([1e308, 1e308, -1], [1e10, 1, Infinity]),
      one([2, 3], [1, 1], { alpha: -Infinity }),
      one([2, -2], [1, 1], { alpha: Infinity }),
      one([2], [Infinity], { alpha: -1 }),
      one([1], [1], { beta: 1, y: -Infinity }),
      one([1], [Infinity], { beta: 1, y: -Infinity }),
      one([1], [1], { beta: Infinity, y: 2 }),
      one([1], [1], { alpha: 0, beta: 1, y: Infinity }),
    ]).toEqual([
      Infinity,
      Number.NaN,
      Number.NaN,
      Number.NaN,
      -Infinity,
      -Infinity,
      Number.NaN,
      -Infinity,
      -Infinity,
      Number.NaN,
      Infinity,
      Infinity,
    ]);
  });
});

/** Numbers near the end of a range, of either sign, some tiny. */
const near = (largest: number) =>
  fc.oneof(
    fc.double({ noNaN: true, min: -largest, max: largest }),
    fc.constantFrom(largest, -largest, largest / 2, -largest / 3, 0, 1, -1),
  );

describe.each([
  ['f32', 'f32'],
  ['f32', 'f64'],
  ['f64', 'f64'],
  ['f16', 'f16'],
  ['f16', 'f32'],
  ['bf16', 'f32'],
] as const)('%s summed in %s', (precision, accumulator) => {
  const largest = PRECISIONS[precision].largestFinite;
  const sums = (value: number): number => roundTo(accumulator, value);
  const inputs = fc.record({
    values: fc.array(near(largest), { minLength: 1, maxLength: 12 }),
    x: fc.array(near(2), { minLength: 12, maxLength: 12 }),
    alpha: fc.constantFrom(1, -1, 0.5, 2 ** -8, 3),
    beta: fc.constantFrom(0, 1, -2),
    y: near(largest),
  });
  const picks = fc.infiniteStream(fc.nat());

  it('accepts every order of summation near the end of the range', () => {
    fc.assert(
      fc.property(inputs, picks, ({ values, x, alpha, beta, y }, order) => {
        const reference = rowOf(values, x, precision, { alpha, beta, y });
        const terms = values.map((v, j) => sums(roundTo(precision, v) * roundTo(precision, x[j] as number)));
        let sum = 0;
        while (terms.length > 0)
          sum = sums(sum + (terms.splice((order.next().value as number) % terms.length, 1)[0] as number));
        const product = sums(alpha * sum);
        const got = roundTo(precision, beta === 0 ? product : sums(product + sums(beta * roundTo(precision, y))));
        expect(verdict(got, reference, accumulator)).not.toBe('failed');
      }),
      { numRuns: 500 },
    );
  });

  it('catches a finite result that is wrong, and one that is not finite where no order overflows', () => {
    fc.assert(
      fc.property(inputs, ({ values, x, alpha, beta, y }) => {
        const reference = rowOf(values, x, precision, { alpha, beta, y });
        const wrong = roundTo(
          precision,
          (reference.high[0] as number) === 0 ? largest : -(reference.high[0] as number) / 3,
        );
        const tolerance =
          PRECISIONS[accumulator].unitRoundoff *
          40 *
          (reference.magnitude[0] as number) *
          2 ** (reference.exponent[0] as number);
        if (
          Number.isFinite(wrong) &&
          Math.abs(reference.high[0] as number) > 4 * (tolerance + PRECISIONS[precision].unitRoundoff * largest)
        )
          expect(verdict(wrong, reference, accumulator)).toBe('failed');
        if (!mayOverflow(reference, accumulator, 0))
          for (const got of [Number.NaN, Infinity, -Infinity])
            expect(verdict(got, reference, accumulator)).toBe('failed');
      }),
      { numRuns: 500 },
    );
  });
});
