/** One broken invariant, found by a check that throws nothing. */
export interface Finding {
  /** Stable name of the invariant, for example `rowStart.monotone`. */
  readonly invariant: string;
  /** What was found and where. */
  readonly message: string;
}
