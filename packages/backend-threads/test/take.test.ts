import { describe, expect, it } from 'vitest';
import { CONTROL_BYTES, controlAt } from '../src/control.ts';
import { forgetTaken, takeRanges } from '../src/schedule/take.ts';

const { words } = controlAt(new SharedArrayBuffer(CONTROL_BYTES), 0);
const STOP = new Error('stopped');

/** The range that a thread takes before it is stopped. */
function firstOf(worker: number, count: number, takers: number): number | undefined {
  let first: number | undefined;
  try {
    takeRanges(words, count, takers, worker, (range) => {
      first = range;
      throw STOP;
    });
  } catch (error) {
    if (error !== STOP) throw error;
  }
  return first;
}

describe('ranges of a dynamic schedule', () => {
  it('are at first those of an even part, then what other threads have left, each once', () => {
    for (const [count, takers] of [
      [0, 3],
      [1, 3],
      [10, 4],
      [256, 16],
    ] as const) {
      forgetTaken(words, takers);
      const stopped = Array.from({ length: takers - 1 }, (_, t) => firstOf(t + 1, count, takers));
      const all = Int32Array.from({ length: count }, (_, range) => range);
      const rest: number[] = [];
      takeRanges(words, count, takers, 0, (range) => rest.push(range));
      expect([...stopped.filter((range) => range !== undefined), ...rest].toSorted((a, b) => a - b)).toEqual([...all]);
      // Nothing is left for those that come once more.
      expect(stopped.map((_, t) => firstOf(t + 1, count, takers)).every((range) => range === undefined)).toBe(true);
    }
    forgetTaken(words, 4);
    expect([0, 1, 2, 3, 1, 1].map((worker) => firstOf(worker, 10, 4))).toEqual([0, 3, 5, 8, 4, 6]);
  });
});
