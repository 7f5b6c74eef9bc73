import type { Advice, Advised } from '@spmv/advice';
import type { Params, Precision } from '@spmv/core';
import type { Considered } from './places.ts';

/** Where the time of opening a matrix and choosing for it went, in seconds of the wall clock. */
export interface OpeningSeconds {
  /** Reading its file or taking its arrays; 0 for a matrix made of another. */
  readonly read: number;
  /** Finding plugins and opening backends; 0 where those of another matrix are used. */
  readonly open: number;
  /** Looking at its entries, planning formats, and trying others. */
  readonly choose: number;
  /** Building the format that was chosen and putting it on the backend. */
  readonly prepare: number;
}

/** What there was before a choice that did not come with opening. */
export interface EarlierProducts {
  /** Seconds of preparing what they were computed by, as part of opening. */
  readonly prepare: number;
  /** Milliseconds that they took. */
  readonly ms: number;
}

/** What came before a matrix was chosen for. */
export type Before = Pick<OpeningSeconds, 'read' | 'open'> & Pick<Plan, 'warnings' | 'earlier'>;

/** What products of a matrix are computed with, and why. Plain data, but for `explain`, which clones and JSON leave out. */
export interface Plan {
  readonly backend: string;
  readonly device: string;
  readonly format: string;
  readonly kernel: string;
  readonly precision: Precision;
  /** Parameters that are not the usual ones are among them: of the format, the kernel and the backend. */
  readonly params: Params;
  /** Milliseconds of a product: measured where it was tried, else expected. */
  readonly ms: number;
  /** `measured`, `close` (another one may be as fast) or `predicted`. */
  readonly confidence: Advice['confidence'];
  /** Bytes of the matrix as stored with both vectors. */
  readonly bytes: number;
  /** Sentences with the numbers that speak for it. */
  readonly reasons: readonly string[];
  /** Every backend there is, and why those left out were. */
  readonly considered: readonly Considered[];
  /** Products of trial, and what choosing took. */
  readonly trials: Advice['trials'];
  readonly spentMs: number;
  /** What opening and choosing took. */
  readonly seconds: OpeningSeconds;
  /** Products before the choice, where opening did not wait for it. */
  readonly earlier?: EarlierProducts;
  /** What is odd about the file that the matrix was read from, in sentences with its lines; none where nothing is, and for a matrix of arrays or made of another. */
  readonly warnings: readonly string[];
  /** All of it in a paragraph. */
  explain(): string;
}

const SURE: Readonly<Record<Advice['confidence'], string>> = {
  measured: 'measured',
  close: 'measured; another one may be as fast',
  predicted: 'predicted, not measured',
};

function inWords(ms: number): string {
  return ms < 1
    ? `${(ms * 1000).toPrecision(3)} µs`
    : ms < 1000
      ? `${ms.toPrecision(3)} ms`
      : `${(ms / 1000).toPrecision(3)} s`;
}

/** `as long as 9 products`. */
function inProducts({ spentMs, ms }: Pick<Plan, 'spentMs' | 'ms'>): string {
  const products = Math.ceil(spentMs / Math.max(ms, 1e-6));
  return `as long as ${products} ${products === 1 ? 'product' : 'products'}`;
}

/** What opening took, and choosing, then or later. */
function timesOf(plan: Omit<Plan, 'explain'>): string {
  const { seconds, spentMs, earlier } = plan;
  const { read, open, choose, prepare } = seconds;
  if (earlier)
    return `Opening took ${inWords(1000 * (read + open + earlier.prepare))}. Choosing came later, ${earlier.ms > 0 ? `after ${inWords(earlier.ms)} of products` : 'before any product'}, and took ${inWords(1000 * (choose + prepare))}, ${inProducts(plan)}.`;
  const choosing = spentMs > 0 ? `, ${inWords(spentMs)} of it for choosing, ${inProducts(plan)}` : '';
  return `Opening took ${inWords(1000 * (read + open + choose + prepare))}${choosing}.`;
}

function explained(plan: Omit<Plan, 'explain'>): string {
  const { backend, device, format, kernel, precision, params, ms, confidence, reasons, considered } = plan;
  const point = Object.entries(params).map(([name, value]) => `${name}=${String(value)}`);
  const left = considered.filter(({ reason }) => reason !== undefined);
  return [
    `Products are computed by ${kernel} on ${backend} (${device}) in ${precision}; the matrix is stored as ${format}${point.length > 0 ? ` (${point.join(', ')})` : ''}.`,
    `A product takes about ${inWords(ms)} (${SURE[confidence]}).`,
    ...reasons.map((reason) => (/[.!?]$/u.test(reason) ? reason : `${reason}.`)),
    ...left.map((one) => `${one.backend} was not tried: ${one.reason}.`),
    timesOf(plan),
  ].join(' ');
}

/** A plan that explains itself. Not enumerable: a plan stays data that can be cloned, printed and compared. */
export function withWords(plan: Omit<Plan, 'explain'>): Plan {
  return Object.defineProperty(plan, 'explain', { value: () => explained(plan) }) as Plan;
}

/** A plan made of advice and its choice, on a device of this name. */
export function planOf(
  { confidence, reasons, trials, spentMs }: Advice,
  { backend, format, kernel, precision, formatParams, kernelParams, launchParams, ms, bytes }: Advised,
  device: string,
  considered: readonly Considered[],
  { warnings, earlier, ...seconds }: OpeningSeconds & Before,
): Plan {
  return withWords({
    backend,
    device,
    format,
    kernel,
    precision,
    params: { ...formatParams, ...kernelParams, ...launchParams },
    ms,
    confidence,
    bytes,
    reasons,
    considered,
    trials,
    spentMs,
    seconds,
    ...(earlier ? { earlier } : {}),
    warnings,
  });
}
