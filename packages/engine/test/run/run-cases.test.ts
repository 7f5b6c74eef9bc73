import type { Kernel } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { disposeAll } from '../../src/host/dispose-all.ts';
import { timeBudget } from '../../src/time/time-budget.ts';
import type { Setting } from '../helpers/counted-cases.ts';
import { kernels, run } from '../helpers/counted-cases.ts';

const CALLS = ['vector', 'write', 'read', 'prepare', 'apply', 'finish', 'dispose operator', 'dispose vector'] as const;

it.each([false, true])(
  'disposes of every operator and vector, wherever a driver fails (timed: %s)',
  async (timed) => {
    const whole = await run({ timed });
    if (whole.run instanceof Error) throw whole.run;
    expect(whole.run.runs.map(({ problem }) => problem)).toEqual([undefined, undefined, undefined]);
    expect(whole.left).toBe(0);
    for (const name of CALLS) {
      for (let nth = 0; nth < 8; nth++) {
        const { run: result, left, met } = await run({ timed, fault: { name, nth } });
        if (!met) break;
        expect(left, `failed at ${name} ${nth}`).toBe(0);
        // Only the vectors belong to no combination.
        if (name === 'dispose vector') expect(result).toBeInstanceOf(Error);
        else
          expect(
            'runs' in result
              ? result.runs.map(({ problem }) => problem?.reason).filter((reason) => reason !== undefined)
              : result,
            `failed at ${name} ${nth}`,
          ).toEqual([expect.stringContaining(`injected at ${name} ${nth}`)]);
      }
    }
  },
  120_000,
);

it('disposes of all, whatever fails, and says what did', async () => {
  const disposed: number[] = [];
  const one = (k: number) => ({
    dispose: async () => {
      disposed.push(k);
      if (k % 2 === 0) throw new Error(`no ${k}`);
    },
  });
  await expect(disposeAll([one(1), one(2), one(3), one(4)])).rejects.toThrow('no 2; no 4');
  expect(disposed).toEqual([1, 2, 3, 4]);
  await expect(disposeAll([one(2)])).rejects.toThrow('no 2');
  await disposeAll([one(1)]);
});

it('a kernel whose compiled code is missing is unavailable and says why; the others run', async () => {
  const error = new SpmvError('BACKEND.UNAVAILABLE', 'There is no addon for this platform.', {
    fix: 'Use another kernel.',
  });
  const { run: result } = await run({ timed: false, fault: { name: 'prepare', nth: 1, error } });
  if (result instanceof Error) throw result;
  expect(result.runs.map(({ problem }) => problem?.status)).toEqual([undefined, 'unavailable', undefined]);
  expect(result.runs[1]?.problem).toMatchObject({ reason: error.message, fix: error.fix });
});

describe('kernels of a small problem', () => {
  const compileMs = 30;
  const five = [...kernels, ...['js/four', 'js/five'].map((id) => ({ ...(kernels[0] as Kernel), id }))];
  const prepared = async (more: Partial<Setting> = {}) => {
    const { run: result, order } = await run({ timed: false, compileMs, kernels: five, ...more });
    if (result instanceof Error) throw result;
    expect(result.runs.map(({ problem }) => problem)).toEqual(five.map(() => undefined));
    const calls = order.filter((call) => call.startsWith('compile') || call === 'prepare');
    // A timer may come a millisecond early.
    return { calls, isTold: result.runs.map(({ prepareMs }) => (prepareMs ?? 0) >= compileMs - 1) };
  };

  it('compile ahead, four at a time, which is told as part of preparing each', async () => {
    const { calls, isTold } = await prepared();
    expect(calls.slice(0, 5)).toEqual(['compile', 'compile', 'compile', 'compile', 'compiled']);
    expect(calls.filter((call) => call === 'compiled')).toHaveLength(5);
    expect(calls.slice(-5)).toEqual(five.map(() => 'prepare'));
    expect(isTold).toEqual(five.map(() => true));
  });

  it('that do not compile ahead are tried again by preparing', async () => {
    const { isTold } = await prepared({ fault: { name: 'compile', nth: 1 } });
    expect(isTold).toEqual([true, false, true, true, true]);
  });

  it('do not compile ahead in a time budget, which may leave them out', async () => {
    const { calls } = await prepared({ budget: () => timeBudget(60_000) });
    expect(calls).toEqual(five.map(() => 'prepare'));
  });
});
