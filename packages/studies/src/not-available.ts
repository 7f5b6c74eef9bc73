import type { NotRun, StudyResult, StudyRun } from './study-run.ts';

/** Of these groups the ones without a time, each with its results that could not run. A plan's refusal is told by itself. */
function silent(
  results: readonly StudyResult[],
  keyOf: (result: StudyResult) => string,
): ReadonlyMap<string, readonly StudyResult[]> {
  const groups = new Map<string, StudyResult[]>();
  for (const result of results) groups.set(keyOf(result), [...(groups.get(keyOf(result)) ?? []), result]);
  return new Map(
    [...groups].flatMap(([key, all]): readonly (readonly [string, readonly StudyResult[]])[] => {
      const lacking = all.filter(({ status }) => status !== 'ok' && status !== 'refused');
      return lacking.length > 0 && all.every(({ medianMs }) => medianMs === null) ? [[key, lacking]] : [];
    }),
  );
}

/** A run in which kernels that gave no time, since what they need was not there, count as not run, with their recorded reason: whole legs, or a kernel on a matrix. */
export function withUnavailable(run: StudyRun): StudyRun {
  const why = ({ reason, status }: StudyResult): string => (reason ?? status).replace(/\.$/, '');
  const legs = silent(run.results, ({ leg }) => leg);
  const rest = run.results.filter(({ leg }) => !legs.has(leg));
  const kernels = silent(rest, ({ leg, matrix, kernel, sizes }) => JSON.stringify([leg, matrix, kernel, sizes]));
  const notRun: readonly NotRun[] = [
    ...[...legs].flatMap(([leg, [first]]) =>
      first ? [{ leg, matrix: null, what: 'all of it', why: why(first) }] : [],
    ),
    ...[...kernels.values()].flatMap(([first]) =>
      first ? [{ leg: first.leg, matrix: first.matrix, what: first.kernel ?? 'all of it', why: why(first) }] : [],
    ),
  ];
  return notRun.length === 0 ? run : { ...run, notRun: [...run.notRun, ...notRun] };
}
