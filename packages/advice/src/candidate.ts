import type { Params, Precision } from '@spmv/core';

/** A format, a kernel, a backend and their parameters, and what is known of them for one matrix before anything is built. Plain data. */
export interface Candidate {
  readonly backend: string;
  /** Language of the kernel. */
  readonly target: string;
  readonly kernel: string;
  readonly format: string;
  readonly precision: Precision;
  /** Precision of the stored values where it is another. */
  readonly stored?: Precision;
  readonly formatParams: Params;
  readonly kernelParams: Params;
  readonly launchParams: Params;
  /** What one product reads and writes at least: the arrays of the format as planned, x and y. */
  readonly bytes: number;
  /** Places for values in these arrays, padding included. */
  readonly slots: number;
}

/** What is learned together: a kernel on a backend in a precision. */
export function experienceKey({ backend, kernel, precision, stored = precision }: Candidate): string {
  return [backend, kernel, precision, ...(stored === precision ? [] : [stored])].join(' ');
}
