import { expect, it } from 'vitest';
import { clockStep, sampleMs } from '../src/run/clock-step.ts';

it('a clock that a browser made coarse is known by its timestamps, and samples are longer by it', () => {
  expect(clockStep([123_456_789_011n, 123_456_999_013n])).toBe(0);
  expect(clockStep([7n << 16n, 9n << 16n])).toBeCloseTo(0.065536, 9);
  expect(clockStep([123_400_000n, 123_700_000n])).toBe(0.1);
  expect(clockStep([0n, 0n])).toBe(0);
  expect(sampleMs(0.5, 0)).toBe(0.5);
  expect(sampleMs(0.5, 0.065536)).toBeCloseTo(3.2768, 9);
});
