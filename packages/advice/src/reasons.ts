import { formatBytes } from '@spmv/core';
import type { Advice, Advised } from './advice.ts';
import type { Experience } from './experience.ts';
import { undisturbed } from './measurement.ts';

function significant(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/gu, '\u00a0');
}

function milliseconds(ms: number): string {
  return ms < 1 ? `${significant(1000 * ms)}\u00a0µs` : `${significant(ms)}\u00a0ms`;
}

function nameOf({ kernel, backend }: Advised, all: readonly Advised[]): string {
  return all.every((one) => one.backend === backend) ? kernel : `${kernel} on ${backend}`;
}

/** What its storage says for it, beside the smallest. */
function onBytes(choice: Advised, others: readonly Advised[], nnz: number): string {
  const least = others.reduce((a, b) => (b.bytes < a.bytes ? b : a), choice);
  const each = (one: Advised): string => significant(one.bytes / nnz);
  const padding =
    choice.slots > 1.02 * nnz ? `, ${significant(100 * (1 - nnz / choice.slots))} % of its places padding` : '';
  const own = `A product moves ${each(choice)} bytes an entry${padding}, x and y included (${formatBytes(choice.bytes)} in all)`;
  if (least.bytes > 0.99 * choice.bytes) return `${own}: no other candidate moves less.`;
  return `${own}; ${least.format} would move ${each(least)}, but takes longer${least.trialsMs.length > 0 ? '' : ' as far as is known'}.`;
}

/** What the rows say. */
function onRows({ rows, meanRow, maxRow, relativeStandardDeviation, emptyRows }: Advice['traits']): string {
  const spread = `σ/mean ${significant(relativeStandardDeviation)} %, longest ${grouped(maxRow)}`;
  const empty = emptyRows > 0.1 * rows ? `; ${significant((100 * emptyRows) / rows)} % are empty` : '';
  if (maxRow > 20 * Math.max(1, meanRow))
    return `Rows differ widely (mean ${significant(meanRow)}, ${spread}${empty}): padding to the longest row, or one thread for it, would decide the time.`;
  if (relativeStandardDeviation <= 15)
    return `Rows are alike (mean ${significant(meanRow)}, ${spread}${empty}): padding costs little.`;
  return `Rows differ (mean ${significant(meanRow)}, ${spread}${empty}).`;
}

/** What the expectation rests on. */
function onExpectation(choice: Advised, { kernels, evidence }: Experience): string {
  const own = evidence.filter((one) => one.startsWith(`${choice.backend}: `));
  const where = own.length === 0 ? '' : ` (${own.join('; ')})`;
  const expected = `Statistics alone expected ${milliseconds(choice.predictedMs)}`;
  if (choice.predictedFrom === 'kernel') {
    const known = kernels.find(
      ({ kernel, backend, precision }) =>
        kernel === choice.kernel && backend === choice.backend && precision === choice.precision,
    );
    return `${expected}, by what the kernel took on ${known?.matrices ?? 0} other matrices${where}.`;
  }
  if (choice.predictedFrom === 'precision') return `${expected}, by what the kernel took in another precision${where}.`;
  if (choice.predictedFrom === 'elsewhere') return `${expected}, by what the kernel took on another backend${where}.`;
  if (choice.predictedFrom === 'target')
    return `${expected}: nothing is known of this kernel, so it was taken for a usual one of its language with these bytes.`;
  if (choice.predictedFrom === 'backend')
    return `${expected}: nothing is known of kernels in its language, so it was taken for a usual one with these bytes.`;
  return 'Nothing is known of kernels on this backend, so candidates were tried in the order of their bytes.';
}

/** Trials that did not count. */
function onDisturbed(all: readonly Advised[]): readonly string[] {
  const tried = all.flatMap(({ trialsMs }) => (trialsMs.length > 0 ? [trialsMs] : []));
  const lost = tried.reduce((sum, trialsMs) => sum + trialsMs.length - undisturbed(trialsMs).length, 0);
  if (lost === 0) return [];
  const most = Math.max(...tried.map((trialsMs) => Math.max(...trialsMs) / Math.min(...trialsMs)));
  const which =
    lost === 1
      ? 'One trial was disturbed and does not count: it'
      : `${lost} trials were disturbed and do not count: one`;
  return [
    `${which} took ${significant(most)} times as long as another of its kernel. On a quiet machine more is known.`,
  ];
}

/** How the trial ended. */
function onTrial({ choice, others, trials, margin, confidence }: Omit<Advice, 'reasons'>): string {
  if (!choice || trials.length === 0) return 'Nothing was tried: this is by statistics alone.';
  const all = [choice, ...others];
  const second = others
    .filter(({ refusal }) => refusal === undefined)
    .reduce<Advised | undefined>((a, b) => (a && a.ms <= b.ms ? a : b), undefined);
  const count = trials.length === 1 ? '1 product' : `${trials.length} products`;
  const head = `${count} of trial: ${nameOf(choice, all)} took ${milliseconds(choice.ms)}`;
  if (!second || margin === null) return `${head}; there is no other candidate.`;
  const next = `${nameOf(second, all)} ${second.trialsMs.length > 0 ? 'took' : 'was expected to take'} ${milliseconds(second.ms)}`;
  return confidence === 'close'
    ? `${head}, ${next}: too close for so few products to tell, or for what disturbed them.`
    : `${head}, ${next}, ${significant(margin)} times as long.`;
}

/** Sentences with the numbers that speak for a choice. */
export function reasonsOf(advice: Omit<Advice, 'reasons'>, experience: Experience): readonly string[] {
  const { choice, others, traits } = advice;
  if (!choice) return ['Every candidate is refused.'];
  if (traits.nnz === 0) return ['There are no entries: a product only scales y, whatever stores the matrix.'];
  return [
    onTrial(advice),
    ...onDisturbed([choice, ...others]),
    onBytes(choice, others, traits.nnz),
    onRows(traits),
    onExpectation(choice, experience),
  ];
}
