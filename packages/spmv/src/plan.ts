import type { Advice, Advised } from '@spmv/advice';
import type { Precision } from '@spmv/core';
import type { Considered } from './places.ts';

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
}

/** A plan made of advice and its choice, on a device of this name. */
export function planOf(
  { sureness, reasons, trials, spentMs }: Advice,
  { backend, format, kernel, precision, formatParams, kernelParams, launchParams, ms, bytes }: Advised,
  device: string,
  considered: readonly Considered[],
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
  };
}
