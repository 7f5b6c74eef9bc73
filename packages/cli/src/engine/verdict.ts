import type { Precision } from '@spmv/core';
import { formatBytes, formatParams } from '@spmv/core';
import type { BenchResult } from '../documents/result.ts';
import { formatMs, significant, times } from '../output/numbers.ts';

/** What to use for one matrix in one precision. */
export interface Verdict {
  readonly precision: Precision;
  /** Index into the results of the fastest that validated. */
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

function nameOf(result: BenchResult): string {
  const params = [result.formatParams, result.kernelParams, result.launchParams].map(formatParams).filter((text) => text !== '');
  return `${result.format} by ${result.kernel ?? ''} on ${result.backend}${params.length > 0 ? ` (${params.join(', ')})` : ''}`;
}

function perEntry(result: Timed): string {
  return significant(result.compulsoryBytes / Math.max(1, result.matrix.nnz));
}

/** What the sizes say about the fastest: measured causes only. */
function why(best: Timed, all: readonly Timed[], refused: readonly BenchResult[]): string {
  const least = all.reduce((a, b) => (b.compulsoryBytes < a.compulsoryBytes ? b : a));
  const most = all.reduce((a, b) => (b.compulsoryBytes > a.compulsoryBytes ? b : a));
  const parts: string[] = [];
  if (best.compulsoryBytes <= least.compulsoryBytes) parts.push(`it moves the fewest bytes, ${perEntry(best)} per entry`);
  else parts.push(`it moves ${perEntry(best)} bytes per entry; ${least.format} moves fewer (${perEntry(least)}) but is slower, so bytes are not the limit here`);
  if (most.compulsoryBytes > 1.5 * best.compulsoryBytes) {
    parts.push(`${most.format} moves ${significant(most.compulsoryBytes / best.compulsoryBytes)} times as many, padding rows of ${significant(best.matrix.meanRow)} to ${best.matrix.maxRow}`);
  }
  const formats = [...new Set(refused.filter(({ storageBytes }) => storageBytes !== null).map(({ format }) => format))];
  const bytes = Math.max(0, ...refused.map(({ storageBytes }) => storageBytes ?? 0));
  if (formats.length > 0) parts.push(`${formats.join(' and ')} would need up to ${formatBytes(bytes)} and ${formats.length === 1 ? 'was' : 'were'} refused`);
  return parts.join('; ');
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
    const speed = best.speedup === null ? '' : `, ${times(best.speedup)} the serial CSR`;
    const tied = ties.length === 0 ? '' : ` It ties with ${ties.map(nameOf).join(', ')}: their 95 % intervals overlap.`;
    return { precision, best, ties, text: `${precision}: use ${nameOf(best)}: ${formatMs(best.medianMs)}${speed}.${tied} Why: ${why(best, all, refused)}.` };
  });
}
