import type { ConformanceCase, HowToRun, Tier } from '../case/conformance-case.ts';
import { ConformanceError, messageOf } from '../case/conformance-error.ts';
import type { KnownFailure } from './known-failure.ts';
import { judgeKnownFailure, unknownFailures } from './known-failure.ts';

/** What happened to one case. */
export interface CaseReport {
  readonly id: string;
  readonly tier: Tier;
  /** Backend that computes its products. */
  readonly backend?: string;
  readonly status: 'passed' | 'failed' | 'known-failure' | 'refused' | 'unavailable';
  /** Why it failed, was refused or is known to fail. */
  readonly reason?: string;
  /** The broken promise, where a promise was broken. */
  readonly promise?: string;
  /** True where nothing that is accepted could be found to try the promise on. */
  readonly notTried?: boolean;
  readonly compared: number;
  /** Those of them that are products which a kernel computed on a backend. */
  readonly products: number;
  readonly errorRatio?: number;
}

/** Plain JSON: what `spmv conform --json` prints and a package may publish. */
export interface ConformanceReport {
  readonly schema: 'spmv.conformance/1';
  /** What was tested: a package and version, or an id. */
  readonly subject: string;
  /** Devices that cases ran on. */
  readonly devices: readonly string[];
  readonly tiers: readonly Tier[];
  /** True when products were compared and nothing failed; in a strict run nothing was unavailable or not tried either. */
  readonly conforms: boolean;
  /** Why it does not conform; empty where it does. */
  readonly reasons: readonly string[];
  readonly totals: Readonly<Record<CaseReport['status'], number>>;
  /** Products compared, by backend. */
  readonly products: Readonly<Record<string, number>>;
  /** Cases that found nothing to try their promise on. */
  readonly notTried: readonly string[];
  /** Largest error ratio of any result; `null` where none was judged. */
  readonly errorRatio: number | null;
  readonly cases: readonly CaseReport[];
}

/** What is known of a run besides its cases. */
export interface RunFacts extends Pick<ConformanceReport, 'subject' | 'tiers'> {
  readonly strict: boolean;
  /** Ended early: it does not conform. */
  readonly aborted: boolean;
}

/** Which cases to run, and what their report is called. */
export interface RunCasesOptions extends HowToRun {
  readonly subject: string;
  /** Default: `['quick']`. */
  readonly tiers?: readonly Tier[];
  readonly knownFailures?: readonly KnownFailure[];
  /** Needs that cannot be met here; cases with them are left out. */
  readonly without?: readonly string[];
  /** Called after each case, for progress. */
  readonly onCase?: (report: CaseReport, index: number, count: number) => void;
  /** What is unavailable or not tried is a failure, too. Default false. */
  readonly strict?: boolean;
  /** Ends the run after the case that is running; the report is of the cases so far and does not conform. */
  readonly signal?: { readonly aborted: boolean };
}

async function runCase(
  one: ConformanceCase,
  known: KnownFailure | undefined,
  devices: Set<string>,
  how: HowToRun,
): Promise<CaseReport> {
  const { id, tier, backend } = one;
  const about = { id, tier, ...(backend === undefined ? {} : { backend }) };
  let error: unknown;
  try {
    const { device, ...result } = await one.run(how);
    if (device !== undefined) devices.add(device);
    if (!known) return { ...about, ...result };
  } catch (thrown) {
    error = thrown ?? new Error('nothing was thrown');
  }
  const promise = error instanceof ConformanceError ? { promise: error.promise } : {};
  const nothing = { compared: 0, products: 0 };
  if (!known) return { ...about, status: 'failed', reason: messageOf(error), ...promise, ...nothing };
  const wrong = judgeKnownFailure(known, error);
  return {
    ...about,
    status: wrong === undefined ? 'known-failure' : 'failed',
    reason: wrong ?? known.reason,
    ...promise,
    ...nothing,
  };
}

/** Runs the cases one after another, without a test framework. Never throws because of a case. */
export async function runCases(cases: Iterable<ConformanceCase>, options: RunCasesOptions): Promise<ConformanceReport> {
  const { subject, tiers = ['quick'], knownFailures = [], without = [], strict = false } = options;
  const all = [...cases];
  const chosen = all.filter((one) => tiers.includes(one.tier) && !one.needs.some((need) => without.includes(need)));
  const devices = new Set<string>();
  const reports: CaseReport[] = [];
  for (const one of chosen) {
    if (options.signal?.aborted) break;
    const report = await runCase(
      one,
      knownFailures.find((failure) => failure.case === one.id),
      devices,
      options,
    );
    reports.push(report);
    options.onCase?.(report, reports.length - 1, chosen.length);
  }
  for (const failure of unknownFailures(all, knownFailures)) {
    reports.push({
      id: failure.case,
      tier: 'quick',
      status: 'failed',
      reason: 'A known failure names no case of this id.',
      compared: 0,
      products: 0,
    });
  }
  return summarise({ subject, tiers, strict, aborted: options.signal?.aborted ?? false }, devices, reports);
}

/** The report of cases that ran. */
export function summarise(
  run: RunFacts,
  devices: ReadonlySet<string>,
  cases: readonly CaseReport[],
): ConformanceReport {
  const totals = { passed: 0, failed: 0, 'known-failure': 0, refused: 0, unavailable: 0 };
  let errorRatio: number | null = null;
  for (const report of cases) {
    totals[report.status]++;
    if (report.errorRatio !== undefined) errorRatio = Math.max(errorRatio ?? 0, report.errorRatio);
  }
  const products: Record<string, number> = {};
  for (const { backend, products: count } of cases)
    if (backend !== undefined) products[backend] = (products[backend] ?? 0) + count;
  const notTried = cases.filter((report) => report.notTried).map(({ id }) => id);
  const reasons = [
    ...(run.aborted ? ['the run was stopped early'] : []),
    ...(totals.failed > 0 ? [`${totals.failed} failed`] : []),
    ...(cases.some((report) => report.products > 0) ? [] : ['no product was compared']),
    ...(run.strict && totals.unavailable > 0 ? [`${totals.unavailable} unavailable`] : []),
    ...(run.strict && notTried.length > 0 ? [`${notTried.length} not tried`] : []),
  ];
  return {
    schema: 'spmv.conformance/1',
    subject: run.subject,
    devices: [...devices].sort(),
    tiers: run.tiers,
    conforms: reasons.length === 0,
    reasons,
    totals,
    products,
    notTried,
    errorRatio,
    cases,
  };
}
