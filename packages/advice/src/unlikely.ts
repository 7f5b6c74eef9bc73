import { storedPrecision, workOf, type SparseFormat } from '@spmv/core';
import type { EligibleKernel, SearchScope } from './places.ts';

/** What is expected of a format for less than this share of time more than the best is planned whole, however many there are. */
const ALIKE = 1.1;

/**
 * Formats that a sample of a large matrix gives no chance, and why: planning all of them whole takes longer than many products. What refuses the sample, which may be another kind of matrix, is
 * asked about the whole one; so is what was named.
 */
export function unlikelyOf(
  asked: readonly EligibleKernel[],
  { workload, examined, wanted, predictor, most }: SearchScope,
): ReadonlyMap<SparseFormat, { readonly reason: string; readonly fix: string }> {
  const left = new Map<SparseFormat, { readonly reason: string; readonly fix: string }>();
  const { sample, traits } = examined;
  if (!sample || wanted.formats || wanted.kernels || wanted.params) return left;
  const scale = traits.nnz / sample.traits.nnz;
  const expected = asked.flatMap(({ opened, kernel, format, arithmetic }) => {
    try {
      const plan = sample.planOf(format, kernel.target, storedPrecision(arithmetic), Infinity);
      if (plan.refusal !== undefined) return [];
      const { operandBytes } = workOf(workload, { alpha: 1, beta: 0 }, arithmetic.precision);
      const { ms } = predictor.predict(
        {
          backend: opened.descriptor.id,
          target: kernel.target,
          kernel: kernel.id,
          format: format.id,
          precision: arithmetic.precision,
          ...(arithmetic.stored === undefined ? {} : { stored: arithmetic.stored }),
          formatParams: plan.params,
          kernelParams: {},
          launchParams: {},
          bytes: scale * plan.bytes + operandBytes,
          slots: scale * plan.slots,
        },
        traits,
      );
      return [{ format, ms }];
    } catch {
      return [];
    }
  });
  expected.sort((a, b) => a.ms - b.ms);
  const best = expected[0]?.ms ?? 0;
  const likely = new Set(
    expected.filter(({ ms }, place) => place < most || ms < ALIKE * best).map(({ format }) => format),
  );
  for (const { format, ms } of expected) {
    if (likely.has(format) || left.has(format)) continue;
    left.set(format, {
      reason: `by ${sample.traits.nnz} of its ${traits.nnz} entries it is expected to take ${(ms / best).toFixed(1)} × as long as the best`,
      fix: 'Name the format to have it planned and tried.',
    });
  }
  return left;
}
