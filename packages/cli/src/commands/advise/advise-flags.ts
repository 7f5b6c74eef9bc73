/** Options of `spmv advise`, as commander hands them over. */
export interface AdviseFlags {
  readonly backend?: readonly string[];
  readonly device?: readonly string[];
  readonly format?: readonly string[];
  readonly kernel?: readonly string[];
  readonly precision?: string;
  readonly trials: number;
  readonly trialsOfEach?: number;
  readonly products?: number;
  readonly experience?: string;
  readonly judge?: boolean;
  readonly unseen?: readonly string[];
  readonly again?: readonly string[];
  readonly tried?: readonly string[];
  readonly keep?: string;
  readonly all?: boolean;
  readonly maxBytes?: number;
}
