import type { CaseReport, ConformanceReport } from '../src/index.ts';
import { runCases as runAll } from '../src/index.ts';
import { FULL } from '../../../tools/full-lane.ts';

/** The kit's runner; in the quick lane each case takes what packages' tests take there. */
export function runCases(...[cases, options]: Parameters<typeof runAll>): Promise<ConformanceReport> {
  return runAll(cases, { coverage: FULL ? 'all' : 'pairs', ...options });
}

/** How many of the cases failed until the first did, after which none is run. */
export async function failures(...[cases, options]: Parameters<typeof runAll>): Promise<number> {
  const ended = new AbortController();
  const onCase = ({ status }: CaseReport): void => (status === 'failed' ? ended.abort() : undefined);
  return (await runCases(cases, { ...options, signal: ended.signal, onCase })).totals.failed;
}
