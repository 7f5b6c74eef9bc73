import type { Exhibit, StudyLeg } from '@spmv/studies';
import { describe, expect, it } from 'vitest';
import { shareOf, tasksByExhibit } from '../src/commands/study/shares.ts';

const leg = (id: string, more: Partial<StudyLeg> = {}): { readonly leg: StudyLeg } => ({
  leg: { id, title: id, ...more },
});
const exhibit = (id: string, legs: readonly string[], matrices?: readonly string[]): Exhibit => ({
  id,
  label: id,
  title: id,
  where: '',
  paper: 'none',
  legs,
  ...(matrices ? { matrices } : {}),
  draw: () => [],
});

describe('the shares of a budget', () => {
  const [gemm, spmv, rest] = [leg('gemm', { sizes: [{ m: 100, n: 100, k: 100 }] }), leg('spmv'), leg('rest')];
  const tasks = [
    { leg: gemm, matrix: undefined },
    { leg: spmv, matrix: 'small' },
    { leg: spmv, matrix: 'large' },
    { leg: rest, matrix: 'small' },
  ];
  const entriesOf = (name: string): number => (name === 'small' ? 10 : 1000);

  it('begin with the cheapest exhibit, give each what those before it have not, and end with what none reads', () => {
    const all = exhibit('all', ['gemm', 'spmv']);
    const groups = tasksByExhibit(
      [all, exhibit('one', ['spmv'], ['large']), exhibit('two', ['spmv'])],
      tasks,
      entriesOf,
    );
    expect(groups.map(({ parts }) => parts)).toEqual([4, 3, 2, 1]);
    expect(groups.map((group) => group.tasks.map((task) => `${task.leg.leg.id} ${task.matrix ?? ''}`))).toEqual([
      ['spmv large'],
      ['spmv small'],
      ['gemm '],
      ['rest small'],
    ]);
  });

  it('begin with what is measured once more, for a twelfth', () => {
    const twice = { leg: leg('again', { againOf: 'first' }), matrix: 'large' };
    const [first, ...others] = tasksByExhibit([exhibit('two', ['spmv'])], [...tasks, twice], entriesOf);
    expect(first).toEqual({ tasks: [twice], parts: 12 });
    expect(others).toEqual(tasksByExhibit([exhibit('two', ['spmv'])], tasks, entriesOf));
  });

  it('begin with what has printed numbers to stand beside: half of the time for one of them, a third for each of two', () => {
    const printed = { ...exhibit('all', ['gemm']), paper: 'printed' } as const;
    const [one, two] = [exhibit('one', ['spmv']), { ...exhibit('two', ['rest']), paper: 'printed' } as const];
    const of = (exhibits: readonly Exhibit[]): unknown =>
      tasksByExhibit(exhibits, tasks, entriesOf).map(({ tasks: own, parts }) => [own[0]?.leg.leg.id, parts]);
    expect(of([one, printed])).toEqual([
      ['gemm', 2],
      ['spmv', 2],
      ['rest', 1],
    ]);
    expect(of([one, printed, two])).toEqual([
      ['rest', 3],
      ['gemm', 2],
      ['spmv', 1],
    ]);
  });

  it('are parts of what is left, used where the whole is', () => {
    let used = false;
    const whole = { left: () => 10_000, isUsed: () => used, use: () => void (used = true) };
    const share = shareOf(whole, 4);
    expect(share.left()).toBeGreaterThan(2000);
    expect(share.left()).toBeLessThanOrEqual(2500);
    expect(share.isUsed()).toBe(false);
    share.use();
    expect(used).toBe(true);
    expect(shareOf({ ...whole, left: () => -1 }, 4).left()).toBeLessThan(0);
  });
});
