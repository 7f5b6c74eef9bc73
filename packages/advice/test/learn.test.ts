import { expect, it } from 'vitest';
import type { Candidate } from '../src/candidate.ts';
import { predictorOf } from '../src/experience.ts';
import { isHeldOut, medianOf } from '../src/measurement.ts';
import { judge, WITHIN } from '../src/judge.ts';
import { learn } from '../src/learn.ts';
import { LAWS, recordedRuns } from './recorded-runs.ts';

const RUNS = recordedRuns(60);
const [FIRST] = RUNS as readonly [(typeof RUNS)[number]];
const [SOME] = FIRST.measured.map(({ candidate }) => candidate) as unknown as readonly [Candidate];
const LEARNED = RUNS.filter(({ hash }) => !isHeldOut(hash));

it('expects what kernels took, also on matrices that were held out', () => {
  const { predict } = predictorOf(learn(LEARNED, []));
  const errors = RUNS.flatMap(({ traits, measured }) =>
    measured.map(({ candidate, samplesMs }) => Math.abs(predict(candidate, traits).ms / medianOf(samplesMs) - 1)),
  );
  expect(medianOf(errors)).toBeLessThan(0.05);
});

it('learns no coefficient below 0, the same from the same runs, and nothing from too few', () => {
  const experience = learn(LEARNED, ['here']);
  expect(experience.kernels.map(({ kernel }) => kernel)).toEqual(Object.keys(LAWS));
  for (const { coefficients } of experience.kernels) for (const c of coefficients) expect(c).toBeGreaterThanOrEqual(0);
  expect(learn(LEARNED, ['here'])).toEqual(experience);
  expect(learn(LEARNED.slice(0, 3), []).kernels).toEqual([]);
});

it('takes a kernel that nobody knows for the usual one of its language, with its own bytes', () => {
  const { predict } = predictorOf(learn(LEARNED, []));
  const { traits, measured } = FIRST;
  const known = measured.map(({ candidate }) => predict(candidate, traits).ms).sort((a, b) => a - b);
  const stranger = { ...SOME, kernel: 'wasm/acme' };
  const { ms, from } = predict(stranger, traits);
  expect(from).toBe('target');
  expect(ms).toBeGreaterThan(0.5 * (known[0] ?? Infinity));
  expect(predict({ ...stranger, bytes: 10 * stranger.bytes }, traits).ms).toBeGreaterThan(2 * ms);
  expect(predict({ ...stranger, backend: 'moon' }, traits).from).toBe('target');
  expect(predict({ ...SOME, backend: 'moon' }, traits).from).toBe('elsewhere');
  expect(predict({ ...stranger, target: 'fortran' }, traits).from).toBe('backend');
  expect(predictorOf(learn([], [])).predict(stranger, traits).from).toBe('bytes');
  expect(predict({ ...SOME, precision: 'f32' }, traits).from).toBe('precision');
});

it('knows nothing by coefficients of other features', () => {
  const experience = learn(LEARNED, []);
  const { predict } = predictorOf({ ...experience, features: ['start'] });
  expect(predict(SOME, FIRST.traits).from).toBe('bytes');
});

it('is right on recorded runs that follow laws, on both halves, and by trials alone where what it learned is turned round', async () => {
  const experience = learn(LEARNED, []);
  const judged = await judge(RUNS, experience);
  expect(new Set(judged.map(({ heldOut }) => heldOut)).size).toBe(2);
  expect(judged.filter(({ ratio }) => ratio > WITHIN)).toEqual([]);
  // Whoever was slowest is expected to be fastest: statistics alone must be wrong then, and the judge must say so.
  const turned = {
    ...experience,
    kernels: experience.kernels.map((one, k) => ({ ...one, coefficients: one.coefficients.map((c) => c * 10 ** k) })),
  };
  const misled = await judge(RUNS, turned, { trials: 0 });
  expect(misled.filter(({ ratio }) => ratio > WITHIN).length).toBeGreaterThan(10);
});

it('judges by samples that no trial saw', async () => {
  const lucky = RUNS.slice(0, 8).map((run) => ({
    ...run,
    // Every trial of the last kernel is ten times too fast.
    measured: run.measured.map((one, k) =>
      k === 2 ? { ...one, samplesMs: one.samplesMs.map((ms, s) => ((s >> 1) % 2 === 0 ? ms / 10 : 2 * ms)) } : one,
    ),
  }));
  const judged = await judge(lucky, learn(LEARNED, []));
  expect(judged.every(({ ratio, advised }) => advised.kernel !== 'wasm/long' || ratio > WITHIN)).toBe(true);
});

it('judges by trials and a second run, and advises no untried candidate', async () => {
  const experience = learn(LEARNED, []);
  const slower = (kernel: string, factor: number): typeof RUNS =>
    RUNS.map((matrix) => ({
      ...matrix,
      measured: matrix.measured.map((one) => ({
        ...one,
        samplesMs: one.samplesMs.map((ms) => (one.candidate.kernel === kernel ? factor : 1) * ms),
      })),
    }));
  // In the second run one kernel is a hundred times as slow: whoever is advised it by the first is wrong, and so is the best that the first knows.
  const judged = await judge(RUNS, experience, { again: slower('wasm/even', 100) });
  const misled = judged.filter(({ advised }) => advised.kernel === 'wasm/even');
  expect(misled.length).toBeGreaterThan(0);
  expect(misled.every(({ ratio, bestKnownRatio }) => ratio > 10 && bestKnownRatio > 10)).toBe(true);
  const tried = slower('wasm/even', 100);
  expect((await judge(RUNS, experience, { tried })).filter(({ advised }) => advised.kernel === 'wasm/even')).toEqual(
    [],
  );
  const few = RUNS.map((matrix) => ({
    ...matrix,
    measured: matrix.measured.filter(({ candidate }) => candidate.kernel !== 'wasm/even'),
  }));
  expect((await judge(RUNS, experience, { tried: few })).some(({ advised }) => advised.kernel === 'wasm/even')).toBe(
    false,
  );
  // A candidate that the second run lacks is not judged.
  expect((await judge(RUNS, experience, { again: few })).every(({ candidates }) => candidates === 2)).toBe(true);
});
