import type { Exhibit } from '../study.ts';
import type { StudyRun } from '../study-run.ts';

/** What stood in the way of a leg. */
function lackOf({ notRun, results }: StudyRun, leg: string, matrices: readonly string[] | undefined): string {
  const ofMatrices = notRun.filter(({ matrix }) => matrix !== null && (matrices?.includes(matrix) ?? true));
  const ofLeg = notRun.filter((one) => one.leg === leg && one.matrix === null);
  const refused = results.find(
    (result) => result.leg === leg && result.status !== 'ok' && (matrices?.includes(result.matrix) ?? true),
  );
  const isBackend = ({ what }: { readonly what: string }): boolean => what.startsWith('backend ');
  return (
    ofLeg.find(isBackend)?.why ??
    (matrices ? ofMatrices.find((one) => one.leg === null || one.leg === leg)?.why : undefined) ??
    refused?.reason ??
    ofLeg[0]?.why ??
    ofMatrices[0]?.why ??
    'nothing of it was run'
  );
}

/** Why nothing can be drawn for an exhibit: what each of its legs lacked. */
export function whyNotDrawn(run: StudyRun, { legs, matrices }: Pick<Exhibit, 'legs' | 'matrices'>): string {
  const byReason = new Map<string, string[]>();
  for (const leg of legs) {
    const reason = lackOf(run, leg, matrices);
    byReason.set(reason, [...(byReason.get(reason) ?? []), leg]);
  }
  return [...byReason].map(([reason, names]) => `${names.join(', ')}: ${reason}`).join(' ');
}
