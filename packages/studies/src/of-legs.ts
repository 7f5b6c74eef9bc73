import { paramOf } from './exhibits/timed.ts';
import type { Study, StudyLeg } from './study.ts';
import type { NotRun, StudyResult, StudyRun } from './study-run.ts';

/** Whether a parameter's value is one of those that a leg names. */
export function isNamed(leg: StudyLeg, name: string, value: number | string | boolean, cores: number): boolean {
  return (leg.params?.[name] ?? []).some((one) => (one === 'cores' ? cores : one) === value);
}

/** The parameters that a leg of one backend names, and not one result has, though all of its kernels ran: the document is older than they are. */
function unknownThen(
  { backends = [], kernels = [], params = {} }: StudyLeg,
  own: readonly StudyResult[],
): readonly string[] {
  if (backends.length !== 1 || !kernels.every((kernel) => own.some((result) => result.kernel === kernel))) return [];
  return Object.keys(params).filter((name) => own.every((result) => paramOf(result, name) === undefined));
}

/** Why a leg of today does not name a result; nothing where it does. */
function whyNot(
  result: StudyResult,
  leg: StudyLeg | undefined,
  older: readonly string[],
  cores: number,
): string | undefined {
  if (!leg) return 'recorded for a measurement that the study no longer has';
  const { backend, kernel } = result;
  if (leg.backends && !leg.backends.includes(backend))
    return `recorded on ${backend}, where the study no longer measures it`;
  if (leg.kernels && kernel !== null && !leg.kernels.includes(kernel))
    return 'recorded by a kernel that the study no longer measures there';
  if (older.length > 0) return `recorded before the study had ${older.join(' and ')}`;
  const wrong = Object.keys(leg.params ?? {}).flatMap((name) => {
    const value = paramOf(result, name);
    return value === undefined || isNamed(leg, name, value, cores) ? [] : [`${name}=${String(value)}`];
  });
  return wrong.length === 0 ? undefined : `recorded with ${wrong.join(' and ')}, which the study no longer measures`;
}

/** A run without the results that the legs of the study do not name (any more), which count as not run, with why: documents may be older than a study. */
export function ofLegs({ legs }: Pick<Study, 'legs'>, run: StudyRun): StudyRun {
  const byId = new Map(legs.map((leg) => [leg.id, leg]));
  const older = new Map(
    legs.map((leg) => [
      leg.id,
      unknownThen(
        leg,
        run.results.filter((result) => result.leg === leg.id),
      ),
    ]),
  );
  const kept: StudyResult[] = [];
  const lost = new Map<string, { readonly one: Pick<NotRun, 'leg' | 'matrix' | 'why'>; readonly of: Set<string> }>();
  for (const result of run.results) {
    const { leg, matrix, kernel } = result;
    const why = whyNot(result, byId.get(leg), older.get(leg) ?? [], run.machine.cores);
    if (why === undefined) {
      kept.push(result);
      continue;
    }
    const key = JSON.stringify([leg, matrix, why]);
    const entry = lost.get(key) ?? { one: { leg, matrix, why }, of: new Set<string>() };
    lost.set(key, entry);
    entry.of.add(kernel ?? 'all of it');
  }
  if (lost.size === 0) return run;
  const notRun = [...lost.values()].map(({ one, of }): NotRun => ({ ...one, what: [...of].join(', ') }));
  return { ...run, results: kept, notRun: [...run.notRun, ...notRun] };
}
