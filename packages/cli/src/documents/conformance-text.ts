import { counted, significant } from '@spmv/engine/basics';
import type { CaseReport, ConformanceReport } from '@spmv/testkit';
import type { Terminal } from '../output/terminal.ts';

/** The kit's report, and which kit it was. */
export interface ConformanceDocument extends ConformanceReport {
  readonly kit: { readonly name: string; readonly version: string };
}

/** `3 × reason` for each reason, in the order in which they came up. */
function byReason(cases: readonly CaseReport[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { status, reason = '' } of cases)
    counts.set(`${status}: ${reason}`, (counts.get(`${status}: ${reason}`) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `${count} × ${reason}`);
}

/** The cases that found nothing to try their promise on, by reason. */
function notTriedLines(cases: readonly CaseReport[]): readonly string[] {
  const ids = new Map<string, string[]>();
  for (const { id, reason = '' } of cases) ids.set(reason, [...(ids.get(reason) ?? []), id]);
  return [...ids].map(([reason, list]) => `${list.join(', ')}: ${reason}`);
}

/** A report for people: what failed, what was not compared and why, and one line that says whether the plugin conforms. */
export function conformanceText(terminal: Terminal, report: ConformanceDocument): string {
  const { cases, conforms, reasons, totals, products, errorRatio, devices, subject, kit, tiers } = report;
  const skipped = cases.filter(
    ({ status, notTried }) => status === 'unavailable' || (status === 'refused' && !notTried),
  );
  const counts = `${totals.passed} passed, ${totals.failed} failed, ${totals.refused} refused, ${totals.unavailable} unavailable`;
  const multiplied = Object.entries(products)
    .map(([backend, count]) => `${backend} ${count}`)
    .join(', ');
  return [
    ...cases
      .filter(({ status }) => status === 'failed')
      .map(({ id, reason = '' }) => `${terminal.style('red', '✗')} ${id}\n  ${reason}`),
    ...byReason(skipped).map((line) => terminal.style('dim', line)),
    ...notTriedLines(cases.filter(({ notTried }) => notTried)).map((line) => terminal.style('yellow', line)),
    `${conforms ? `${terminal.style('green', '✓')} ${subject} conforms` : `${terminal.style('red', '✗')} ${subject} does not conform (${reasons.join(', ')})`}: ${counts}` +
      `; ${counted(
        Object.values(products).reduce((sum, count) => sum + count, 0),
        'product',
        'products',
      )} compared${multiplied === '' ? '' : ` (${multiplied})`}` +
      `${errorRatio === null ? '' : `; largest error ratio ${significant(errorRatio)}`}${devices.length > 0 ? `; on ${devices.join(', ')}` : ''}; tier ${tiers.at(-1)}; kit ${kit.version}`,
  ].join('\n');
}
