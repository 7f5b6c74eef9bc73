import type { BenchResult, CasePlan, Choose } from '@spmv/engine';
import { createKeeper } from '@spmv/engine/keeper';
import { describe, expect, it } from 'vitest';
import { attempt } from '../src/commands/study/attempt.ts';

type Runnable = CasePlan['runnable'][number];
const point = (threads: number, listed = true): Runnable =>
  ({
    backend: 'threads',
    kernel: 'js/csr',
    precision: 'f64',
    launchParams: { threads },
    listed,
  }) as unknown as Runnable;
const blocks = { problem: { hash: 'h' } } as unknown as Parameters<Choose>[0];
const all: CasePlan = { runnable: [point(0, false), point(1), point(2), point(4)], excluded: [] };
const row = (threads: number, medianMs: number | null): BenchResult =>
  ({ ...blocks, ...point(threads), status: 'ok', medianMs }) as unknown as BenchResult;
const late = { matrix: 'm', source: 'm', whole: false, cases: [{ backend: 'threads' }] } as never;

describe('an attempt that a share of the time cut', () => {
  it('leaves what was chosen and not timed, once', () => {
    const keeper = createKeeper();
    keeper.begin('study', {});
    const first = attempt(keeper as never, (_blocks, plan) => ({
      runnable: plan().runnable.slice(0, 3),
      excluded: [],
    }));
    first.choose(blocks, () => all, {} as never);
    first.keeper.put('results', 0, row(1, 0.5));
    first.keeper.put('results', 1, row(2, null));
    expect(first.isCut()).toBe(false);
    first.keeper.put('outOfTime', 0, late);
    expect(first.isCut()).toBe(true);
    // With what speed-ups refer to, which is not listed; the last point was not chosen.
    expect(first.rest(blocks, () => all, {} as never).runnable).toEqual([point(0, false), point(2)]);
    keeper.put('outOfTime', 9, late);
    first.finished();
    expect([...(keeper.kept?.lists.get('outOfTime') ?? [])]).toEqual([
      [0, { ...(late as object), cases: [] }],
      [9, late],
    ]);
    first.keeper.put('results', 1, row(2, 0.5));
    expect(first.rest(blocks, () => all, {} as never).runnable).toEqual([]);
  });

  it('leaves all of what was not even read', () => {
    const first = attempt(createKeeper() as never);
    expect(first.rest(blocks, () => all, {} as never)).toBe(all);
  });
});
