import type { ConformanceCase, Tier } from '../case/conformance-case.ts';
import { ConformanceError, messageOf } from '../case/conformance-error.ts';
import { KIT_VERSION } from './kit-version.ts';
import type { KnownFailure } from './known-failure.ts';
import { judgeKnownFailure, unknownFailures } from './known-failure.ts';

/** What happened to one case. */
export interface CaseReport {
  readonly id: string;
  readonly tier: Tier;
  readonly status: 'passed' | 'failed' | 'known-failure' | 'refused' | 'unavailable';
  /** Why it failed, was refused or is known to fail. */
  readonly reason?: string;
  /** The broken promise, where a promise was broken. */
  readonly promise?: string;
  readonly compared: number;
  readonly errorRatio?: number;
}

/** Plain JSON: what `spmv conform --json` prints and a package may publish. */
export interface ConformanceReport {
  readonly schema: 'spmv.conformance/1';
  readonly kit: { readonly name: '@spmv/testkit'; readonly version: string };
  /** What was tested: a package and version, or an id. */
  readonly subject: string;
  /** Devices that cases ran on. */
  readonly devices: readonly string[];
  readonly tiers: readonly Tier[];
  /** True when something was compared and nothing failed. */
  readonly conforms: boolean;
  readonly totals: Readonly<Record<CaseReport['status'], number>>;
  /** Largest error ratio of any result; `null` where none was judged. */
  readonly errorRatio: number | null;
  readonly cases: readonly CaseReport[];
}

/** Which cases to run, and what their report is called. */
export interface RunCasesOptions {
  readonly subject: string;
  /** Default: `['quick']`. */
  readonly tiers?: readonly Tier[];
  readonly knownFailures?: readonly KnownFailure[];
  /** Needs that cannot be met here; cases with them are left out. */
  readonly without?: readonly string[];
  /** Called after each case, for progress. */
  readonly onCase?: (report: CaseReport, index: number, count: number) => void;
  /** Ends the run after the case that is running; the report is of the cases so far and does not conform. */
  readonly signal?: { readonly aborted: boolean };
}

async function runCase(one: ConformanceCase, known: KnownFailure | undefined, devices: Set<string>): Promise<CaseReport> {
  const { id, tier } = one;
  let error: unknown;
  try {
    const { device, ...result } = await one.run();
    if (device !== undefined) devices.add(device);
    if (!known) return { id, tier, ...result };
  } catch (thrown) {
    error = thrown ?? new Error('nothing was thrown');
  }
  const promise = error instanceof ConformanceError ? { promise: error.promise } : {};
  if (!known) return { id, tier, status: 'failed', reason: messageOf(error), ...promise, compared: 0 };
  const wrong = judgeKnownFailure(known, error);
  return { id, tier, status: wrong === undefined ? 'known-failure' : 'failed', reason: wrong ?? known.reason, ...promise, compared: 0 };
}

/** Runs the cases one after another, without a test framework. Never throws because of a case. */
export async function runCases(cases: Iterable<ConformanceCase>, options: RunCasesOptions): Promise<ConformanceReport> {
  const { subject, tiers = ['quick'], knownFailures = [], without = [] } = options;
  const all = [...cases];
  const chosen = all.filter((one) => tiers.includes(one.tier) && !one.needs.some((need) => without.includes(need)));
  const devices = new Set<string>();
  const reports: CaseReport[] = [];
  for (const one of chosen) {
    if (options.signal?.aborted) break;
    const report = await runCase(one, knownFailures.find((failure) => failure.case === one.id), devices);
    reports.push(report);
    options.onCase?.(report, reports.length - 1, chosen.length);
  }
  for (const failure of unknownFailures(all, knownFailures)) {
    reports.push({ id: failure.case, tier: 'quick', status: 'failed', reason: 'A known failure names no case of this id.', compared: 0 });
  }
  return summarise(subject, tiers, devices, reports, options.signal?.aborted ?? false);
}

/** The report of cases that ran; one of a run that was `aborted` does not conform. */
export function summarise(subject: string, tiers: readonly Tier[], devices: ReadonlySet<string>, cases: readonly CaseReport[], aborted: boolean): ConformanceReport {
  const totals = { passed: 0, failed: 0, 'known-failure': 0, refused: 0, unavailable: 0 };
  let errorRatio: number | null = null;
  for (const report of cases) {
    totals[report.status]++;
    if (report.errorRatio !== undefined) errorRatio = Math.max(errorRatio ?? 0, report.errorRatio);
  }
  return {
    schema: 'spmv.conformance/1',
    kit: { name: '@spmv/testkit', version: KIT_VERSION },
    subject,
    devices: [...devices].sort(),
    tiers,
    conforms: totals.passed > 0 && totals.failed === 0 && !aborted,
    totals,
    errorRatio,
    cases,
  };
}
