import type { BackendDescriptor, OpenOptions } from '@spmv/core';
import { NO_PARAMS, SpmvError } from '@spmv/core';
import { expect, it } from 'vitest';
import { tryOpen } from '../../src/plan/open-backends.ts';

it('a backend is told how long its opener waits, unless the opener waits for ever', async () => {
  const asked: OpenOptions[] = [];
  const descriptor: BackendDescriptor = {
    kind: 'backend',
    id: 'slow',
    title: 'Slow',
    targets: [],
    launchParams: NO_PARAMS,
    probe: () => Promise.resolve({ available: true, devices: [] }),
    open(options) {
      asked.push(options);
      throw new SpmvError('BACKEND.UNAVAILABLE', 'Not in time.', { fix: 'Wait.' });
    },
  };
  const problemOf = (): { code: string; reason: string; fix: string } => ({ code: 'C', reason: 'R', fix: 'F' });
  expect(await tryOpen(descriptor, { problemOf, withinMs: 60_000 })).toEqual({ id: 'slow', ...problemOf() });
  await tryOpen(descriptor, { problemOf });
  expect(asked.map(({ withinMs }) => withinMs)).toEqual([60_000, undefined]);
});

it('a reason leaves out the name of the backend', async () => {
  const fix = 'Buy one.';
  const descriptor: BackendDescriptor = {
    kind: 'backend',
    id: 'slow',
    title: 'a backend',
    targets: ['js'],
    launchParams: { axes: {} },
    probe: () => Promise.resolve({ available: true, devices: [] }),
    open: () =>
      Promise.reject(new SpmvError('BACKEND.UNAVAILABLE', "Backend 'slow' is unavailable: no driver.", { fix })),
  };
  const problemOf = (error: unknown) => ({ code: null, reason: (error as Error).message, fix });
  expect(await tryOpen(descriptor, { problemOf })).toEqual({ id: 'slow', code: null, reason: 'no driver.', fix });
});
