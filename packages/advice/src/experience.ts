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
  /** By how much times differ from what the coefficients make of them: of |log| the upper quartile. */
  readonly spread: number;
  /** By how much samples of one matrix differ from their median: of |log| the upper quartile. */
  readonly noise: number;
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
   * another, and this is what the middle one of them would take with the same storage; `backend`: kernels of other languages were, likewise; `bytes`: nothing is known, and only the order by bytes means anything.
   */
  readonly from: 'kernel' | 'precision' | 'elsewhere' | 'target' | 'backend' | 'bytes';
  /** By how much it may be off, as a difference of logarithms. */
  readonly spread: number;
  /** By how much one product of trial may be off, likewise. */
  readonly noise: number;
}

/** Bytes a millisecond of a backend that nothing is known of. */
const UNKNOWN_BYTES_PER_MS = 1e7;
/** What is added to the spread where less than the kernel on this backend and in this precision is known. */
const FARTHER = { kernel: 0, precision: 0.2, elsewhere: 0.3, target: 0.4, backend: 0.6, bytes: 0.8 } as const;
/** The noise of trials of which nothing is known. */
const USUAL_NOISE = 0.05;

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
  const made = (ms: number, from: Prediction['from'], by: readonly KernelExperience[]): Prediction => ({
    ms,
    from,
    spread: (by.length > 0 ? median(by.map(({ spread }) => spread)) : 0) + FARTHER[from],
    noise: by.length > 0 ? median(by.map(({ noise }) => noise)) : USUAL_NOISE,
  });
  return {
    predict(candidate, traits) {
      const features = featuresOf(traits, candidate);
      const own = byKey.get(experienceKey(candidate));
      if (own) return made(sumOf(features, own), 'kernel', [own]);
      const onBackend = known.filter(({ backend }) => backend === candidate.backend);
      const same = onBackend.find(({ kernel }) => kernel === candidate.kernel);
      if (same) return made(sumOf(features, same), 'precision', [same]);
      const other = onBackend.length > 0 ? undefined : known.find(({ kernel }) => kernel === candidate.kernel);
      if (other) return made(sumOf(features, other), 'elsewhere', [other]);
      const near = onBackend.length > 0 ? onBackend : known;
      const alike = near.filter(({ target }) => target === candidate.target);
      if (alike.length > 0) return made(median(alike.map((one) => sumOf(features, one))), 'target', alike);
      if (near.length > 0) return made(median(near.map((one) => sumOf(features, one))), 'backend', near);
      return made(candidate.bytes / UNKNOWN_BYTES_PER_MS, 'bytes', onBackend);
    },
  };
}
