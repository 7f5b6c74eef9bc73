import type { Candidate } from './candidate.ts';
import { experienceKey } from './candidate.ts';
import type { Experience, KernelExperience } from './experience.ts';
import { FEATURE_NAMES, featuresOf } from './features.ts';
import type { MeasuredMatrix } from './measurement.ts';
import { medianOf } from './measurement.ts';

/** Fewer matrices than this say nothing of a kernel. */
const LEAST_MATRICES = 4;
const SWEEPS = 400;
/** Share of a column's weight by which coefficients are pulled to zero, so that few points make no wild ones. */
const PULL = 1e-3;

/** One time, and the features it is to be a sum of. */
interface Point {
  readonly features: readonly number[];
  readonly ms: number;
  /** |log| of what each sample is over it. */
  readonly noise: readonly number[];
}

/**
 * Coefficients c ≥ 0 that make Σᵢ (Σⱼ cⱼ·fᵢⱼ / tᵢ − 1)² small: relative errors, since times span six orders of magnitude. By coordinate descent (Lawson and
 * Hanson, "Solving Least Squares Problems", chapter 23, states the problem); the same points give the same numbers.
 */
function fitCoefficients(points: readonly Point[]): readonly number[] {
  const columns = FEATURE_NAMES.map((_, f) => points.map(({ features, ms }) => (features[f] ?? 0) / ms));
  const weights = columns.map((column) => column.reduce((sum, value) => sum + value * value, 0));
  const coefficients = FEATURE_NAMES.map(() => 0);
  const rest = points.map(() => 1);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const [f, column] of columns.entries()) {
      const weight = weights[f];
      if (weight === 0) continue;
      const old = coefficients[f];
      const slope = column.reduce((sum, value, p) => sum + value * rest[p], 0);
      const next = Math.max(0, (slope + old * weight) / (weight * (1 + PULL)));
      if (next === old) continue;
      for (const [p, value] of column.entries()) rest[p] = rest[p] - (next - old) * value;
      coefficients[f] = next;
    }
  }
  return coefficients;
}

/** What the coefficients make of a point. */
function madeOf({ features }: Point, coefficients: readonly number[]): number {
  return features.reduce((sum, value, f) => sum + value * (coefficients[f] ?? 0), 0);
}

/** The value below which a share of the list lies; 0 of an empty one. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}

/** What recorded runs teach of every kernel that they measured on enough matrices; `evidence` says which runs. */
export function learn(matrices: readonly MeasuredMatrix[], evidence: readonly string[]): Experience {
  const groups = new Map<string, { readonly candidate: Candidate; readonly points: Point[] }>();
  for (const { traits, measured } of matrices) {
    for (const { candidate, samplesMs } of measured) {
      const ms = medianOf(samplesMs);
      if (!(ms > 0)) continue;
      const key = experienceKey(candidate);
      const group = groups.get(key) ?? { candidate, points: [] };
      groups.set(key, group);
      const features = featuresOf(traits, candidate);
      group.points.push({
        features: FEATURE_NAMES.map((name) => features[name]),
        ms,
        noise: samplesMs.filter((sample) => sample > 0).map((sample) => Math.abs(Math.log(sample / ms))),
      });
    }
  }
  const kernels = [...groups.values()]
    .filter(({ points }) => points.length >= LEAST_MATRICES)
    .map(({ candidate: { backend, target, kernel, precision, stored = precision }, points }): KernelExperience => {
      const coefficients = fitCoefficients(points).map(rounded);
      const errors = points.map((point) => Math.abs(Math.log(madeOf(point, coefficients) / point.ms)));
      return {
        backend,
        target,
        kernel,
        precision,
        ...(stored === precision ? {} : { stored }),
        coefficients,
        spread: rounded(quantile(errors, 0.75)),
        noise: rounded(
          quantile(
            points.flatMap(({ noise }) => noise),
            0.75,
          ),
        ),
        matrices: points.length,
      };
    });
  return { schema: 'spmv.experience/1', features: FEATURE_NAMES, evidence, kernels };
}
