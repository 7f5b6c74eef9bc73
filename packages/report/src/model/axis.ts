/** One axis of a chart. */
export interface ChartAxis {
  readonly label: string;
  /** `s`, `GFLOP/s`. */
  readonly unit?: string;
  /** Default linear. What a logarithm has no place for is counted in words, never left out silently. */
  readonly scale?: 'linear' | 'log2' | 'log10';
  /** Whether what it counts comes in whole numbers alone, as threads do: then ticks are whole, too. */
  readonly whole?: boolean;
  /** Ends of the scale; made from the data where absent. */
  readonly from?: number;
  readonly to?: number;
}
