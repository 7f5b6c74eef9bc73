import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FromRunWorker, RunRequest } from '../../src/run/protocol.ts';
import { createRunClient } from '../../src/run/run-client.ts';

/** A worker that does nothing by itself. */
class IdleWorker extends EventTarget {
  static made: IdleWorker[] = [];
  readonly terminate = vi.fn<() => void>();
  readonly postMessage = vi.fn<(message: unknown) => void>();
  constructor() {
    super();
    IdleWorker.made.push(this);
  }
}

const [rowIndex, colIndex, values] = [Int32Array.of(0), Int32Array.of(0), Float64Array.of(1)];
const REQUEST: RunRequest = {
  name: 'a',
  source: 'a',
  coo: { shape: { rows: 1, cols: 1 }, rowIndex, colIndex, values },
  readMs: 0,
  runs: 20,
  cores: 1,
};

beforeEach(() => {
  vi.useFakeTimers();
  IdleWorker.made = [];
  vi.stubGlobal('Worker', IdleWorker);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a run that is far beyond its time budget is ended, says at which step, and keeps what it has', () => {
  const client = createRunClient();
  client.start({ ...REQUEST, budgetMs: 60_000 });
  const [worker] = IdleWorker.made;
  const progress = { step: 'converting to sell', checked: 1, total: 9, samples: 0, allSamples: 180 };
  const data: FromRunWorker = { kind: 'progress', progress };
  worker?.dispatchEvent(Object.assign(new Event('message'), { data }));
  vi.advanceTimersByTime(119_000);
  expect(client.state.get()).toMatchObject({ status: 'running' });
  vi.advanceTimersByTime(1000);
  const state = client.state.get();
  expect(state).toMatchObject({ status: 'ended', ending: { interrupted: false, doing: 'converting to sell' } });
  expect(state.status === 'ended' && state.ending.problem?.reason).toMatch(/budget of 60 s .*'converting to sell'/u);
  expect(worker?.terminate).toHaveBeenCalledOnce();
});

test('a run without a budget goes on, and one that ended is not ended again', () => {
  const client = createRunClient();
  client.start(REQUEST);
  vi.advanceTimersByTime(3_600_000);
  expect(client.state.get()).toMatchObject({ status: 'running' });
  client.start({ ...REQUEST, budgetMs: 10_000 });
  client.cancel();
  client.start(REQUEST);
  vi.advanceTimersByTime(600_000);
  expect(client.state.get()).toMatchObject({ status: 'running' });
});
