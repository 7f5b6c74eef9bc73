import type { BenchResult, CaseRun, RunnableCase } from '@spmv/engine';
import type { Kept } from '@spmv/engine/keeper';
import { matrixOf, median } from '@spmv/engine';
import { placesOf } from './kept-lists.ts';
import type { TuneSearch } from './tune-search.ts';

/** Samples per point while searching; the finalists get --runs. */
export const SEARCH_RUNS = 5;
/** Points of a kernel that reach the final. */
const FINALISTS = 3;

/** The best of a kernel's points: a result of `spmv.tune/1`. */
export interface TunedRow {
  readonly matrix: string;
  readonly backend: string;
  readonly kernel: string;
  readonly format: string | null;
  readonly precision: string;
  readonly points: number;
  readonly best: BenchResult;
  /** Default parameters' median over the best's; null when the default could not run. */
  readonly gain: number | null;
  /** False when the intervals of both overlap: then the default is as good. */
  readonly certain: boolean;
}

/** What is tuned: a kernel of an operation on a backend, in a precision of x and y and one of the stored values. */
export function groupKey({
  operation,
  backend,
  kernel,
  precision,
  stored,
}: Pick<BenchResult, 'operation' | 'backend' | 'kernel' | 'precision' | 'stored'>): string {
  return [operation, backend, kernel, precision, stored ?? precision].join(' ');
}

/** One point of it. */
export function pointKey(
  point: Parameters<typeof groupKey>[0] & Pick<BenchResult, 'formatParams' | 'kernelParams' | 'launchParams'>,
): string {
  return JSON.stringify([groupKey(point), point.formatParams, point.kernelParams, point.launchParams]);
}

/** The points of each kernel that were fastest in the search. */
export function finalists(runs: readonly CaseRun[]): readonly RunnableCase[] {
  const groups = new Map<string, CaseRun[]>();
  for (const run of runs) {
    if (run.times) groups.set(groupKey(run.case), [...(groups.get(groupKey(run.case)) ?? []), run]);
  }
  const time = ({ times }: CaseRun): number => median(times?.samplesMs ?? []);
  return [...groups.values()].flatMap((group) =>
    group
      .sort((a, b) => time(a) - time(b))
      .slice(0, FINALISTS)
      .map(({ case: current }) => current),
  );
}

function tunedGroup(search: TuneSearch, key: string, group: readonly BenchResult[]): TunedRow {
  // Those of the final, once there are any: few samples make a lucky winner.
  const final = group.filter(({ samplesMs }) => (samplesMs?.length ?? 0) > SEARCH_RUNS);
  const best = (final.length > 0 ? final : group).reduce((a, b) =>
    (b.medianMs ?? Infinity) < (a.medianMs ?? Infinity) ? b : a,
  );
  const standard = group.find((row) => search.defaults.includes(pointKey(row)));
  return {
    matrix: search.problem.name,
    backend: best.backend,
    kernel: best.kernel ?? '',
    format: best.format,
    precision: best.precision ?? '',
    points: search.points[key] ?? 1,
    best,
    gain: standard?.medianMs && best.medianMs ? standard.medianMs / best.medianMs : null,
    certain:
      standard !== undefined && standard !== best && (standard.medianLowMs ?? 0) > (best.medianHighMs ?? Infinity),
  };
}

/** The best points of each matrix by its place, fastest first, as far as points were measured. */
export function tunedRows(kept: Kept): ReadonlyMap<number, readonly TunedRow[]> {
  const measured = placesOf(kept, 'points').filter(([, { medianMs }]) => medianMs !== null);
  return new Map(
    placesOf(kept, 'searches').map(([m, search]) => {
      const groups = new Map<string, BenchResult[]>();
      for (const [place, row] of measured)
        if (matrixOf(place) === m) groups.set(groupKey(row), [...(groups.get(groupKey(row)) ?? []), row]);
      return [
        m,
        [...groups]
          .map(([key, group]) => tunedGroup(search, key, group))
          .sort((a, b) => (a.best.medianMs ?? 0) - (b.best.medianMs ?? 0)),
      ];
    }),
  );
}
