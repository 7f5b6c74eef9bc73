import type { CaseCoverage } from './covering.ts';

/** `quick`: seconds, before every commit. `full`: bigger matrices. `large`: past the limits of one launch; needs gigabytes. */
export type Tier = 'quick' | 'full' | 'large';

/** How a case is run. */
export interface HowToRun {
  /** Default `all`; `pairs` takes a small part of the time. */
  readonly coverage?: CaseCoverage;
  /** Of the scalars that are drawn. Failures name it. Default 1. */
  readonly seed?: number;
}

/** How a case that did not fail ended. */
export interface CaseResult {
  /** `refused`: nothing to compare, for the reason given. `unavailable`: the backend cannot run here. */
  readonly status: 'passed' | 'refused' | 'unavailable';
  /** Why nothing was compared. */
  readonly reason?: string;
  /** True where nothing was compared because no matrix could be found that is accepted, or no backend. Counts as a gap in strict runs. */
  readonly notTried?: boolean;
  /** Things compared. */
  readonly compared: number;
  /** Those of them that are products which a kernel computed on a backend. */
  readonly products: number;
  /** Largest error ratio of the results judged, where any was. */
  readonly errorRatio?: number;
  /** Device it ran on, where one was opened. */
  readonly device?: string;
}

/** One promise tested on one matrix or situation. Data and a function: any runner can run it. */
export interface ConformanceCase {
  /** Stable: `js/csr@serial/f64/product/wide`. What a known failure names. */
  readonly id: string;
  readonly tier: Tier;
  /** What it needs of the device, for runners that select: `nonfinite`, `f64`. */
  readonly needs: readonly string[];
  /** Id of the backend that computes its products. */
  readonly backend?: string;
  /** Throws a {@link ConformanceError} when a promise is broken, and whatever the code under test throws unasked. */
  run(how?: HowToRun): Promise<CaseResult>;
}
