import type { SparseFormat, StoragePlan } from '@spmv/core';
import { storedPrecision, workOf } from '@spmv/core';
import type { Prediction } from './experience.ts';
import type { EligibleKernel, SearchScope } from './places.ts';

/** What is expected of a format for less than this share of time more than the best is planned whole, however many there are. */
const ALIKE = 1.1;
/** A matrix of fewer entries is planned as quickly as it is predicted. */
const FEW_ENTRIES = 2 ** 12;
/** What each entry takes at least: its value in f32, or one for it and its mirror image. */
const LEAST_BYTES = 4;

/** Milliseconds that a kernel on a backend takes, or takes at least. */
interface ExpectedKernel extends EligibleKernel {
  readonly ms: number;
}

/** Why a format is given no chance. */
interface Unlikely {
  readonly reason: string;
  readonly fix: string;
}

const FIX = 'Name the format to have it planned and tried.';

/** Whether a prediction is of the kernel itself. */
const isOwn = ({ from }: Prediction): boolean => ['kernel', 'precision', 'elsewhere'].includes(from);

/** What is expected of a kernel whose format stores so much. */
function predicted(
  { workload, examined: { traits }, predictor }: SearchScope,
  { opened, kernel, format, arithmetic }: EligibleKernel,
  { bytes, slots, params }: Pick<StoragePlan, 'bytes' | 'slots' | 'params'>,
): Prediction {
  return predictor.predict(
    {
      backend: opened.descriptor.id,
      target: kernel.target,
      kernel: kernel.id,
      format: format.id,
      precision: arithmetic.precision,
      ...(arithmetic.stored === undefined ? {} : { stored: arithmetic.stored }),
      formatParams: params,
      kernelParams: {},
      launchParams: {},
      bytes: bytes + workOf(workload, { alpha: 1, beta: 0 }, arithmetic.precision).operandBytes,
      slots,
    },
    traits,
  );
}

/** The same at what its format would store of the matrix, by a sample where there is one; undefined where that is refused. */
function plannedMs(places: SearchScope, one: EligibleKernel): number | undefined {
  const { examined, maxBytes } = places;
  const { sample, traits } = examined;
  const { format, kernel, arithmetic } = one;
  const stored = storedPrecision(arithmetic);
  try {
    const plan = (sample ?? examined).planOf(format, kernel.target, stored, sample ? Infinity : maxBytes);
    if (plan.refusal !== undefined) return undefined;
    const scale = sample ? traits.nnz / sample.traits.nnz : 1;
    return predicted(places, one, { bytes: scale * plan.bytes, slots: scale * plan.slots, params: plan.params }).ms;
  } catch {
    return undefined;
  }
}

/**
 * Formats that have no chance, and why: planning all of them takes longer than many products. A format is not even planned where its kernels, were each entry stored in the least bytes, took longer than what is
 * expected of the best so far; of a large matrix those that are left are planned for a sample. What refuses the sample, which may be another kind of matrix, is asked about the whole one; so is what was named.
 */
export function unlikelyOf(asked: readonly EligibleKernel[], places: SearchScope): ReadonlyMap<SparseFormat, Unlikely> {
  const unlikely = new Map<SparseFormat, Unlikely>();
  const { examined, wanted, most } = places;
  const { sample, traits } = examined;
  if (traits.nnz < FEW_ENTRIES || wanted.formats || wanted.kernels || wanted.params) return unlikely;
  const least = { bytes: LEAST_BYTES * traits.nnz, slots: traits.nnz, params: {} };
  const atBest = asked.map((one) => ({ ...one, prediction: predicted(places, one, least) }));
  // What is known of other formats alone rules none out.
  const known = new Set(atBest.filter(({ prediction }) => isOwn(prediction)).map(({ format }) => format));
  const bounds = atBest.map(({ prediction, ...one }) => ({ ...one, ms: known.has(one.format) ? prediction.ms : 0 }));
  bounds.sort((a, b) => a.ms - b.ms);
  const expected: ExpectedKernel[] = [];
  let best = Infinity;
  for (const one of bounds) {
    if (expected.length >= most && one.ms >= ALIKE * best) break;
    const ms = plannedMs(places, one);
    // What is refused is as good as it can be, until the whole matrix says more.
    expected.push({ ...one, ms: ms ?? one.ms });
    best = Math.min(best, ms ?? Infinity);
  }
  expected.sort((a, b) => a.ms - b.ms);
  // What is planned whole by now may as well be tried.
  const kept = sample ? expected.filter(({ ms }, place) => place < most || ms < ALIKE * best) : expected;
  const likely = new Set(kept.map(({ format }) => format));
  for (const { format, ms } of [...expected, ...bounds]) {
    if (likely.has(format) || unlikely.has(format)) continue;
    const isPlanned = sample && expected.some((one) => one.format === format);
    const by = isPlanned ? `by ${sample.traits.nnz} of its ${traits.nnz} entries` : 'at best';
    unlikely.set(format, {
      reason: `${by} it is expected to take ${(ms / best).toFixed(1)} × as long as the best`,
      fix: FIX,
    });
  }
  return unlikely;
}
