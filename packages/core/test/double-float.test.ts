import { cooFromEntries, PRECISIONS, roundTo } from '../src/index.ts';
import { judge, spmvReference } from '../src/oracle/index.ts';
import { describe, expect, it } from 'vitest';

type Pair = readonly [high: number, low: number];
const f = Math.fround;

/** Error-free transforms of f32, as a device computes them; f64 holds the product of two f32 exactly. */
function twoSum(a: number, b: number): Pair {
  const sum = f(a + b);
  const part = f(sum - a);
  return [sum, f(f(a - f(sum - part)) + f(b - part))];
}
function quickTwoSum(a: number, b: number): Pair {
  const sum = f(a + b);
  return [sum, f(b - f(sum - a))];
}
function add(a: Pair, b: Pair): Pair {
  const high = twoSum(a[0], b[0]);
  const low = twoSum(a[1], b[1]);
  const middle = quickTwoSum(high[0], f(high[1] + low[0]));
  return quickTwoSum(middle[0], f(low[1] + middle[1]));
}
function multiply(a: Pair, b: Pair): Pair {
  const high = f(a[0] * b[0]);
  return quickTwoSum(high, f(f(a[0] * b[0] - high) + f(f(a[0] * b[1]) + f(a[1] * b[0]))));
}
function pair(value: number): Pair {
  const high = f(value);
  return [high, f(value - high)];
}

/** Reproducible numbers in −1..1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state / 2 ** 31 - 1) * (1 + state / 2 ** 40);
  };
}

describe('the bound of df64', () => {
  it('covers every operation a term goes through', () => {
    const v2 = 2 ** -48;
    for (let n = 1; n < 1e6; n = n * 2 + 1) {
      expect((3 * (n - 1) + 7 + 7 + 3) * v2).toBeLessThanOrEqual((n + 3) * PRECISIONS.df64.unitRoundoff);
    }
  });

  it('holds for rows of double-float arithmetic, in order and in reverse, with cancellation', () => {
    const next = numbers(1);
    for (const n of [1, 2, 3, 7, 40, 300]) {
      const values = Array.from({ length: n }, (_, k) => next() * 2 ** (k % 30));
      // Every other entry nearly takes back the one before it.
      for (let k = 1; k < n; k += 2) values[k] = -(values[k - 1] as number) * (1 + next() * 2 ** -40);
      const coo = cooFromEntries(
        { rows: 1, cols: n },
        { rowIndex: values.map(() => 0), colIndex: values.map((_, k) => k), values },
      );
      const x = Float64Array.from({ length: n }, () => 1 + next() * 2 ** -30);
      const [alpha, beta, y] = [next(), next(), next()];
      const reference = spmvReference({ coo, x, y: Float64Array.of(y), alpha, beta }, 'df64');
      for (const order of [values.map((_, k) => k), values.map((_, k) => n - 1 - k)]) {
        let sum: Pair = [0, 0];
        for (const k of order)
          sum = add(sum, multiply(pair(roundTo('df64', values[k] as number)), pair(x[k] as number)));
        const [high, low] = add(multiply(pair(alpha), sum), multiply(pair(beta), pair(y)));
        expect(judge(Float64Array.of(high + low), reference, 'df64').errorRatio).toBeLessThanOrEqual(1);
        // A sum in f32 fails, so the bound means something.
        expect(judge(Float64Array.of(f(high)), reference, 'df64').errorRatio).toBeGreaterThan(n < 8 ? 1 : 0);
      }
    }
  });
});
