import type { Candidate } from './candidate.ts';
import { experienceKey } from './candidate.ts';
import type { Features } from './features.ts';
import { FEATURE_NAMES, featuresOf } from './features.ts';
import type { MatrixTraits } from './traits.ts';

/** What one kernel takes on one backend in one precision: milliseconds for one of each feature, in the order of `FEATURE_NAMES`. */
export interface KernelExperience {
  readonly backend: string;
  readonly target: string;
  readonly kernel: string;
  readonly precision: string;
  /** Precision of the stored values where it is another. */
  readonly stored?: string;
  readonly coefficients: readonly number[];
  /** Matrices it was learned from. */
  readonly matrices: number;
}

/** What was learned from recorded runs: data with its evidence. */
export interface Experience {
  readonly schema: 'spmv.experience/1';
  readonly features: readonly string[];
  /** Where it was measured: device and document. */
  readonly evidence: readonly string[];
  readonly kernels: readonly KernelExperience[];
}

/** A time expected, and how well the kernel is known. */
export interface Prediction {
  readonly ms: number;
  /**
   * `kernel`: it was measured on this backend; `precision`: in another precision; `elsewhere`: on another backend; `target`: other kernels of its language were, on this backend or
   * another, and this is what the middle one of them would take with the same storage; `bytes`: nothing is known, and only the order by bytes means anything.
   */
  readonly from: 'kernel' | 'precision' | 'elsewhere' | 'target' | 'bytes';
}

/** Bytes a second of a backend that nothing is known of. */
const UNKNOWN_BYTES_PER_MS = 1e7;

function sumOf(features: Features, { coefficients }: KernelExperience): number {
  return FEATURE_NAMES.reduce((sum, name, f) => sum + features[name] * (coefficients[f] ?? 0), 0);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** Who predicts with an experience. */
export interface Predictor {
  predict(candidate: Candidate, traits: MatrixTraits): Prediction;
}

/**
 * Times that kernels are expected to take, from what was learned of them. A kernel that nobody knows, a stranger's, is taken for the middle one of its
 * language on its backend, with the bytes and padding that its own format plans.
 */
export function predictorOf({ kernels, features: names }: Experience): Predictor {
  const usable = names.length === FEATURE_NAMES.length && names.every((name, n) => name === FEATURE_NAMES[n]);
  const known = usable ? kernels : [];
  const byKey = new Map(known.map((one) => [experienceKey(one as unknown as Candidate), one]));
  return {
    predict(candidate, traits) {
      const features = featuresOf(traits, candidate);
      const own = byKey.get(experienceKey(candidate));
      if (own) return { ms: sumOf(features, own), from: 'kernel' };
      const onBackend = known.filter(({ backend }) => backend === candidate.backend);
      const same = onBackend.find(({ kernel }) => kernel === candidate.kernel);
      if (same) return { ms: sumOf(features, same), from: 'precision' };
      const other = onBackend.length > 0 ? undefined : known.find(({ kernel }) => kernel === candidate.kernel);
      if (other) return { ms: sumOf(features, other), from: 'elsewhere' };
      const near = onBackend.length > 0 ? onBackend : known;
      const alike = near.filter(({ target }) => target === candidate.target);
      if (alike.length > 0) return { ms: median(alike.map((one) => sumOf(features, one))), from: 'target' };
      return { ms: candidate.bytes / UNKNOWN_BYTES_PER_MS, from: 'bytes' };
    },
  };
}
