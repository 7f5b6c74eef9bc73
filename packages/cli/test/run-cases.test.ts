import type { BackendDescriptor, DriverOperator, DriverVector, Kernel } from '@spmv/core';
import {
  cooFromEntries,
  createRegistry,
  createWorkload,
  NO_PARAMS,
  openBackend,
  spmv,
  SpmvError,
  structureOf,
  valueArray,
} from '@spmv/core';
import { csr } from '@spmv/formats';
import { expect, it } from 'vitest';
import { checkVariants } from '../src/engine/check-variant.ts';
import { disposeAll } from '../src/engine/dispose-all.ts';
import { planCases } from '../src/engine/plan-cases.ts';
import type { CasesRun } from '../src/engine/run-cases.ts';
import { runCases } from '../src/engine/run-cases.ts';
import type { TimeBudget } from '../src/engine/time-budget.ts';
import { timeBudget } from '../src/engine/time-budget.ts';

const coo = cooFromEntries({ rows: 2, cols: 3 }, { rowIndex: [0, 0, 1], colIndex: [0, 2, 1], values: [1, 2, 3] });
interface CountedVector extends DriverVector {
  readonly data: Float64Array;
}

/** The nth call, from 0, of a name. */
interface Fault {
  readonly name: string;
  readonly nth: number;
  readonly error?: Error;
}

/** Multiplies in CSR, counts what is alive, and throws where it is told to. */
function countingBackend(fault: Fault | undefined) {
  const alive = new Set<object>();
  const calls = new Map<string, number>();
  const step = (name: string): void => {
    const nth = calls.get(name) ?? 0;
    calls.set(name, nth + 1);
    if (name === fault?.name && nth === fault.nth) throw fault.error ?? new Error(`injected at ${name} ${nth}`);
  };
  const vectorOf = (length: number): CountedVector => {
    const data = valueArray('f64', length) as Float64Array;
    const vector: CountedVector = {
      data,
      write: async (source) => {
        step('write');
        data.set(source);
      },
      read: async (target) => {
        step('read');
        target.set(data);
      },
      dispose: () => {
        alive.delete(vector);
        step('dispose vector');
      },
    };
    step('vector');
    alive.add(vector);
    return vector;
  };
  const multiply = (x: Float64Array, y: Float64Array, alpha: number, beta: number): void => {
    const sums = new Float64Array(2);
    coo.values.forEach((value, k) => {
      const row = coo.rowIndex[k] as number;
      sums[row] = (sums[row] as number) + value * (x[coo.colIndex[k] as number] as number);
    });
    y.forEach((old, i) => {
      y[i] = alpha * (sums[i] as number) + (beta === 0 ? 0 : beta * old);
    });
  };
  const descriptor: BackendDescriptor = {
    kind: 'backend',
    id: 'counting',
    title: 'Counting',
    targets: ['js'],
    launchParams: NO_PARAMS,
    probe: async () => ({ available: true, devices: [] }),
    open: async () => ({
      device: { name: 'Counting', kind: 'cpu', precisions: ['f64'], capabilities: [], limits: {} },
      prepare: async () => {
        step('prepare');
        const operator: DriverOperator = {
          bytesResident: 1,
          apply: ([x, y], [alpha = Number.NaN, beta = Number.NaN]) => {
            step('apply');
            multiply((x as CountedVector).data, (y as CountedVector).data, alpha, beta);
          },
          dispose: () => {
            alive.delete(operator);
            step('dispose operator');
          },
        };
        alive.add(operator);
        return operator;
      },
      createVector: async (length) => vectorOf(length),
      scale: () => {},
      finish: async () => step('finish'),
      dispose: async () => {},
    }),
  };
  return { alive, calls, descriptor };
}

const kernels = ['js/one', 'js/two', 'js/three'].map((id): Kernel => ({
  kind: 'kernel',
  id,
  operation: 'spmv',
  target: 'js',
  format: 'csr',
  title: '',
  sources: [],
  precisions: [{ precision: 'f64', accumulator: 'f64' }],
  reproducibility: 'bitwise',
  requires: [],
  params: NO_PARAMS,
  program: () => ({ passes: [] }),
}));

