import type { Precision } from '@spmv/core';
import { formatBytes } from '@spmv/core';
import type { BenchResult } from './result.ts';
import { backendText, heldBytes } from './result.ts';
import { BASELINE, isBaseline } from '../plan/baseline.ts';
import { formatMs, paramsText, significant, times } from '../text/numbers.ts';

/** What to use for one matrix in one precision. */
export interface Verdict {
  readonly precision: Precision;
  /** The simplest of the fastest that validated: those whose confidence intervals overlap that of the fastest, and whose median is at most twice its. */
  readonly best: BenchResult;
  /** The others of these: as good as far as this run can tell. */
  readonly ties: readonly BenchResult[];
  readonly text: string;
}

interface Timed extends BenchResult {
  readonly precision: Precision;
  readonly medianMs: number;
  readonly medianLowMs: number;
  readonly medianHighMs: number;
  readonly compulsoryBytes: number;
}

function isTimed(result: BenchResult): result is Timed {
  return result.status === 'ok' && !result.imported && result.medianMs !== null && result.precision !== null;
}

/** Kernel, the backend where it is not the same for all, and the parameters where the kernel ran with several. */
function nameOf(result: BenchResult, among: readonly BenchResult[]): string {
  const backends = new Set(among.map(({ backend }) => backend));
  const twins = among.filter(({ kernel, backend }) => kernel === result.kernel && backend === result.backend);
  const params = paramsText(result.formatParams, result.kernelParams, result.launchParams);
  return `${result.kernel ?? result.format}${backends.size > 1 ? ` on ${backendText(result)}` : ''}${twins.length > 1 && params !== '' ? ` (${params})` : ''}`;
}

/** What a combination holds, what its kernel's analysis made included, and x and y: the compulsory bytes less those of the format. */
function held(result: Timed): number {
  return (heldBytes(result) ?? 0) + result.compulsoryBytes - (result.storageBytes ?? 0);
}

function perEntry(result: Timed, nnz: number): string {
  return significant(held(result) / Math.max(1, nnz));
}

/** Its format, or its kernel where several of the format take part. */
function holderOf(result: Timed, all: readonly Timed[]): string {
  return all.some(({ format, kernel }) => format === result.format && kernel !== result.kernel)
    ? (result.kernel ?? result.format ?? '')
    : (result.format ?? '');
}

/** A hundredth more is the same: bounds of ranges and carries are no cause of anything. */
function isMore(a: Timed, b: Timed): boolean {
  return held(a) > 1.01 * held(b);
}

/** What the sizes say about the fastest: measured causes only. Where no matrix is stored, how fast it is. */
function why(best: Timed, all: readonly Timed[]): string {
  if (best.made)
    return `it does ${significant(best.gflops)} GFLOP/s and takes ${formatBytes(best.made.workBytes)} of work`;
  if (!best.matrix) return `it does ${significant(best.gflops)} GFLOP/s`;
  const { nnz } = best.matrix;
  const least = all.reduce((a, b) => (held(b) < held(a) ? b : a));
  const most = all.reduce((a, b) => (held(b) > held(a) ? b : a));
  if (!isMore(most, least)) return `it stores ${perEntry(best, nnz)} bytes per entry with x and y`;
  if (!isMore(best, least)) return `nothing stores less, ${perEntry(best, nnz)} bytes per entry with x and y`;
  return `it stores ${perEntry(best, nnz)} bytes per entry with x and y; ${holderOf(least, all)} stores less (${perEntry(least, nnz)}) and is ${overlaps(least, best) ? 'as fast' : 'slower'}, so bytes are not the limit here`;
}

/** Besides the one that is advised, and where a busy machine leaves them all. */
const [MOST_NAMED, MOST_TIES] = [2, 5];

