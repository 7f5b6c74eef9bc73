import type { Claim, Exhibit } from '../study.ts';
import type { NotRun, StudyResult, StudyRun, Unsteady } from '../study-run.ts';
import { timedOf } from './timed.ts';

/** Legs, matrices, backends and values that something is about; where it names none of a kind, all of its legs. */
type About = Pick<Exhibit, 'legs' | 'matrices' | 'backends'> & Pick<Claim, 'values'>;

/** Whether what was left out is a backend, `backend cuda`, or are values of a parameter, `threads 3, 4`, and something is about others. */
function isOfOthers({ what }: NotRun, { values = {}, backends }: About): boolean {
  const [, backend] = /^backend (\S+)$/u.exec(what) ?? [];
  if (backend !== undefined) return backends?.includes(backend) === false;
  const [, name = '', list = ''] = /^(\w+) ([\d, ]+)$/u.exec(what) ?? [];
  const wanted = values[name];
  return wanted !== undefined && list.split(', ').every((value) => !wanted.includes(Number(value)));
}

function isAbout({ leg, matrix }: Pick<NotRun, 'leg' | 'matrix'>, { legs, matrices }: About): boolean {
  const isOfLegs = leg === null ? legs.length > 0 || matrices !== undefined : legs.includes(leg);
  return isOfLegs && (matrix === null || (matrices?.includes(matrix) ?? true));
}

/** What was recorded of a leg or a matrix when it was left out, and makes what is drawn from it a part; not fewer samples, nor what stands in for another leg. */
export function leftOutOf({ notRun }: StudyRun, about: About): readonly NotRun[] {
  return notRun.filter(
    (one) => isAbout(one, about) && one.cut !== 'samples' && !one.standsIn && !isOfOthers(one, about),
  );
}

/** Times of its legs that cannot be told apart, or are no base of quotients. */
export function unsteadyIn({ unsteady }: StudyRun, about: About): readonly Unsteady[] {
  const { backends } = about;
  return unsteady.filter(
    (one) => isAbout(one, about) && (one.backend === undefined || (backends?.includes(one.backend) ?? true)),
  );
}

/** A run without the sweeps that were cut short: the best of some points is not the best of all. */
export function wholeOf(run: StudyRun): StudyRun {
  const key = ({ leg, matrix }: Pick<NotRun | StudyResult, 'leg' | 'matrix'>): string => JSON.stringify([leg, matrix]);
  const cut = new Set(run.notRun.filter((one) => one.cut === 'points').map(key));
  return cut.size === 0 ? run : { ...run, results: run.results.filter((result) => !cut.has(key(result))) };
}

/**
 * Lists what was left out by the reason, each leg with its own matrices: `ellr-t on wbp256: 11 combinations in f32, what was left
 * of the time budget did not suffice`.
 */
export function leftOutText(notRun: readonly NotRun[]): string {
  const reasons = new Map<string, Map<string, Set<string>>>();
  for (const { leg, matrix, what, why, cut } of notRun) {
    const key = `${what === 'all of it' || (cut === 'points' && matrix !== '') ? '' : `${what}, `}${why.replace(/\.$/, '')}`;
    const legs = reasons.get(key) ?? new Map<string, Set<string>>();
    const matrices = legs.get(leg ?? '') ?? new Set<string>();
    reasons.set(key, legs.set(leg ?? '', matrices));
    if (matrix !== null && matrix !== '') matrices.add(matrix);
  }
  const lines = [...reasons].map(([why, legs]) => {
    const alike = new Map<string, string[]>();
    for (const [leg, matrices] of legs) {
      const all = [...matrices].toSorted().join(', ');
      alike.set(all, [...(alike.get(all) ?? []), ...(leg === '' ? [] : [leg])]);
    }
    const of = [...alike].map(([all, ids]) => [ids.join(', '), all].filter((text) => text !== '').join(' on '));
    return [of.filter((text) => text !== '').join('; '), why].filter((text) => text !== '').join(': ');
  });
  return lines.length === 0 ? '' : `${lines.join('. ')}.`;
}

/** Why nothing can be drawn or judged: what was recorded of its legs that timed nothing, or else of all of them. */
export function whyNotDrawn(run: StudyRun, about: About): string {
  const { matrices } = about;
  if (about.legs.length === 0) return leftOutText(leftOutOf(run, about)) || 'Its matrices were not read.';
  // What stands in for others is no reason where these were there.
  const proper = about.legs.filter((leg) => !run.notRun.some((one) => one.leg === leg && one.standsIn));
  const legs = proper.some((leg) => timedOf(run, { leg }).length > 0) ? proper : about.legs;
  const isOwn = ({ matrix }: StudyResult): boolean => matrices?.includes(matrix) ?? true;
  const lacksBackend = (leg: string): boolean =>
    run.notRun.some((one) => one.leg === leg && one.what.startsWith('backend '));
  const silent = legs.filter((leg) => lacksBackend(leg) || !timedOf(run, { leg }).some(isOwn));
  const found = new Map<string, string[]>();
  for (const leg of silent.length > 0 ? silent : legs) {
    const own = run.notRun.filter((one) => isAbout(one, { ...about, legs: [leg] }) && one.cut !== 'samples');
    const whole = own.filter(({ matrix, what }) => matrix === null && what === 'all of it');
    // A matrix that nothing ran on says nothing of what is about all of them.
    const rest = matrices ? own : own.filter((one) => one.leg !== null);
    const refused = run.results.find((one) => one.leg === leg && one.status !== 'ok' && isOwn(one));
    const why =
      leftOutText((whole.length > 0 ? whole : rest).map((one) => ({ ...one, leg: null }))) ||
      `${(refused?.reason ?? (timedOf(run, { leg }).some(isOwn) ? 'not all that it takes was run' : 'nothing of it was run')).replace(/\.$/, '')}.`;
    found.set(why, [...(found.get(why) ?? []), leg]);
  }
  return [...found].map(([why, of]) => `${of.join(', ')}: ${why}`).join(' ');
}
