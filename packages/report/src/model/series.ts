/** A value at a place, with its interval where it has one. */
export interface Point {
  readonly x: number;
  /** Null where there is none: a line is broken there. */
  readonly y: number | null;
  readonly low?: number;
  readonly high?: number;
  readonly label?: string;
}

/** Points that belong together. */
export interface Series {
  readonly name: string;
  readonly points: readonly Point[];
  /** Numbers printed elsewhere, in a paper or for another machine: drawn apart from what was measured. */
  readonly printed?: boolean;
}
