import type { ReportedError } from '../host/problem.ts';
import type { PhaseTimes } from '../host/stopwatch.ts';
import type { ProblemFailure } from '../run/run-problem.ts';
import type { BackendRow } from './backend-row.ts';
import type { Keeper, Kept } from './keeper.ts';
import type { OutOfTime, ProblemSummary } from './problem-summary.ts';
import type { BenchResult, ValidateResult } from './result.ts';

/** A plugin that was found and is not used, in the words of JSON documents. */
export interface LeftOut extends ReportedError {
  readonly package: string;
  readonly version: string | null;
}

/** The lists that a run over problems keeps, by name. */
export interface RunLists {
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
  /** What took how long: one item. */
  readonly timings: PhaseTimes;
  /** Of the processors: one item. */
  readonly othersCpu: number | null;
}

/** A keeper that knows what each list of a run holds. */
export interface RunKeeper extends Keeper {
  put<L extends keyof RunLists>(list: L, order: number, item: RunLists[L]): void;
}

/** A list with the places of its items, in order. `Lists`: what each list holds. */
export function placesIn<Lists, L extends keyof Lists & string>(
  { lists }: Kept,
  name: L,
): readonly (readonly [number, Lists[L]])[] {
  return [...((lists.get(name) ?? new Map<number, unknown>()) as ReadonlyMap<number, Lists[L]>)].sort(
    ([a], [b]) => a - b,
  );
}

/** The items of a list of a run, in order. */
export function runList<L extends keyof RunLists>(kept: Kept, name: L): readonly RunLists[L][] {
  return placesIn<RunLists, L>(kept, name).map(([, item]) => item);
}

/** Room for the combinations of one matrix. */
const SPAN = 2 ** 32;

/** The place of a matrix's combination in the list of results. */
export function placeOf(matrix: number, index: number): number {
  return matrix * SPAN + index;
}

/** The matrix that a place belongs to. */
export function matrixOf(place: number): number {
  return Math.floor(place / SPAN);
}
