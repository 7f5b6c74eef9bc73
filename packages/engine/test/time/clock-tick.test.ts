import { expect, it } from 'vitest';
import { clockTick, isCoarse, sampleMs } from '../../src/time/clock-tick.ts';

/** A clock that shows whole steps of a time that goes on by 0.003 ms a call. */
function coarse(step: number): () => number {
  const time = { ms: 0 };
  return () => {
    time.ms += 0.003;
    return step * Math.floor(time.ms / step);
  };
}

it('finds the step of a clock, by which samples are longer', () => {
  expect(clockTick(coarse(0.1))).toBeCloseTo(0.1, 9);
  expect(sampleMs(0.25, 0.1)).toBeCloseTo(5, 9);
  expect(sampleMs(0.25, 0.001)).toBe(0.25);
  // A page that is cross-origin isolated, and a process.
  expect([0.005, 0.0004].map(isCoarse)).toEqual([true, false]);
});

it('is done with a clock that stands still', () => {
  expect(clockTick(() => 7)).toBe(0);
});
