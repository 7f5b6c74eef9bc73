import type { StudyResult, StudyRun } from '../study-run.ts';

/** A result that validated and was timed. */
export interface Timed extends StudyResult {
  readonly medianMs: number;
}

/** Which results: of these fields, and of these values of parameters. */
export interface Wanted {
  readonly leg: string;
  readonly matrix?: string;
  readonly backend?: string;
  readonly format?: string;
  readonly kernel?: string;
  readonly precision?: string;
  readonly params?: Readonly<Record<string, number | string | boolean>>;
}

/** The value of a parameter of backend, kernel or format. */
export function paramOf(
  { launchParams, kernelParams, formatParams }: Pick<StudyResult, 'launchParams' | 'kernelParams' | 'formatParams'>,
  name: string,
): number | string | boolean | undefined {
  return launchParams[name] ?? kernelParams[name] ?? formatParams[name];
}

function isWanted(result: StudyResult, { params = {}, ...fields }: Wanted): boolean {
  return (
    Object.entries(fields).every(([name, value]) => result[name as keyof StudyResult] === value) &&
    Object.entries(params).every(([name, value]) => paramOf(result, name) === value)
  );
}

/** Results of these, timed or not. */
export function resultsOf({ results }: StudyRun, wanted: Wanted): readonly StudyResult[] {
  return results.filter((result) => isWanted(result, wanted));
}

/** Those that validated and were timed: no figure is made from any other. */
export function timedOf(run: StudyRun, wanted: Wanted): readonly Timed[] {
  return resultsOf(run, wanted).filter((result): result is Timed => result.status === 'ok' && result.medianMs !== null);
}

/** The fastest of them. */
export function fastestOf(run: StudyRun, wanted: Wanted): Timed | undefined {
  return timedOf(run, wanted).reduce<Timed | undefined>(
    (best, result) => (best === undefined || result.medianMs < best.medianMs ? result : best),
    undefined,
  );
}

/** The matrices that something was timed on in one of these legs, in the order in which they ran. */
export function timedMatrices(run: StudyRun, legs: readonly string[]): readonly string[] {
  const found = new Set(legs.flatMap((leg) => timedOf(run, { leg }).map(({ matrix }) => matrix)));
  return run.matrices.map(({ name }) => name).filter((name) => found.has(name));
}
