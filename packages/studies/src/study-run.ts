/** What a study reads of a row of `spmv bench`. A figure is null for what was not timed, or did not validate. */
export interface StudyResult {
  /** Id of the leg. */
  readonly leg: string;
  /** As the study names it; empty for an operation that stores none. */
  readonly matrix: string;
  /** Sizes of the operation's own: m, n, k of a dense product, columns of a block of vectors. */
  readonly sizes: Readonly<Record<string, number>>;
  readonly operation: string;
  readonly backend: string;
  readonly device: string | null;
  readonly format: string | null;
  readonly kernel: string | null;
  readonly formatParams: StudyParams;
  readonly kernelParams: StudyParams;
  readonly launchParams: StudyParams;
  readonly precision: string | null;
  readonly stored?: string;
  /** `ok`; `invalid` for what failed the comparison with the reference; else why it did not run. */
  readonly status: string;
  readonly reason: string | null;
  readonly convertMs: number | null;
  readonly prepareMs: number | null;
  /** Which clock measured it. */
  readonly clock: string | null;
  readonly medianMs: number | null;
  readonly meanMs: number | null;
  readonly minMs: number | null;
  /** 95 % confidence interval of the median. */
  readonly medianLowMs: number | null;
  readonly medianHighMs: number | null;
  readonly compulsoryBytes: number | null;
  readonly gflops: number | null;
  readonly gbPerSecond: number | null;
  /** Against serial CSR in the same run and precision. */
  readonly speedup: number | null;
  /** Of the format's arrays; predicted where they were refused. */
  readonly storageBytes: number | null;
  readonly errorRatio: number | null;
  /** How many times as long one point took in one leg as in another, on its backend in this run: {@link Drift}. */
  readonly drift?: number;
  /** Threads of the kernel that a multiprocessor holds at once, over those that it can hold; where the driver counts them. */
  readonly occupancy?: number;
  /** Of each worker in the median product, where it was asked for. */
  readonly workers?: readonly { readonly busyMs: number; readonly waitMs: number }[];
}

/** Values of parameters by name. */
export type StudyParams = Readonly<Record<string, number | string | boolean>>;

/** A matrix as it was run. */
export interface RunMatrix {
  /** As the study names it. */
  readonly name: string;
  /** What was read or made in its place. */
  readonly source: string;
  readonly hash: string;
  readonly rows: number;
  readonly cols: number;
  readonly nnz: number;
  /** Of entries per row. */
  readonly mean: number;
  readonly max: number;
  readonly emptyRows: number;
  /** Population standard deviation of entries per row. */
  readonly deviation: number;
  /** Mean absolute deviation over the mean, per cent. */
  readonly percentAverageDeviation: number;
  readonly bandwidth: number;
  /** Distinct aligned 32-byte sectors of x in f64 that the entries of a row lie in, on average over the rows. */
  readonly sectorsPerRow: number;
  /** Entries in each sixteenth of the rows: what threads get that are given the same number of rows. */
  readonly sixteenths: readonly number[];
}

/** What was not run, and why. */
export interface NotRun {
  /** Null where it is true of every leg. */
  readonly leg: string | null;
  /** Null where it is true of every matrix. */
  readonly matrix: string | null;
  /** `backend cuda`, `threads=32`, `3 combinations`. */
  readonly what: string;
  readonly why: string;
  /** Where others of the leg and matrix were timed: points of a sweep that are lacking, or samples that are fewer. */
  readonly cut?: 'points' | 'samples';
  /** It is of a leg that stands in for others. */
  readonly standsIn?: boolean;
}

/** Times of a leg on a matrix that cannot tell combinations apart, or are no base of quotients. */
export interface Unsteady {
  readonly leg: string;
  readonly matrix: string;
  /** Where it is of one backend alone. */
  readonly backend?: string;
  readonly why: string;
}

/** How far apart the medians of points are that several legs of a run measured. */
export interface Drift {
  readonly backend: string;
  readonly points: number;
  /** The slowest over the fastest measurement, of 95 % of the points at most. */
  readonly ratio: number;
  /** Of all. */
  readonly most: number;
  /** Of the best times of legs that share no point, by one kernel and as many threads, where these are unsteady for it. */
  readonly ofLegs?: number;
}

/** Where a run was made. */
export interface StudyMachine {
  readonly cpu: string;
  readonly cores: number;
  /** The minute's load average when it began. */
  readonly loadAverage: number;
  readonly os: string;
  readonly runtime: string;
  readonly devices: readonly StudyDevice[];
}

/** A device that a backend opened. */
export interface StudyDevice {
  readonly backend: string;
  readonly name: string;
  /** Of the package that brings the backend. */
  readonly version: string | null;
  /** What it copies, read and written, where that was measured. */
  readonly copyGbPerSecond?: number;
  /** What the device says of itself: `details` of a row of `spmv backends --json`. */
  readonly details?: Readonly<Record<string, string | number>>;
}

/** A run that another went on from. */
export interface EarlierRun {
  readonly started: string;
  /** The minute's load average when it began. */
  readonly loadAverage: number;
}

/** A recorded run: what exhibits and claims are drawn and judged from. */
export interface StudyRun {
  /** An instant in ISO 8601. */
  readonly started: string;
  /** What it took, with reading and checking; of a resumed run the last part. */
  readonly tookMs?: number;
  /** The runs that it goes on from. */
  readonly before?: readonly EarlierRun[];
  readonly machine: StudyMachine;
  readonly matrices: readonly RunMatrix[];
  readonly results: readonly StudyResult[];
  readonly notRun: readonly NotRun[];
  readonly unsteady: readonly Unsteady[];
  /** By backend, where legs share points. */
  readonly drifts?: readonly Drift[];
}
