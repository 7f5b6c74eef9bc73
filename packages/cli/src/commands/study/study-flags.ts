import type { ReportFlags } from '../flags/report.ts';

/** Options of `spmv study` as commander hands them over. */
export interface StudyFlags extends ReportFlags {
  readonly list?: boolean;
  /** A document to draw from, in place of measuring. */
  readonly from?: string;
  readonly resume?: string;
  /** In milliseconds. */
  readonly timeBudget?: number;
  readonly runs?: number;
  readonly backend?: readonly string[];
  readonly device?: readonly string[];
  readonly leg?: readonly string[];
  readonly matrix?: readonly string[];
  /** A folder of matrices that are used in place of stand-ins. */
  readonly files?: string;
  /** Get the matrices themselves of the collection first. */
  readonly fetch?: boolean;
  readonly seed: number;
  readonly maxBytes?: number;
}
