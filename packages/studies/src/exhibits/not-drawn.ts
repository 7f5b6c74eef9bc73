import type { Exhibit } from '../study.ts';
import type { NotRun, StudyRun } from '../study-run.ts';
import { timedOf } from './timed.ts';

/** Whether nothing at all of a leg ran because of it. */
function isWhole({ what, matrix }: NotRun): boolean {
  return matrix === null && (what === 'all of it' || what.startsWith('backend '));
}

/** What stood in the way of a leg. */
function lackOf({ notRun, results }: StudyRun, leg: string, matrices: readonly string[] | undefined): string {
  const isOwn = (matrix: string): boolean => matrices?.includes(matrix) ?? true;
  const ofLeg = notRun.filter((one) => one.leg === leg || one.leg === null);
  const ofMatrix = ofLeg.find(({ matrix }) => matrix !== null && isOwn(matrix));
  const refused = results.find((one) => one.leg === leg && one.status !== 'ok' && isOwn(one.matrix));
  const partly = ofLeg.find(({ matrix }) => matrix === null);
  const found = ofLeg.find(isWhole)?.why ?? (matrices ? ofMatrix?.why : undefined) ?? refused?.reason;
  return found ?? partly?.why ?? ofMatrix?.why ?? 'nothing of it was run';
}

/** Why nothing can be drawn for an exhibit: what each of its legs lacked that timed nothing. */
export function whyNotDrawn(run: StudyRun, { legs, matrices }: Pick<Exhibit, 'legs' | 'matrices'>): string {
  const lacking = legs.filter((leg) => !timedOf(run, { leg }).some(({ matrix }) => matrices?.includes(matrix) ?? true));
  const byReason = new Map<string, string[]>();
  for (const leg of lacking.length > 0 ? lacking : legs) {
    const reason = lackOf(run, leg, matrices).replace(/\.$/, '');
    byReason.set(reason, [...(byReason.get(reason) ?? []), leg]);
  }
  return [...byReason].map(([reason, names]) => `${names.join(', ')}: ${reason}.`).join(' ');
}
