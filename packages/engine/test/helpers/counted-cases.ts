import type { BackendDescriptor, DriverOperator, DriverVector, Kernel } from '@spmv/core';
import {
  cooFromEntries,
  createRegistry,
  createWorkload,
  NO_PARAMS,
  openBackend,
  spmv,
  structureOf,
  valueArray,
} from '@spmv/core';
import { csr } from '@spmv/formats';
import { HOST } from './host.ts';
import { checkVariants } from '../../src/check/check-variant.ts';
import { planCases } from '../../src/plan/plan-cases.ts';
import type { CasesRun } from '../../src/run/run-cases.ts';
import { runCases } from '../../src/run/run-cases.ts';
import type { TimeBudget } from '../../src/time/time-budget.ts';

const coo = cooFromEntries({ rows: 2, cols: 3 }, { rowIndex: [0, 0, 1], colIndex: [0, 2, 1], values: [1, 2, 3] });
interface CountedVector extends DriverVector {
  readonly data: Float64Array;
}

/** The nth call, from 0, of a name. */
export interface Fault {
  readonly name: string;
  readonly nth: number;
  readonly error?: Error;
}

/** Multiplies in CSR, counts what is alive, and throws where it is told to. */
function countingBackend({ fault, slowMs = {}, compileMs }: Setting) {
  const alive = new Set<object>();
  const order: string[] = [];
  const calls = new Map<string, number>();
  const step = (name: string): void => {
    const nth = calls.get(name) ?? 0;
    calls.set(name, nth + 1);
    order.push(name);
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
      device: { name: 'Counting', kind: 'cpu', precisions: ['f64', 'f32'], capabilities: [], limits: {} },
      prepare: async ({ kernel }) => {
        step('prepare');
        const operator: DriverOperator = {
          bytesResident: 1,
          apply: ([x, y], [alpha = Number.NaN, beta = Number.NaN]) => {
            step('apply');
            const end = performance.now() + (slowMs[kernel.id] ?? 0);
            while (performance.now() < end);
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
      ...(compileMs === undefined
        ? {}
        : {
            compile: async () => {
              step('compile');
              await new Promise((resolve) => setTimeout(resolve, compileMs));
              order.push('compiled');
            },
          }),
      createVector: (length) => vectorOf(length),
      scale: () => {},
      finish: async () => step('finish'),
      dispose: async () => {},
    }),
  };
  return { alive, calls, order, descriptor };
}

/** Three that differ in their names. */
export const kernels = ['js/one', 'js/two', 'js/three'].map((id): Kernel => ({
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

export interface Run {
  readonly run: CasesRun | Error;
  /** What was alive when it had ended. */
  readonly left: number;
  /** Whether the fault was met. */
  readonly met: boolean;
  /** What was called, in order. */
  readonly order: readonly string[];
}

export interface Setting {
  readonly timed: boolean;
  readonly fault?: Fault;
  readonly runs?: number;
  /** Made of how many operators were prepared so far. */
  readonly budget?: (prepared: () => number) => TimeBudget;
  readonly kernels?: readonly Kernel[];
  readonly slowMs?: Readonly<Record<string, number>>;
  /** How long compiling a kernel takes; absent: the backend compiles nothing. */
  readonly compileMs?: number;
}

/** Kernels, three by default, validated and perhaps timed. */
export async function run(setting: Setting): Promise<Run> {
  const { timed, fault, runs = 2, kernels: own = kernels } = setting;
  const { alive, calls, order, descriptor } = countingBackend(setting);
  const backend = await openBackend(descriptor);
  const registry = createRegistry([{ name: 'a', apiVersion: 2, formats: [csr], kernels: own, backends: [descriptor] }]);
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
    host: HOST,
    onProgress: () => {},
    ...(timed ? { timing: { runs } } : {}),
    ...(setting.budget ? { budget: setting.budget(() => calls.get('prepare') ?? 0) } : {}),
  }).catch((error: unknown) => error as Error);
  const left = alive.size;
  const met = fault !== undefined && (calls.get(fault.name) ?? 0) > fault.nth;
  await backend.dispose().catch(() => {});
  return { run: result, left, met, order };
}
