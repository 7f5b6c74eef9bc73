import type { Precision } from '@spmv/core';
import type { BenchResult, Verdict } from '@spmv/engine';
import { backendText } from '@spmv/engine';
import { times } from '@spmv/engine/basics';

const CSR = 'csr';

/** What is advised in terms of formats: how many times as fast as the best kernel of CSR, so that the language of a kernel is no part of it. */
export function formatWords(
  { precision, best }: Pick<Verdict, 'precision' | 'best'>,
  rows: readonly BenchResult[],
): string {
  const timed = rows.filter((row) => row.precision === precision && row.medianMs !== null && row.status === 'ok');
  const name = `${precision}: ${best.format ?? ''}`;
  if (best.format === CSR)
    return timed.some(({ format }) => format !== CSR)
      ? `${name}. No other format is faster, as far as this run can tell.`
      : `${name}, the only format that was timed.`;
  const [csr] = timed
    .filter(({ format }) => format === CSR)
    .sort((a, b) => (a.medianMs ?? Infinity) - (b.medianMs ?? Infinity));
  if (!csr?.medianMs || best.medianMs === null) return `${name}. CSR was not timed beside it.`;
  return `${name}, ${times(csr.medianMs / best.medianMs)} the best CSR, ${csr.kernel ?? CSR} on ${backendText(csr)}.`;
}

/** What computes in a precision that no processor has. */
const ELSEWHERE: Partial<Record<Precision, string>> = {
  f16: 'WebGPU does on a GPU with the feature shader-f16.',
  df64: 'WebGPU does.',
};

/** Why nothing is told of a precision that was asked for. */
export function untriedText(precision: Precision): string {
  return `${precision}: nothing ran. No backend of this run computes in it. ${ELSEWHERE[precision] ?? 'Choose more backends.'}`;
}
