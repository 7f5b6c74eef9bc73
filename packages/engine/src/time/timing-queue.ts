import type { RunnableCase } from '../plan/case.ts';
import type { CaseRun } from '../run/case-result.ts';
import { disposeAll } from '../host/dispose-all.ts';
import type { MemoryBudget } from '../plan/memory-budget.ts';
import { isStandard } from '../plan/order-cases.ts';
import type { RunScope } from '../run/prepare-case.ts';
import { LEAST_RUNS } from './sample-statistics.ts';
import type { TimingCost } from './time-budget.ts';
import { affordableRuns, costMs } from './time-budget.ts';
import { timeAll } from '../run/time-cases.ts';
import type { PreparedCase } from './timing-subjects.ts';
import { costOf } from './timing-subjects.ts';

/** Cases that were checked and wait for being timed together, in a memory and perhaps a time that are bounded. */
export interface TimingQueue {
  /** Whether no time is left for another one. Then all cases of a problem that exceeds the budget are dropped. */
  isOver(): Promise<boolean>;
  /** Makes room for a stored form of so many bytes, by timing what waits. */
  makeRoom(bytes: number): Promise<void>;
  /** Takes over a case that was checked. */
  add(prepared: PreparedCase): Promise<void>;
  /** Times what waits and lets go of it. */
  flush(): Promise<void>;
  /** Times what still waits, as much of it as fits. */
  finish(): Promise<void>;
  /** Whether none waits. */
  isEmpty(): boolean;
  /** What was timed, what it was left out for, and the fewest samples taken of each. */
  report(): { readonly runs: readonly CaseRun[]; readonly late: readonly RunnableCase[]; readonly samples: number };
  dispose(): Promise<void>;
}

interface Waiting extends PreparedCase {
  readonly cost: TimingCost;
}

/** The slowest, one that others are compared with only where there is no other. */
function leastNeeded(waiting: readonly Waiting[]): Waiting {
  const own = waiting.filter(({ run }) => !isStandard(run.case));
  return (own.length > 0 ? own : waiting).reduce((a, b) => (b.cost.sampleMs > a.cost.sampleMs ? b : a));
}

/**
 * A queue for so many cases. In a time budget of which something is used already all of them are timed with all samples, or none is, unless the
 * memory is too small for them all and they seemed to fit; in a new one that they do not fit into each gets fewer samples, no fewer than give a
 * median, and then the slowest are left out.
 */
export function createTimingQueue(scope: RunScope, cases: number, memory: MemoryBudget): TimingQueue {
  const { budget, timing, onRun } = scope.options;
  const asked = timing?.runs ?? 0;
  const isFirst = budget !== undefined && !budget.isUsed();
  const least = isFirst ? Math.min(asked, LEAST_RUNS) : asked;
  const began = budget?.left() ?? 0;
  const runs: CaseRun[] = [];
  const late: RunnableCase[] = [];
  let waiting: Waiting[] = [];
  let [added, samples] = [0, asked];
  const ms = (count: number): number =>
    costMs(
      waiting.map(({ cost }) => cost),
      count,
    );
  const held = (): number => waiting.reduce((sum, { operator }) => sum + operator.bytesResident, 0);
  const isBeyond = (): boolean => budget !== undefined && budget.left() < ms(least);
  const mayCut = (): boolean => isFirst || runs.length > 0;
  const leaveOut = async (some: readonly Waiting[]): Promise<void> => {
    waiting = waiting.filter((one) => !some.includes(one));
    late.push(...some.map(({ run }) => run.case));
    await disposeAll(some.map(({ operator }) => operator));
  };
  const makeFit = async (): Promise<void> => {
    if (!mayCut() && isBeyond()) await leaveOut(waiting);
    // Something of a new budget is timed, however long it takes.
    const few = isFirst && runs.length === 0 ? 1 : 0;
    while (isBeyond() && waiting.length > few) await leaveOut([leastNeeded(waiting)]);
  };
  /** Whether all cases take no longer than there was, if the others are like those that came here. */
  const seemToFit = (): boolean =>
    budget === undefined || ((began - budget.left() + ms(asked)) / Math.max(1, added)) * cases <= began;
  const time = async (count: number): Promise<void> => {
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    if (budget) for (const { run } of group) onRun?.(run);
    budget?.use();
    samples = Math.min(samples, count);
    runs.push(...(await timeAll(scope, group, count)));
  };
  const flush = async (): Promise<void> => {
    if (!mayCut() && !seemToFit()) await leaveOut(waiting);
    else await time(seemToFit() ? asked : least);
  };
  return {
    async isOver() {
      if (!mayCut() && isBeyond()) await leaveOut(waiting);
      if (!mayCut() && late.length > 0) return true;
      return added > 0 || !isFirst ? isBeyond() : false;
    },
    async makeRoom(bytes) {
      if (!memory.fits(bytes, held())) await flush();
    },
    async add(prepared) {
      added++;
      waiting.push({ ...prepared, cost: await costOf(scope, prepared) });
      if (!budget) onRun?.(prepared.run);
      await makeFit();
    },
    flush,
    async finish() {
      await makeFit();
      const costs = waiting.map(({ cost }) => cost);
      await time(budget && isFirst ? affordableRuns(costs, asked, budget.left()) : asked);
    },
    isEmpty: () => waiting.length === 0,
    report: () => ({ runs, late, samples }),
    dispose: () => disposeAll(waiting.map(({ operator }) => operator)),
  };
}
