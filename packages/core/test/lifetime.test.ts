import { describe, expect, it } from 'vitest';
import { isSpmvError, openBackend, spmv } from '../src/index.ts';
import { countingDevice, matrix, settle, STEPS } from './counting-device.ts';
import { thrown } from './thrown.ts';

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
