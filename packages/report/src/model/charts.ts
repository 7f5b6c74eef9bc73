import type { ChartAxis } from './axis.ts';
import type { Series } from './series.ts';

/** What can be drawn. */
export type Chart = LineChart | BarChart | ScatterChart | RooflineChart | HistogramChart;

/** Points joined in the order of x. */
export interface LineChart {
  readonly kind: 'line';
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  readonly series: readonly Series[];
}

/** Points alone. */
export interface ScatterChart {
  readonly kind: 'scatter';
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  readonly series: readonly Series[];
  /** Horizontal lines to compare with: a bound, a speed-up of 1. */
  readonly lines?: readonly { readonly label: string; readonly y: number }[];
}

/** Groups of bars: one group a category, one bar a series. */
export interface BarChart {
  readonly kind: 'bar';
  readonly categories: readonly string[];
  readonly value: ChartAxis;
  readonly series: readonly BarSeries[];
  /** A value to compare with: a speed-up of 1. */
  readonly line?: { readonly label: string; readonly at: number };
}

/** One bar of every category. */
export interface BarSeries {
  readonly name: string;
  /** As many as there are categories. */
  readonly values: readonly (number | null)[];
  readonly low?: readonly (number | null)[];
  readonly high?: readonly (number | null)[];
  readonly printed?: boolean;
}

/** Flops per byte against flops per second, under what the device itself copies and computes. */
export interface RooflineChart {
  readonly kind: 'roofline';
  readonly roofs: readonly Roof[];
  /** x in flop/byte, y in GFLOP/s. */
  readonly series: readonly Series[];
}

/** What limits a device: its memory, where known its arithmetic. */
export interface Roof {
  readonly label: string;
  readonly gbPerSecond?: number;
  readonly gflops?: number;
}

/** Counts between values. */
export interface HistogramChart {
  readonly kind: 'histogram';
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  readonly bins: readonly Bin[];
}

/** How many fell between two values. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}
