import { expect, test } from 'vitest';
import { beaten, CLOSELY_RACED, LEAST_RACED } from '../../src/time/beaten.ts';
import { randomVector } from '../../src/problem/random.ts';

const RUNS = 20;

/** Who is cut in so many runs, by place: sampled in rounds, a time's samples scattered by `scatter`, every seventh disturbed, until it is beaten. */
function cuts(times: readonly number[], scatter: number, runs: number): readonly number[] {
  const counts = times.map(() => 0);
  for (let run = 0; run < runs; run++) {
    const noise = randomVector(RUNS * times.length, run + 1);
    const samples = times.map((): number[] => []);
    const out = new Set<number>();
    for (let round = 0; round < RUNS; round++) {
      for (const s of beaten(samples.map((samplesMs) => ({ race: 'f64', samplesMs })))) out.add(s);
      for (const [s, ms] of times.entries()) {
        if (out.has(s)) continue;
        const at = ((noise[round * times.length + s] as number) - 0.1) / 2.9;
        samples[s]?.push(ms * (1 + scatter * at) * (at > 6 / 7 ? 2 : 1));
      }
    }
    for (const s of out) counts[s] = (counts[s] ?? 0) + 1;
  }
  return counts;
}

test('luck beats nobody: of thirty that are equal none is cut in 200 runs, nor of those a tenth slower', () => {
  const near = Array.from({ length: 30 }, (_, s) => (s % 2 === 0 ? 1 : 1.1));
  expect(cuts(near, 0.1, 200)).toEqual(near.map(() => 0));
});

test('who takes four times the time is cut, the fastest is not', () => {
  expect(cuts([1, 4, 8], 0.1, 50)).toEqual([0, 50, 50]);
});

test('nobody is beaten by too few samples, of another race or of none', () => {
  const of = (race: string | undefined, ms: number, length = CLOSELY_RACED) => ({
    race,
    samplesMs: new Float64Array(length).fill(ms),
  });
  expect(beaten([of('f64', 1), of('f64', 1.2), of('f64', 1.3)])).toEqual([2]);
  expect(beaten([of('f64', 1), of('f64', 9, LEAST_RACED - 1), of('f32', 9), of(undefined, 9)])).toEqual([]);
  const early = [1.3, 1.9, 2.1].map((ms) => of('f64', ms, LEAST_RACED));
  expect(beaten([of('f64', 1, LEAST_RACED), ...early])).toEqual([3]);
  expect(beaten([of(undefined, 1), of('f64', 9)])).toEqual([]);
});
