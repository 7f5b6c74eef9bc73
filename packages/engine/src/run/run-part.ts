import type { Precision } from '@spmv/core';
import type { CaseProblem, RunnableCase } from '../plan/case.ts';
import { caseName } from '../plan/case.ts';
import type { CaseRun } from './case-result.ts';
import { compileAhead } from './compile-ahead.ts';
import type { MemoryBudget } from '../plan/memory-budget.ts';
import { grouped, groupedByNeed } from '../plan/order-cases.ts';
import type { BuiltCase, RunScope } from './prepare-case.ts';
import { build, prepareAndCheck } from './prepare-case.ts';
import { createTimingQueue } from '../time/timing-queue.ts';
import { turn } from '../host/turn.ts';

/** What a time budget left out of the combinations of one problem in one precision. */
export interface CutPart {
  readonly precision: Precision;
  /** Those that were not timed; none where there were fewer samples alone. */
  readonly late: readonly RunnableCase[];
  /** Whether none was timed. */
  readonly whole: boolean;
  /** Samples of each of the others, where those are fewer than were asked for. */
  readonly samples?: number;
}

export interface PartRun {
  readonly runs: readonly CaseRun[];
  readonly cut: CutPart | undefined;
}

/** Runs cases of one problem: of one precision where there is a time budget, else all. */
export async function runPart(scope: RunScope, cases: readonly RunnableCase[], memory: MemoryBudget): Promise<PartRun> {
  const { budget, timing, signal, onProgress, onRun } = scope.options;
  const settled: CaseRun[] = [];
  const late: RunnableCase[] = [];
  const queue = createTimingQueue(scope, cases.length, memory);
  const settle = (run: CaseRun): void => {
    settled.push(run);
    onRun?.(run);
  };
  try {
    const groups = budget && !budget.isUsed() ? groupedByNeed(cases) : grouped(cases);
    const ahead = await compileAhead(scope, groups, memory);
    for (const group of groups) {
      const [first] = group;
      if (!first || signal.aborted) break;
      if (await queue.isOver()) {
        late.push(...group);
        continue;
      }
      const { storage } = first;
      const bytes = storage?.plan.hostBytes ?? 0;
      await queue.makeRoom(bytes);
      let built: BuiltCase | CaseProblem | undefined;
      if (storage) {
        onProgress(`converting to ${caseName(first)}`);
        await turn();
        built = ahead.built.get(first) ?? memory.refusal(bytes) ?? build(scope.workload, storage, scope.options);
      }
      for (const current of group) {
        await turn();
        if (signal.aborted) break;
        if (await queue.isOver()) {
          late.push(current);
          continue;
        }
        await queue.makeRoom(bytes);
        if (built && 'status' in built) {
          const nothing = { storageBytes: null, bytesResident: null, convertMs: null, prepareMs: null };
          settle({ case: current, problem: built, ...nothing });
          continue;
        }
        onProgress(caseName(current));
        let done = await prepareAndCheck(scope, current, built, ahead.compiledMs.get(current));
        if (!('operator' in done) && done.problem?.code === 'BACKEND.OUT_OF_MEMORY' && !queue.isEmpty()) {
          await queue.flush();
          done = await prepareAndCheck(scope, current, built);
        }
        if ('operator' in done) await queue.add(done);
        else settle(done);
      }
    }
    await queue.finish();
  } finally {
    await queue.dispose();
  }
  const { runs, late: dropped, samples } = queue.report();
  const listed = [...late, ...dropped].filter((one) => one.listed);
  const isShort = timing !== undefined && samples < timing.runs;
  const cut: CutPart | undefined =
    listed.length > 0 || isShort
      ? {
          precision: (cases[0] as RunnableCase).precision,
          late: listed,
          whole: runs.length === 0,
          ...(isShort ? { samples } : {}),
        }
      : undefined;
  return { runs: [...settled, ...runs], cut };
}
