import type { Candidate } from './candidate.ts';
import type { MatrixTraits } from './traits.ts';

/** What a product does, in counts that its time is a sum of: each times what one of them takes. */
export interface Features {
  /** 1: what a product takes that does nothing. */
  readonly start: number;
  /** Megabytes read and written at least. */
  readonly bytes: number;
  /** Those of them beyond 1 MiB, the caches next to one core. */
  readonly beyondCore: number;
  /** Those beyond 32 MiB, the caches of a processor. */
  readonly beyondCaches: number;
  /** Millions of places for values, padding included. */
  readonly slots: number;
  /** Millions of entries: what is left of the places where a kernel passes over padding. */
  readonly entries: number;
  /** Megabytes of the entries, x and y alone beyond 1 MiB. */
  readonly entriesBeyondCore: number;
  /** Millions of rows. */
  readonly rows: number;
  /** Millions of entries of the longest row: one thread may have all of it. */
  readonly longest: number;
  /** Millions of sectors of x that rows read, those that 32 KiB next to a core do not hold. */
  readonly gathers: number;
  /** Millions of sectors of x that rows read, times the doublings of x beyond 32 KiB: how far away they are. */
  readonly farGathers: number;
  /** Millions of rows whose length the one before does not tell: rows times σ/mean, at most 1. */
  readonly surprises: number;
}

/** In the order in which coefficients are kept. */
export const FEATURE_NAMES: readonly (keyof Features)[] = [
  'start',
  'bytes',
  'beyondCore',
  'beyondCaches',
  'slots',
  'entries',
  'entriesBeyondCore',
  'rows',
  'longest',
  'gathers',
  'farGathers',
  'surprises',
];

const MILLION = 1e6;

/** The features of a candidate for a matrix. No matrix is read: statistics and the plan of the storage are enough. */
export function featuresOf(traits: MatrixTraits, { bytes, slots }: Pick<Candidate, 'bytes' | 'slots'>): Features {
  const gathers = (traits.sectorsPerRow * traits.rows) / MILLION;
  return {
    start: 1,
    bytes: bytes / MILLION,
    beyondCore: Math.max(0, bytes - 2 ** 20) / MILLION,
    beyondCaches: Math.max(0, bytes - 2 ** 25) / MILLION,
    slots: slots / MILLION,
    entries: traits.nnz / MILLION,
    entriesBeyondCore: Math.max(0, 12 * traits.nnz + 8 * (traits.rows + traits.cols) - 2 ** 20) / MILLION,
    rows: traits.rows / MILLION,
    longest: traits.maxRow / MILLION,
    gathers: gathers * Math.max(0, 1 - 2 ** 15 / Math.max(1, 8 * traits.cols)),
    farGathers: gathers * Math.max(0, Math.log2((traits.cols * 8) / 2 ** 15)),
    surprises: (traits.rows * Math.min(1, traits.relativeStandardDeviation / 100)) / MILLION,
  };
}
