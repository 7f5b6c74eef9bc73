import { describe, expect, it } from 'vitest';
import type { BackendDescriptor, Kernel, StoredMatrix } from '../src/index.ts';
import { isSpmvError, NO_PARAMS, openBackend, spmv } from '../src/index.ts';
import { thrown } from './thrown.ts';

const STEPS = [
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
function countingDevice() {
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

const matrix: StoredMatrix = {
  format: 'x',
  shape: { rows: 2, cols: 2 },
  nnz: 1,
  valueType: 'f64',
  params: {},
  scalars: {},
  arrays: { values: new Float64Array(1) },
};
/** Lets every promise that can settle do so. */
const settle = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('disposing of a backend while something is being made', () => {
  it('frees an operator that arrives then, before the driver, and rejects', async () => {
    const { alive, hold, log, descriptor, kernel } = countingDevice();
    const backend = await openBackend(descriptor);
    const go = hold('prepare');
    const outcome = thrown(() => backend.prepare({ operation: spmv, matrix, kernel, trusted: true }));
    await settle();
    const disposal = backend.dispose();
    expect(await thrown(() => backend.vector(2))).toBe('LIFETIME.DISPOSED');
    await settle();
    expect(log).not.toContain('disposeDriver');
    go();
    expect(await outcome).toBe('LIFETIME.DISPOSED');
    await disposal;
    expect(alive.size).toBe(0);
    expect(log.at(-1)).toBe('disposeDriver');
  });

  for (const what of ['vector', 'backend'] as const)
    it(`waits for a vector that is being filled, when the ${what} is disposed of`, async () => {
      const { alive, hold, log, descriptor } = countingDevice();
      const backend = await openBackend(descriptor);
      const go = hold('write');
      const vector = backend.vector([1, 2]);
      const disposal = { vector, backend }[what].dispose();
      await settle();
      expect(log).toEqual(['createVector']);
      go();
      await disposal;
      expect(log.slice(0, 3)).toEqual(['createVector', 'write', 'disposeVector']);
      await backend.dispose();
      expect(alive.size).toBe(0);
    });

  it('rejects with LIFETIME.DISPOSED and the cause when the driver fails because of it', async () => {
    const { alive, failing, hold, descriptor, kernel } = countingDevice();
    const backend = await openBackend(descriptor);
    failing.add('prepare');
    const go = hold('prepare');
    const late = backend.prepare({ operation: spmv, matrix, kernel, trusted: true }).catch((error: unknown) => error);
    const disposal = backend.dispose();
    go();
    const error = await late;
    expect(isSpmvError(error, 'LIFETIME.DISPOSED') && (error.cause as Error).message).toBe('injected at prepare');
    await disposal;
    expect(alive.size).toBe(0);
  });
});

describe('disposing of what is in use', () => {
  for (const step of ['write', 'read', 'time', 'finish'] as const) {
    it(`waits for ${step}`, async () => {
      const { alive, hold, log, descriptor, kernel } = countingDevice();
      const backend = await openBackend(descriptor);
      const operator = await backend.prepare({ operation: spmv, matrix, kernel, trusted: true });
      const [x, y] = [backend.vector(2), backend.vector(2)];
      const go = hold(step);
      const use = {
        write: () => x.write(new Float64Array(2)),
        read: () => x.read(),
        time: () => operator.time([x, y], { runs: 1 }),
        finish: () => backend.finish(),
      }[step]();
      const disposals = step === 'finish' ? [backend.dispose()] : [x.dispose(), backend.dispose()];
      await settle();
      expect(log).not.toContain('disposeDriver');
      go();
      await use;
      await Promise.all(disposals);
      expect(alive.size).toBe(0);
    });
  }
});

describe('failures', () => {
  for (const step of STEPS) {
    it(`at ${step} leak nothing, and everything else is disposed of`, async () => {
      const { alive, failing, log, descriptor, kernel } = countingDevice();
      const backend = await openBackend(descriptor);
      const [x, y] = [backend.vector(2), backend.vector(2)];
      const operator = await backend.prepare({ operation: spmv, matrix, kernel, trusted: true });
      const before = alive.size;
      failing.add(step);
      const outcomes = [
        await thrown(async () => {
          const vector = backend.vector([1, 2]);
          await vector.write(new Float64Array(2)).finally(() => vector.dispose());
        }),
        await thrown(() =>
          backend.prepare({ operation: spmv, matrix, kernel, trusted: true }).then((made) => made.dispose()),
        ),
        await thrown(() => y.read()),
        await thrown(() => operator.time([x, y], { runs: 1 })),
        await thrown(() => backend.finish()),
      ];
      const disposing = step.startsWith('dispose');
      expect(outcomes.filter((outcome) => outcome !== 'nothing was thrown').length).toBe(
        step === 'disposeDriver' ? 0 : 1,
      );
      expect(alive.size).toBe(before);
      const error: unknown = await backend.dispose().then(
        () => undefined,
        (caught: unknown) => caught,
      );
      expect(alive.size).toBe(0);
      expect(log.at(-1)).toBe('disposeDriver');
      expect(isSpmvError(error, 'LIFETIME.DISPOSAL_FAILED')).toBe(disposing);
    });
  }

  it('of several disposals are one error with all causes, the same for every caller', async () => {
    const { alive, failing, descriptor, kernel } = countingDevice();
    const backend = await openBackend(descriptor);
    backend.vector(2);
    backend.vector(2);
    await backend.prepare({ operation: spmv, matrix, kernel, trusted: true });
    for (const step of ['disposeVector', 'disposeOperator', 'disposeDriver'] as const) failing.add(step);
    const errors = await Promise.all(
      [backend.dispose(), backend.dispose()].map((promise) =>
        promise.then(
          () => undefined,
          (caught: unknown) => caught,
        ),
      ),
    );
    expect(alive.size).toBe(0);
    expect(errors[0]).toBe(errors[1]);
    const [error] = errors;
    if (!isSpmvError(error, 'LIFETIME.DISPOSAL_FAILED')) throw error;
    expect(error.details).toEqual({ what: "backend 'counting'", failures: 4 });
    expect((error.cause as AggregateError).errors).toHaveLength(4);
    expect(error.message).toContain('injected at disposeDriver');
  });

  it('of a late release are told by the disposal', async () => {
    const { alive, failing, hold, descriptor, kernel } = countingDevice();
    const backend = await openBackend(descriptor);
    const go = hold('prepare');
    failing.add('disposeOperator');
    const late = thrown(() => backend.prepare({ operation: spmv, matrix, kernel, trusted: true }));
    const disposal = thrown(() => backend.dispose());
    go();
    expect(await late).toBe('LIFETIME.DISPOSED');
    expect(await disposal).toBe('LIFETIME.DISPOSAL_FAILED');
    expect(alive.size).toBe(0);
  });
});

describe('a vector that a device says late is not there', () => {
  /** A backend whose next vector with contents fails once `go` is called; one vector and an operator are there. */
  const late = async () => {
    const { alive, failing, hold, descriptor, kernel } = countingDevice();
    const backend = await openBackend(descriptor);
    const operator = await backend.prepare({ operation: spmv, matrix, kernel, trusted: true });
    const y = backend.vector(2);
    const go = hold('write');
    failing.add('write');
    const x = backend.vector([1, 2]);
    return { alive, backend, operator, x, y, go };
  };
  const words = 'injected at write';

  it('is told by what reads, writes, finishes or times anything, and by products, until it is disposed of', async () => {
    const { alive, backend, operator, x, y, go } = await late();
    const told = [x.read(), y.read(), y.write(new Float64Array(2)), backend.finish()].map((work) =>
      expect(work).rejects.toThrow(words),
    );
    go();
    await Promise.all(told);
    await expect(operator.time([y, backend.vector(2)], { runs: 1 })).rejects.toThrow(words);
    expect(() => operator.apply(x, y)).toThrow(words);
    await x.dispose();
    expect(await y.read()).toEqual(new Float64Array(2));
    await backend.finish();
    await backend.dispose();
    expect(alive.size).toBe(0);
  });

  it('is told for good where it was an operand before', async () => {
    const { alive, backend, operator, x, y, go } = await late();
    operator.apply(x, y);
    const finished = expect(backend.finish()).rejects.toThrow(words);
    go();
    await finished;
    await x.dispose();
    await expect(y.read()).rejects.toThrow(words);
    await backend.dispose();
    expect(alive.size).toBe(0);
  });

  it('harms nobody who is done with it', async () => {
    const { alive, backend, x, y, go } = await late();
    const disposal = x.dispose();
    go();
    await disposal;
    expect(await y.read()).toEqual(new Float64Array(2));
    await backend.dispose();
    expect(alive.size).toBe(0);
  });
});
