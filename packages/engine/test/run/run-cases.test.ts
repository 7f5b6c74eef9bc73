import { SpmvError } from '@spmv/core';
import { expect, it } from 'vitest';
import { disposeAll } from '../../src/host/dispose-all.ts';
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

it('kernels of one stored form compile at once, which is told as part of preparing each; what fails is tried again by preparing', async () => {
  const compileMs = 30;
  const prepared = async (fault?: { readonly name: string; readonly nth: number }) => {
    const { run: result, order } = await run({ timed: false, compileMs, ...(fault ? { fault } : {}) });
    if (result instanceof Error) throw result;
    expect(order.filter((call) => call === 'compile' || call === 'prepare')).toEqual([
      ...kernels.map(() => 'compile'),
      ...kernels.map(() => 'prepare'),
    ]);
    expect(result.runs.map(({ problem }) => problem)).toEqual([undefined, undefined, undefined]);
    // A timer may come a millisecond early.
    return result.runs.map(({ prepareMs }) => (prepareMs ?? 0) >= compileMs - 1);
  };
  expect(await prepared()).toEqual([true, true, true]);
  expect(await prepared({ name: 'compile', nth: 1 })).toEqual([true, false, true]);
});
