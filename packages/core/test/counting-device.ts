import type { BackendDescriptor, Kernel, StoredMatrix } from '../src/index.ts';
import { NO_PARAMS } from '../src/index.ts';

/** What it may fail at, or be held at. */
export const STEPS = [
  'createVector',
  'write',
  'read',
  'program',
  'analyse',
  'prepare',
  'time',
  'finish',
  'disposeVector',
  'disposeOperator',
  'disposeDriver',
] as const;
type Step = (typeof STEPS)[number];

/** A driver that counts what is alive, stops at steps until told to go on, and fails at the steps in `failing`. */
export function countingDevice() {
  const alive = new Set<object>();
  const failing = new Set<Step>();
  const log: string[] = [];
  const gates = new Map<Step, Promise<void>>();
  const fail = (step: Step): void => {
    log.push(step);
    if (failing.has(step)) throw new Error(`injected at ${step}`);
  };
  const pass = async (step: Step): Promise<void> => {
    await gates.get(step);
    fail(step);
  };
  /** Holds everything that reaches `step`; the result lets go. */
  const hold = (step: Step): (() => void) => {
    let open = (): void => {};
    gates.set(
      step,
      new Promise((resolve) => {
        open = () => {
          gates.delete(step);
          resolve();
        };
      }),
    );
    return open;
  };
  const own = <T extends object>(thing: T): T => {
    if (!alive.has(driver)) throw new Error('made after the driver was disposed of');
    alive.add(thing);
    return thing;
  };
  const end = (thing: object, step: Step): void => {
    if (!alive.has(driver) || !alive.delete(thing)) throw new Error('disposed of twice, or after the driver');
    fail(step);
  };
  const driver = {
    device: { name: 'Counting', kind: 'cpu' as const, precisions: ['f64' as const], capabilities: [], limits: {} },
    prepare: async () => {
      await pass('prepare');
      const operator = own({
        bytesResident: 1,
        apply: () => {},
        time: async () => {
          await pass('time');
          if (!alive.has(operator)) throw new Error('timed after its disposal');
          return new Float64Array(1);
        },
        dispose: () => end(operator, 'disposeOperator'),
      });
      return operator;
    },
    createVector: () => {
      fail('createVector');
      const busy = async (step: 'read' | 'write'): Promise<void> => {
        await pass(step);
        if (!alive.has(vector)) throw new Error(`${step} after its disposal`);
      };
      const vector = own({
        write: () => busy('write'),
        read: () => busy('read'),
        dispose: () => end(vector, 'disposeVector'),
      });
      return vector;
    },
    scale: () => {},
    finish: () => pass('finish'),
    dispose: async () => {
      if (!alive.delete(driver)) throw new Error('driver disposed of twice');
      fail('disposeDriver');
    },
  };
  const descriptor: BackendDescriptor = {
    kind: 'backend',
    id: 'counting',
    title: 'Counting',
    targets: ['js'],
    launchParams: NO_PARAMS,
    probe: async () => ({ available: true, devices: [] }),
    open: async () => {
      alive.add(driver);
      return driver;
    },
  };
  const kernel: Kernel<'js'> = {
    kind: 'kernel',
    id: 'js/x',
    operation: 'spmv',
    target: 'js',
    format: 'x',
    title: '',
    sources: [],
    precisions: [{ precision: 'f64', accumulator: 'f64' }],
    reproducibility: 'none',
    requires: [],
    params: NO_PARAMS,
    analyse: () => {
      fail('analyse');
      return {};
    },
    program: () => {
      fail('program');
      return { passes: [] };
    },
  };
  return { alive, failing, log, hold, descriptor, kernel };
}

/** A matrix of the format that its kernel reads. */
export const matrix: StoredMatrix = {
  format: 'x',
  shape: { rows: 2, cols: 2 },
  nnz: 1,
  valueType: 'f64',
  params: {},
  scalars: {},
  arrays: { values: new Float64Array(1) },
};
/** Lets every promise that can settle do so. */
export const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
