import type { BackendDescriptor } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import { describe, expect, it, vi } from 'vitest';
import { createSession } from '../src/index.ts';
import { toyBackend } from './toy/toy-backend.ts';

/** A toy backend that counts how often it is opened and disposed of. */
function counted(): { backend: BackendDescriptor; counts: { opened: number; disposed: number } } {
  const counts = { opened: 0, disposed: 0 };
  const inner = toyBackend();
  return {
    counts,
    backend: {
      ...inner,
      async open(options) {
        counts.opened++;
        const driver = await inner.open(options);
        return { ...driver, dispose: async () => void counts.disposed++ };
      },
    },
  };
}

describe('createSession', () => {
  it('opens once for cases that follow one another and closes when idle', async () => {
    vi.useFakeTimers();
    try {
      const { backend, counts } = counted();
      const session = createSession(backend);
      await session.use(async () => {});
      await Promise.all([session.use(async () => {}), session.use(async () => {})]);
      expect(counts).toEqual({ opened: 1, disposed: 0 });
      await vi.advanceTimersByTimeAsync(1000);
      expect(counts).toEqual({ opened: 1, disposed: 1 });
      await session.use(async () => {});
      expect(counts.opened).toBe(2);
      await vi.advanceTimersByTimeAsync(1000);
    } finally {
      vi.useRealTimers();
    }
  });

  it('gives a fresh backend after a failure', async () => {
    const { backend, counts } = counted();
    const session = createSession(backend);
    await expect(
      session.use(async () => {
        throw new Error('lost');
      }),
    ).rejects.toThrow('lost');
    await session.use(async () => {});
    expect(counts).toEqual({ opened: 2, disposed: 1 });
  });

  it('does not ask again for a backend that is unavailable: every case hears the same', async () => {
    let attempts = 0;
    const session = createSession({
      ...toyBackend(),
      open: async () => {
        throw new SpmvError('BACKEND.UNAVAILABLE', `No driver, ${++attempts}.`, { fix: 'Install one.' });
      },
    });
    const said: unknown[] = [];
    for (let round = 0; round < 3; round++)
      said.push(await session.use(async () => 'used').catch((error: unknown) => (error as Error).message));
    expect(said).toEqual(['No driver, 1.', 'No driver, 1.', 'No driver, 1.']);
  });

  it('can be used again after opening failed', async () => {
    let attempts = 0;
    const inner = toyBackend();
    const session = createSession({
      ...inner,
      open: async (options) => {
        if (attempts++ === 0) throw new Error('busy');
        return inner.open(options);
      },
    });
    await expect(session.use(async () => {})).rejects.toThrow('busy');
    await session.use(async (backend) => expect(backend.id).toBe('toy/queue'));
  });
});