/** `a, b and c`, or `a, b and 5 more`. */
function listed(names: readonly string[], most = MOST_NAMED): string {
  const shown = names.length > most ? [...names.slice(0, most), `${names.length - most} more`] : names;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function overlaps(a: Timed, b: Timed): boolean {
  return a.medianLowMs <= b.medianHighMs && b.medianLowMs <= a.medianHighMs;
}

/** Of what cannot be told apart the simplest is advised: on one thread before several, CSR before what has to be converted to, then the fastest. */
function simpler(a: Timed, b: Timed): Timed {
  const steps = ({ backend, format }: Timed): number =>
    (backend === BASELINE.backend ? 0 : 2) + (format === BASELINE.format ? 0 : 1);
  return steps(b) < steps(a) || (steps(b) === steps(a) && b.medianMs < a.medianMs) ? b : a;
}

/** A median this many times the least is no tie, however wide the intervals are: a machine that is busy makes all of them overlap. */
const MOST_APART = 2;

/** Those that are as fast as far as this run can tell, and why not the one with the least median is advised. */
function tiesText(best: Timed, fastest: Timed, ties: readonly Timed[], all: readonly Timed[]): string {
  if (ties.length === 0) return '';
  const named = listed(ties.map((tie) => nameOf(tie, all)));
  const rule =
    best === fastest
      ? ''
      : ` Of these the simplest is advised, one thread before several and CSR before other formats; ${nameOf(fastest, all)} has the least median, ${formatMs(fastest.medianMs)}.`;
  return ` ${ties.length === all.length - 1 ? `All ${all.length} tie` : `It ties with ${named}`}: their 95 % intervals overlap.${rule}`;
}

/** What is ruled out whatever the machine does. */
function slowText(count: number): string {
  if (count === 0) return '';
  return ` ${count === 1 ? 'One other takes' : `${count} others take`} more than ${MOST_APART} × the least time.`;
}

/** How the fastest library did beside the best, which is none. */
function vendorText(best: Timed, all: readonly Timed[]): string {
  const [first, ...others] = best.vendor ? [] : all.filter(({ vendor }) => vendor);
  if (!first) return '';
  const fastest = others.reduce((a, b) => (b.medianMs < a.medianMs ? b : a), first);
  const compared = overlaps(fastest, best) ? ', which is a tie' : '';
  return ` ${nameOf(fastest, all)}, the fastest library, takes ${times(fastest.medianMs / best.medianMs)} its time${compared}.`;
}

/**
 * One verdict per precision, in the order the precisions appear. Empty when nothing was timed. `busy`: ties are no finding, so the simplest is advised
 * for being that. Libraries are measured to compare with: one is named as what to use where nothing else was measured.
 */
export function verdicts(results: readonly BenchResult[], busy = false): readonly Verdict[] {
  const timed = results.filter(isTimed);
  return [...new Set(timed.map(({ precision }) => precision))].map((precision) => {
    const all = timed.filter((result) => result.precision === precision);
    const own = all.filter(({ vendor }) => !vendor);
    const eligible = own.length > 0 ? own : all;
    const fastest = eligible.reduce((a, b) => (b.medianMs < a.medianMs ? b : a));
    const near = eligible.filter(({ medianMs }) => medianMs <= MOST_APART * fastest.medianMs);
    const equal = near.filter((result) => overlaps(result, fastest));
    const best = equal.reduce(simpler);
    const ties = equal.filter((result) => result !== best);
    const speed =
      best.speedup === null
        ? ''
        : isBaseline(best)
          ? ', the kernel that speed-ups refer to'
          : `, ${times(best.speedup)} ${BASELINE.kernel} on ${BASELINE.backend}`;
    return {
      precision,
      best,
      ties,
      text:
        busy && ties.length > 0
          ? `${precision}: any of ${ties.length + 1} may be the fastest; this machine is too busy to tell. ${isBaseline(best) ? 'Keep' : 'Use'} ${nameOf(best, all)}, the simplest of them; the others are ${listed(
              ties.map((one) => nameOf(one, all)),
              MOST_TIES,
            )}.${slowText(eligible.length - near.length)}`
          : `${precision}: use ${nameOf(best, all)}: ${formatMs(best.medianMs)}${speed}.${tiesText(best, fastest, ties, eligible)}${vendorText(best, all)} ${sentence(why(best, eligible))}.`,
    };
  });
}

/** Verdicts as a document has them. */
export function verdictSummaries(
  results: readonly BenchResult[],
  busy = false,
): readonly { readonly precision: string; readonly text: string; readonly ties: number }[] {
  return verdicts(results, busy).map(({ precision, text, ties }) => ({ precision, text, ties: ties.length }));
}
