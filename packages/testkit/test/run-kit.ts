import type { ConformanceReport } from '../src/index.ts';
import { runCases as runAll } from '../src/index.ts';
import { FULL } from '../../../tools/full-lane.ts';

/** The kit's runner; in the quick lane each case takes what packages' tests take there. */
export function runCases(...[cases, options]: Parameters<typeof runAll>): Promise<ConformanceReport> {
  return runAll(cases, { coverage: FULL ? 'all' : 'pairs', ...options });
}
