import type { CaseReport, ConformanceReport } from '@spmv/testkit';
import type { ProblemFailure } from '../engine/session.ts';
import type { Check } from '@spmv/solvers';
import type { NotRun, RunMatrix } from '@spmv/studies';
import type { PhaseTimes } from '../host/stopwatch.ts';
import type { Keeper, Kept } from '../process/keeper.ts';
import type { AdviceRow } from './advice-text.ts';
import type { BackendRow } from './backend-rows.ts';
import type { LeftOut } from '../discovery/left-out.ts';
import type { BenchResult, ValidateResult } from './result.ts';
import type { ProblemSummary, OutOfTime } from './problem-summary.ts';
import type { RecordedResult, StudyPair } from './study-result.ts';
import type { TuneSearch } from './tune-search.ts';

/** The lists that commands keep, by name. */
export interface KeptLists {
  readonly backends: BackendRow;
  readonly leftOut: LeftOut;
  /** By place of the matrix. */
  readonly matrices: ProblemSummary;
  /** By place of the matrix and of the combination; of a bench and a sweep with times. */
  readonly results: ValidateResult | BenchResult;
  readonly errors: ProblemFailure;
  readonly outOfTime: OutOfTime;
  /** Matrices that were printed. */
  readonly shown: true;
  /** Of a study, by place of the matrix: the leg and the matrix. */
  readonly pairs: StudyPair;
  /** Of a study: its matrices as run. */
  readonly statistics: RunMatrix;
  readonly notRun: NotRun;
  /** Of a study: what an earlier document holds and nothing has to measure again. */
  readonly earlier: RecordedResult;
  /** Of `advise`, by place of the matrix. */
  readonly advised: AdviceRow;
  readonly searches: TuneSearch;
  /** Points of a search that were measured. */
  readonly points: BenchResult;
  /** Cases of the kit that began, and those that ended. */
  readonly running: Pick<CaseReport, 'id' | 'tier'>;
  readonly cases: CaseReport;
  readonly report: ConformanceReport;
  /** Of `solve` and `rank`: the last iteration told of. */
  readonly reached: Check;
  /** Their output was made by the process that worked. */
  readonly handedOut: true;
  /** What took how long: one item. */
  readonly timings: PhaseTimes;
}

/** A keeper that knows what each list holds. */
export interface DocumentKeeper extends Keeper {
  put<L extends keyof KeptLists>(list: L, order: number, item: KeptLists[L]): void;
}

/** A list with the places of its items, in order. */
export function placesOf<L extends keyof KeptLists>(
  { lists }: Kept,
  name: L,
): readonly (readonly [number, KeptLists[L]])[] {
  return [...((lists.get(name) ?? new Map<number, unknown>()) as ReadonlyMap<number, KeptLists[L]>)].sort(
    ([a], [b]) => a - b,
  );
}

/** The items of a list, in order. */
export function listOf<L extends keyof KeptLists>(kept: Kept, name: L): readonly KeptLists[L][] {
  return placesOf(kept, name).map(([, item]) => item);
}
