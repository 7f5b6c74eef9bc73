import { describe, expect, it } from 'vitest';
import { openBackend, spmv } from '../src/index.ts';
import { countingDevice, matrix, settle } from './counting-device.ts';

describe('a vector that is being filled', () => {
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
    const finished = backend.finish().catch(String);
    go();
    expect(await finished).toContain(words);
    await x.dispose();
    await expect(y.read()).rejects.toThrow(words);
    await backend.dispose();
    expect(alive.size).toBe(0);
  });

  it('a vector disposed of before its fault is told leaves the others alone', async () => {
    const { alive, backend, x, y, go } = await late();
    const disposal = x.dispose();
    go();
    await disposal;
    expect(await y.read()).toEqual(new Float64Array(2));
    await backend.dispose();
    expect(alive.size).toBe(0);
  });
});
