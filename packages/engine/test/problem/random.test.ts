import { expect, it } from 'vitest';
import { randomVector } from '../../src/problem/random.ts';

it('makes the same x everywhere for one seed, in the range of the papers', () => {
  const x = randomVector(10_000, 42);
  expect(x).toEqual(randomVector(10_000, 42));
  expect(x.every((value) => value >= 0.1 && value < 3)).toBe(true);
  expect(x.reduce((sum, value) => sum + value, 0) / x.length).toBeCloseTo(1.55, 1);
});
