import type { Kernel } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import type { CasesRun } from '../../src/run/run-cases.ts';
import type { TimeBudget } from '../../src/time/time-budget.ts';
import { shareOf, timeBudget } from '../../src/time/time-budget.ts';
import type { Setting } from '../helpers/counted-cases.ts';
import { kernels, run } from '../helpers/counted-cases.ts';

/** What is left is `enough` until so many operators were prepared, and `then` from there on. */
const cutAfter =
  (isUsed: boolean, count: number, enough = 1e6, then = -1) =>
  (prepared: () => number): TimeBudget => {
    const budget = { ...timeBudget(0), left: () => (prepared() < count ? enough : then) };
    if (isUsed) budget.use();
    return budget;
  };

/** The runs of a run that has to be one; nothing of it may be alive. */
async function ran(setting: Setting): Promise<CasesRun> {
  const { run: result, left } = await run(setting);
  if (result instanceof Error) throw result;
  expect(left).toBe(0);
  return result;
}

const names = (all: readonly { readonly kernel: string; readonly precision: string }[]): readonly string[] =>
  all.map(({ kernel, precision }) => `${kernel} ${precision}`);
const timedOf = ({ runs }: CasesRun): readonly string[] =>
  names(runs.filter(({ times }) => times).map((one) => one.case));

const lastOfVendor = (all: readonly Kernel[]): readonly Kernel[] =>
  all.map((one, k) => (k === all.length - 1 ? { ...one, vendor: true } : one));

describe('a time budget', () => {
  const both = kernels.map((one): Kernel => ({
    ...one,
    precisions: [
      { precision: 'f64', accumulator: 'f64' },
      { precision: 'f32', accumulator: 'f64' },
    ],
  }));
  const WHOLE = {
    f64: ['js/one f64', 'js/two f64', 'js/three f64'],
    f32: ['js/one f32', 'js/two f32', 'js/three f32'],
  };

  it.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'of which something is used has all combinations of a problem in a precision or none, cut after %i of 6',
    async (count) => {
      const result = await ran({ timed: true, kernels: both, budget: cutAfter(true, count) });
      // The end comes with the last one that is prepared, before it is timed.
      const whole = [...(count > 3 ? WHOLE.f64 : []), ...(count > 6 ? WHOLE.f32 : [])];
      expect(timedOf(result).toSorted()).toEqual(whole.toSorted());
      expect(result.runs).toHaveLength(whole.length);
      expect(result.cut.map(({ late, ...cut }) => [cut, names(late).length])).toEqual([
        ...(count > 3 ? [] : [[{ precision: 'f64', whole: true }, 3]]),
        ...(count > 6 ? [] : [[{ precision: 'f32', whole: true }, 3]]),
      ]);
    },
  );

  it.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'that is new has something of each precision that it begins, what others are compared with first of all, cut after %i of 6',
    async (count) => {
      const result = await ran({
        timed: true,
        kernels: lastOfVendor(both),
        budget: cutAfter(false, count),
      });
      const timed = timedOf(result);
      expect(timed).toContain('js/three f64');
      expect(timed.filter((name) => name.endsWith('f64'))).toHaveLength(count > 3 ? 3 : 1);
      expect(timed.filter((name) => name.endsWith('f32'))).toHaveLength(count > 6 ? 3 : count > 3 ? 1 : 0);
      const [first] = result.cut;
      if (count <= 3) expect([first?.precision, first?.whole, first?.late.length]).toEqual(['f64', false, 2]);
      expect(timed.length + result.cut.reduce((sum, { late }) => sum + late.length, 0)).toBe(6);
    },
  );

  it('precisions share the budget, and pass on what they leave', () => {
    const clock = { now: 0 };
    const budget = timeBudget(900, () => clock.now);
    const first = shareOf(budget, 3, true);
    expect([first.left(), first.isUsed()]).toEqual([300, false]);
    first.use();
    clock.now = 100;
    expect([first.left(), first.isUsed(), budget.isUsed()]).toEqual([200, true, true]);
    const second = shareOf(budget, 2, true);
    expect([second.left(), second.isUsed()]).toEqual([400, false]);
    expect(shareOf(budget, 2, false).isUsed()).toBe(true);
    clock.now = 1000;
    expect([second.left() < 0, shareOf(budget, 1, true).isUsed()]).toEqual([true, true]);
  });

  it('that a problem alone is too large for takes fewer samples of all first', async () => {
    const result = await ran({ timed: true, runs: 1000, budget: cutAfter(false, 0, 0, 600) });
    const [cut] = result.cut;
    expect(cut).toMatchObject({ precision: 'f64', whole: false, late: [] });
    expect(cut?.samples).toBeGreaterThanOrEqual(20);
    expect(cut?.samples).toBeLessThan(1000);
    expect(result.runs.map(({ times }) => times?.samplesMs.length)).toEqual(Array(3).fill(cut?.samples));
  });

  it('then leaves out the slowest, but for what others are compared with', async () => {
    const result = await ran({
      timed: true,
      kernels: lastOfVendor(kernels),
      slowMs: { 'js/one': 100, 'js/three': 25 },
      // Room for about 20 ms of warm-up and 2 samples of each of two and three, however busy the machine, not for those of one.
      budget: cutAfter(false, 0, 0, 450),
    });
    expect(timedOf(result)).toEqual(['js/two f64', 'js/three f64']);
    expect(result.cut.map(({ late }) => names(late))).toEqual([['js/one f64']]);
  });

  it('of which something is used leaves out all of a problem of which only some fits', async () => {
    // Room for one of the three.
    const result = await ran({ timed: true, budget: cutAfter(true, 0, 0, 35) });
    expect(timedOf(result)).toEqual([]);
    expect(result.cut.map(({ late, whole }) => [late.length, whole])).toEqual([[3, true]]);
  });

  it('keeps what was found wrong of a problem that it left out', async () => {
    const wrong = { name: 'prepare', nth: 0 };
    const result = await ran({ timed: true, fault: wrong, budget: cutAfter(true, 2) });
    expect(result.runs.map(({ problem }) => problem?.status)).toEqual(['failed']);
    expect(result.cut.map(({ late }) => late.length)).toEqual([2]);
  });
});