/** Three kernels validated and perhaps timed: the run, or what it threw, what was alive when it had ended, and whether the fault was met. */
async function run(
  timed: boolean,
  fault?: Fault,
  budget?: TimeBudget,
): Promise<{ readonly run: CasesRun | Error; readonly left: number; readonly met: boolean }> {
  const { alive, calls, descriptor } = countingBackend(fault);
  const backend = await openBackend(descriptor);
  const registry = createRegistry([{ name: 'a', apiVersion: 1, formats: [csr], kernels, backends: [descriptor] }]);
  const backends = { open: [{ descriptor, backend }], closed: [], dispose: async () => {} };
  const workload = createWorkload(spmv, coo);
  const { runnable } = planCases({
    registry,
    backends,
    workload,
    structure: structureOf(coo),
    selection: { params: {}, points: 'default' },
    maxBytes: 1e6,
  });
  const variants = checkVariants(workload, { seed: 1, alpha: 1, beta: 1, thorough: false });
  const result = await runCases(workload, runnable, {
    variants,
    maxBytes: 1e6,
    signal: new AbortController().signal,
    onProgress: () => {},
    ...(timed ? { timing: { runs: 2 } } : {}),
    ...(budget ? { budget } : {}),
  }).catch((error: unknown) => error as Error);
  const left = alive.size;
  const met = fault !== undefined && (calls.get(fault.name) ?? 0) > fault.nth;
  await backend.dispose().catch(() => {});
  return { run: result, left, met };
}

const CALLS = ['vector', 'write', 'read', 'prepare', 'apply', 'finish', 'dispose operator', 'dispose vector'] as const;

it.each([false, true])(
  'disposes of every operator and vector, wherever a driver fails (timed: %s)',
  async (timed) => {
    const whole = await run(timed);
    if (whole.run instanceof Error) throw whole.run;
    expect(whole.run.runs.map(({ problem }) => problem)).toEqual([undefined, undefined, undefined]);
    expect(whole.left).toBe(0);
    for (const name of CALLS) {
      for (let nth = 0; nth < 8; nth++) {
        const { run: result, left, met } = await run(timed, { name, nth });
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

it.each([
  ['time enough', true, 1e6, 1e6, 3],
  ['no time, and nothing was done before', true, -1, -1, 1],
  ['a share that is used up, of a budget that is not', false, -1, 1e6, 1],
  // Less than the warm-up of one: known once it was multiplied.
  ['less time than one takes', false, 10, 10, 0],
  ['no time', false, -1, -1, 0],
])('%s: what does not fit is late, and disposed of', async (_, isFirst, left, whole, timed) => {
  const budget = { ...timeBudget(0), left: () => left, whole: () => whole, isFirst };
  const { run: result, left: alive } = await run(true, undefined, budget);
  if (result instanceof Error) throw result;
  expect(result.runs.filter(({ times }) => times)).toHaveLength(timed);
  expect([result.runs.length, result.late.length]).toEqual([timed, 3 - timed]);
  expect(alive).toBe(0);
});

it('a share knows how much is left of the whole', () => {
  let now = 0;
  const whole = timeBudget(100, () => now);
  const share = whole.share(4, false);
  now = 30;
  expect([share.left(), share.whole(), share.isFirst, whole.isFirst]).toEqual([-5, 70, false, true]);
  expect(share.share(1, true).whole()).toBe(70);
});

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
  const { run: result } = await run(false, { name: 'prepare', nth: 1, error });
  if (result instanceof Error) throw result;
  expect(result.runs.map(({ problem }) => problem?.status)).toEqual([undefined, 'unavailable', undefined]);
  expect(result.runs[1]?.problem).toMatchObject({ reason: error.message, fix: error.fix });
});
