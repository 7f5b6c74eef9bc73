import type { Params, Precision } from '@spmv/core';

/** A measurement that a choice comes from. */
export interface Evidence {
  /** A document that bench/results/gemm keeps, and a problem in it that several candidates were measured on. */
  readonly file: string;
  readonly problem: string;
  /** The candidate that the chosen point does the same as there: none is faster. */
  readonly as: Params;
}

/** Parameters that a kernel takes where nobody names others, chosen by measurement: a choice of `spmv tune`, kept as data. */
export interface MeasuredPoint<P extends Params> {
  /** Products that it is for. */
  readonly shapes: string;
  /** Devices that it was measured on. Others of the kind are taken to be alike. */
  readonly devices: string;
  readonly precision: Precision;
  readonly point: Partial<P>;
  readonly evidence: readonly Evidence[];
}

/** What was chosen for a precision. */
export function measuredParams<P extends Params>(
  points: readonly MeasuredPoint<P>[],
  precision: Precision,
): Partial<P> {
  const chosen = points.filter((one) => one.precision === precision).map(({ point }) => point);
  return Object.assign({}, ...chosen) as Partial<P>;
}
