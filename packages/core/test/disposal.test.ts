import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Backend, Sequence } from '../src/index.ts';
import { disposal, openBackend, product, spmv } from '../src/index.ts';
import { countingDevice, matrix } from './counting-device.ts';

describe('await using', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('disposes of backends, operators, vectors and sequences where their block ends', async () => {
    const { alive, descriptor, kernel } = countingDevice();
    let left: Backend;
    let ran: Sequence;
    {
      await using backend = await openBackend(descriptor);
      left = backend;
      const before = alive.size;
      {
        await using A = await backend.prepare({ operation: spmv, matrix, kernel, trusted: true });
        await using x = backend.vector(2);
        await using y = backend.vector(2);
        await using sequence = await backend.sequence([product(A, x, y)]);
        ran = sequence;
        expect(sequence.length).toBe(1);
        expect(alive.size).toBeGreaterThan(before + 2);
      }
      expect(alive.size).toBe(before);
      expect(() => ran.run()).toThrow('This sequence was disposed of.');
    }
    expect(() => left.vector(1)).toThrow(expect.objectContaining({ code: 'LIFETIME.DISPOSED' }));
    expect(alive.size).toBe(0);
  });

  it('adds no property where the engine has no symbol for it', () => {
    vi.stubGlobal('Symbol', { asyncDispose: undefined });
    const made = disposal(async () => {});
    vi.unstubAllGlobals();
    expect(Reflect.ownKeys(made)).toEqual(['dispose']);
  });
});
