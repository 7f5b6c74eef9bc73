import type { BenchResult, RunLists } from '@spmv/engine';
import type { Keeper, Kept } from '@spmv/engine/keeper';
import type { CaseReport, ConformanceReport } from '@spmv/testkit';
import type { Check } from '@spmv/solvers';
import type { NotRun, RunMatrix } from '@spmv/studies';
import { placesIn } from '@spmv/engine';
import type { AdviceRow } from './advice-text.ts';
import type { RecordedResult, StudyPair } from './study-result.ts';
import type { TuneSearch } from './tune-search.ts';

/** The lists that commands keep, by name. */
export interface KeptLists extends RunLists {
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
  /** They came to their result, and their output is made by the process that worked. */
  readonly handedOut: true;
}

/** A keeper that knows what each list holds. */
export interface DocumentKeeper extends Keeper {
  put<L extends keyof KeptLists>(list: L, order: number, item: KeptLists[L]): void;
}

/** A list with the places of its items, in order. */
export function placesOf<L extends keyof KeptLists>(kept: Kept, name: L): readonly (readonly [number, KeptLists[L]])[] {
  return placesIn<KeptLists, L>(kept, name);
}

/** The items of a list, in order. */
export function listOf<L extends keyof KeptLists>(kept: Kept, name: L): readonly KeptLists[L][] {
  return placesOf(kept, name).map(([, item]) => item);
}
