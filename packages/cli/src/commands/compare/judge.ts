import type { BenchResult } from '@spmv/engine';
import { computedText, loadWords, mannWhitney } from '@spmv/engine';
import type { BenchDocument } from '../../documents/bench-document.ts';

/** What counts as a change. */
export interface ChangeLimits {
  /** Smallest change that counts, per cent. */
  readonly threshold: number;
  /** Largest p that counts. */
  readonly significance: number;
}

export type ChangeVerdict =
  | 'faster'
  | 'slower'
  | 'same'
  | 'not comparable'
  | 'broken'
  | 'repaired'
  | 'only in A'
  | 'only in B';

export interface ComparedRow {
  readonly case: string;
  readonly verdict: ChangeVerdict;
  readonly aMs: number | null;
  readonly bMs: number | null;
  /** B over A: above 1 is slower. */
  readonly ratio: number | null;
  readonly p: number | null;
}

/** Processes of each side from which on their medians tell a change from other work on the machine. */
const LEAST_PROCESSES = 3;

/** Part of the processors that others may take from a run whose times can be trusted. */
const MOST_OTHERS = 0.1;

function keyOf(result: BenchResult): string {
  const params = [result.formatParams, result.kernelParams, result.launchParams]
    .map((group) =>
      Object.entries(group ?? {})
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => `${name}=${String(value)}`)
        .join(' '),
    )
    .filter((text) => text !== '');
  return [
    result.problem.name,
    result.operation,
    result.backend,
    result.kernel ?? result.format,
    result.precision ?? '',
    ...(result.stored === undefined ? [] : [`stored ${result.stored}`]),
    ...params,
  ].join(' ');
}

/** How busy others kept the machine of a run: `other processes took 62 % of its processors`; `undefined` where it had them for itself, or nobody knows. */
export function busyWith({ host = {} }: BenchDocument): string | undefined {
  const { othersCpu, loadAverage, cores } = host;
  if (typeof othersCpu === 'number')
    return othersCpu > MOST_OTHERS
      ? `other processes took ${Math.round(100 * othersCpu)} % of its processors`
      : undefined;
  return typeof loadAverage === 'number' && typeof cores === 'number'
    ? loadWords({ load: loadAverage, cores })
    : undefined;
}

/** Whether processes of both sides differ, by their medians: samples of one process are alike. `undefined` where one side is of a single process. */
function processesDiffer(
  { processMediansMs: a = [] }: BenchResult,
  { processMediansMs: b = [] }: BenchResult,
): boolean | undefined {
  if (a.length < 2 || b.length < 2) return undefined;
  return Math.max(...a) < Math.min(...b) || Math.max(...b) < Math.min(...a);
}

/** Whether a change of a busy machine's times is one: it is in every one of enough processes. */
function isShown(a: BenchResult, b: BenchResult): boolean {
  if (a.imported) return true;
  const least = Math.min(a.processMediansMs?.length ?? 1, b.processMediansMs?.length ?? 1);
  return least >= LEAST_PROCESSES;
}

function judged(
  key: string,
  a: BenchResult | undefined,
  b: BenchResult | undefined,
  { threshold, significance }: ChangeLimits,
  isBusy: boolean,
): ComparedRow {
  const [aMs, bMs] = [a?.medianMs ?? null, b?.medianMs ?? null];
  const base = { case: key, aMs, bMs, ratio: null, p: null };
  if (!a || !b) return { ...base, verdict: a ? 'only in A' : 'only in B' };
  if (aMs !== null && bMs === null) return { ...base, verdict: 'broken' };
  if (aMs === null || bMs === null) return { ...base, verdict: bMs === null ? 'same' : 'repaired' };
  const ratio = bMs / aMs;
  const p = mannWhitney(a.samplesMs ?? [], b.samplesMs ?? []);
  const differs = p <= significance && Math.abs(ratio - 1) * 100 >= threshold && processesDiffer(a, b) !== false;
  const change = isBusy && !isShown(a, b) ? 'not comparable' : ratio > 1 ? 'slower' : 'faster';
  return { ...base, ratio, p, verdict: differs ? change : 'same' };
}

/** The results of a document by what they are of. */
function keyed({ results, options }: BenchDocument): ReadonlyMap<string, BenchResult> {
  const how = [computedText(options ?? {}), options?.cold === undefined ? '' : 'cold', options?.uploads ?? ''];
  return new Map(
    results.map((result) => [
      [keyOf(result), ...(result.imported ? ['imported'] : how)].filter((text) => text !== '').join(' '),
      result,
    ]),
  );
}

/** Every case of the two documents, judged. */
export function compareDocuments(a: BenchDocument, b: BenchDocument, limits: ChangeLimits): readonly ComparedRow[] {
  const [before, after] = [keyed(a), keyed(b)];
  const isBusy = [a, b].some((document) => busyWith(document) !== undefined);
  return [...new Set([...before.keys(), ...after.keys()])].map((key) =>
    judged(key, before.get(key), after.get(key), limits, isBusy),
  );
}
