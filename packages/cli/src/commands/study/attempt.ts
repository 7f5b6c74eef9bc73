import type { BenchResult, Choose, OutOfTime, ProblemBlocks } from '@spmv/engine';
import type { DocumentKeeper } from '../../documents/kept-lists.ts';
import { pointKey } from '../../documents/tuned.ts';

/** What was run of a leg on a matrix before its share of the time was up. */
export interface StudyAttempt {
  /** Where its rows are put. */
  readonly keeper: DocumentKeeper;
  readonly choose: Choose;
  isCut(): boolean;
  /** What is left of it. */
  readonly rest: Choose;
  /** Takes back what was told as left out, once another attempt has run, or told, the rest. */
  finished(): void;
}

function keyOf({ problem }: ProblemBlocks, point: Parameters<typeof pointKey>[0]): string {
  return JSON.stringify([problem.hash, pointKey(point)]);
}

/** An attempt at what `choose` takes. */
export function attempt(keeper: DocumentKeeper, choose: Choose = (_blocks, plan) => plan()): StudyAttempt {
  const chosen = new Map<string, ReadonlySet<string>>();
  const done = new Set<string>();
  const cut = new Map<number, OutOfTime>();
  const watched: DocumentKeeper = {
    begin: (command, head) => keeper.begin(command, head),
    put(list, order, item) {
      keeper.put(list, order, item);
      if (list === 'outOfTime') cut.set(order, item as OutOfTime);
      if (list !== 'results') return;
      const row = item as BenchResult;
      if (row.status !== 'ok' || row.medianMs !== null) done.add(keyOf(row, row));
    },
    publishing: () => keeper.publishing(),
    get kept() {
      return keeper.kept;
    },
  };
  return {
    keeper: watched,
    choose(blocks, plan, selection) {
      const found = choose(blocks, plan, selection);
      chosen.set(blocks.problem.hash, new Set(found.runnable.map((current) => keyOf(blocks, current))));
      return found;
    },
    isCut: () => cut.size > 0,
    rest(blocks, plan, selection) {
      const own = chosen.get(blocks.problem.hash);
      if (!own) return choose(blocks, plan, selection);
      const runnable = plan().runnable.filter((current) => {
        const key = keyOf(blocks, current);
        return own.has(key) && !done.has(key);
      });
      // What is refused was told; what alone speed-ups refer to says nothing.
      return { runnable: runnable.some(({ listed }) => listed) ? runnable : [], excluded: [] };
    },
    finished() {
      for (const [order, item] of cut) keeper.put('outOfTime', order, { ...item, cases: [] });
    },
  };
}
