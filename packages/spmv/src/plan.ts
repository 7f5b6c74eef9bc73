import type { Advice, Advised } from '@spmv/advice';
import type { Precision } from '@spmv/core';
import type { Considered } from './places.ts';

/** Where the time of opening a matrix went, in seconds of the wall clock. */
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

/** What products of a matrix are computed with, and why. Plain data. */
export interface Plan {
  readonly backend: string;
  readonly device: string;
  readonly format: string;
  readonly kernel: string;
  readonly precision: Precision;
  /** Parameters that are not the usual ones are among them: of the format, the kernel and the backend. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Milliseconds of a product: measured where it was tried, else expected. */
  readonly ms: number;
  /** `measured`, `close` (another one may be as fast) or `predicted`. */
  readonly sureness: Advice['sureness'];
  /** Bytes of the matrix as stored with both vectors. */
  readonly bytes: number;
  /** Sentences with the numbers that speak for it. */
  readonly reasons: readonly string[];
  /** Every backend there is, and why those left out were. */
  readonly considered: readonly Considered[];
  /** Products of trial, and what choosing took. */
  readonly trials: Advice['trials'];
  readonly spentMs: number;
  /** What opening took. */
  readonly seconds: OpeningSeconds;
  /** What is odd about the file that the matrix was read from, in sentences with its lines; none where nothing is, and for a matrix of arrays or made of another. */
  readonly warnings: readonly string[];
}

/** A plan made of advice and its choice, on a device of this name. */
export function planOf(
  { sureness, reasons, trials, spentMs }: Advice,
  { backend, format, kernel, precision, formatParams, kernelParams, launchParams, ms, bytes }: Advised,
  device: string,
  considered: readonly Considered[],
  { warnings, ...seconds }: OpeningSeconds & Pick<Plan, 'warnings'>,
): Plan {
  return {
    backend,
    device,
    format,
    kernel,
    precision,
    params: { ...formatParams, ...kernelParams, ...launchParams },
    ms,
    sureness,
    bytes,
    reasons,
    considered,
    trials,
    spentMs,
    seconds,
    warnings,
  };
}
