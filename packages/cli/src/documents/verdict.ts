import type { Precision } from '@spmv/core';
import { formatBytes } from '@spmv/core';
import type { BenchResult } from './result.ts';
import { heldBytes } from './result.ts';
import { isBaseline } from '../engine/baseline.ts';
import { formatMs, paramsText, significant, times } from '../output/numbers.ts';

/** What to use for one matrix in one precision. */
export interface Verdict {
  readonly precision: Precision;
  /** The fastest that validated. */
  readonly best: BenchResult;
  /** Others whose confidence interval overlaps: as good as far as this run can tell. */
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
  return result.status === 'ok' && result.medianMs !== null && result.precision !== null;
}

/** Kernel, the backend where it is not the same for all, and the parameters where the kernel ran with several. */
function nameOf(result: BenchResult, among: readonly BenchResult[]): string {
  const backends = new Set(among.map(({ backend }) => backend));
  const twins = among.filter(({ kernel, backend }) => kernel === result.kernel && backend === result.backend);
  const params = paramsText(result.formatParams, result.kernelParams, result.launchParams);
  return `${result.kernel ?? result.format}${backends.size > 1 ? ` on ${result.backend}` : ''}${twins.length > 1 && params !== '' ? ` (${params})` : ''}`;
}

/** What a combination holds, what its kernel's analysis made included, and x and y: the compulsory bytes less those of the format. */
function held(result: Timed): number {
  return (heldBytes(result) ?? 0) + result.compulsoryBytes - (result.storageBytes ?? 0);
}

function perEntry(result: Timed): string {
  return significant(held(result) / Math.max(1, result.matrix.nnz));
}

/** Its format, or its kernel where several of the format take part. */
function holderOf(result: Timed, all: readonly Timed[]): string {
  return all.some(({ format, kernel }) => format === result.format && kernel !== result.kernel)
    ? (result.kernel ?? result.format)
    : result.format;
}

/** A hundredth more is the same: bounds of ranges and carries are no cause of anything. */
function isMore(a: Timed, b: Timed): boolean {
  return held(a) > 1.01 * held(b);
}

/** What the sizes say about the fastest: measured causes only. */
function why(best: Timed, all: readonly Timed[], refused: readonly BenchResult[]): string {
  const least = all.reduce((a, b) => (held(b) < held(a) ? b : a));
  const most = all.reduce((a, b) => (held(b) > held(a) ? b : a));
  const parts: string[] = [];
  if (!isMore(most, least)) parts.push(`it stores ${perEntry(best)} bytes per entry with x and y`);
  else if (!isMore(best, least)) parts.push(`nothing stores less, ${perEntry(best)} bytes per entry with x and y`);
  else
    parts.push(
      `it stores ${perEntry(best)} bytes per entry with x and y; ${holderOf(least, all)} stores less (${perEntry(least)}) and is ${overlaps(least, best) ? 'as fast' : 'slower'}, so bytes are not the limit here`,
    );
  if (held(most) > 1.5 * held(best)) {
    parts.push(
      `${holderOf(most, all)}, the largest, stores ${significant(held(most) / held(best))} times as much (rows hold ${significant(best.matrix.meanRow)} entries on average, at most ${best.matrix.maxRow})`,
    );
  }
  const formats = [...new Set(refused.filter(({ storageBytes }) => storageBytes !== null).map(({ format }) => format))];
  const bytes = Math.max(0, ...refused.map(({ storageBytes }) => storageBytes ?? 0));
  if (formats.length > 0)
    parts.push(
      `${listed(formats)} would need up to ${formatBytes(bytes)} and ${formats.length === 1 ? 'was' : 'were'} refused`,
    );
  return parts.join('; ');
}

const MOST_NAMED = 4;

/** `a, b and c`, or `a, b, c, d and 5 more`. */
function listed(names: readonly string[]): string {
  const shown =
    names.length > MOST_NAMED + 1 ? [...names.slice(0, MOST_NAMED), `${names.length - MOST_NAMED} more`] : names;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function overlaps(a: Timed, b: Timed): boolean {
  return a.medianLowMs <= b.medianHighMs && b.medianLowMs <= a.medianHighMs;
}

/** One verdict per precision, in the order the precisions appear. Empty when nothing was timed. */
export function verdicts(results: readonly BenchResult[]): readonly Verdict[] {
  const timed = results.filter(isTimed);
  return [...new Set(timed.map(({ precision }) => precision))].map((precision) => {
    const all = timed.filter((result) => result.precision === precision);
    const best = all.reduce((a, b) => (b.medianMs < a.medianMs ? b : a));
    const ties = all.filter((result) => result !== best && overlaps(result, best));
    const refused = results.filter((result) => result.status === 'refused' && result.precision === precision);
    const speed =
      best.speedup === null
        ? ''
        : isBaseline(best)
          ? ', the serial CSR that speed-ups refer to'
          : `, ${times(best.speedup)} the serial CSR`;
    const names = ties.map((tie) => nameOf(tie, all));
    const tied =
      ties.length === 0
        ? ''
        : ` ${ties.length === all.length - 1 ? `All ${all.length} tie` : `It ties with ${listed(names)}`}: their 95 % intervals overlap.`;
    return {
      precision,
      best,
      ties,
      text: `${precision}: use ${nameOf(best, all)}: ${formatMs(best.medianMs)}${speed}.${tied} ${sentence(why(best, all, refused))}.`,
    };
  });
}
