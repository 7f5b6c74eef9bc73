// What exhibits are made of, as @spmv/report draws it.

/** A report: what is drawn, said and listed. */
export interface Report {
  readonly title: string;
  readonly subtitle?: string;
  /** Machine, commit, date. */
  readonly facts: readonly Fact[];
  readonly sections: readonly Section[];
}

/** A thing said of a whole report. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** Blocks under one heading. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** What a section consists of. */
export type Block = TextBlock | TableBlock | ChartBlock | PictureBlock;

/** Paragraphs, separated by empty lines; no markup. */
export interface TextBlock {
  readonly kind: 'text';
  readonly text: string;
  readonly tone?: 'plain' | 'note' | 'bad';
}

/** Rows of cells; a null is printed as “–” and sorts last. */
export interface TableBlock {
  readonly kind: 'table';
  readonly title: string;
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly Cell[])[];
  readonly note?: string;
}

/** A column of a table. */
export interface TableColumn {
  readonly label: string;
  readonly unit?: string;
  readonly kind: 'text' | 'number';
  /** Significant digits, default 3. */
  readonly digits?: number;
  /** Columns under one heading: paper, here. */
  readonly group?: string;
}

/** What a table's cell holds. */
export type Cell = string | number | null;

/** A chart with its table and summary; both are made from the same data by the renderer. */
export interface ChartBlock {
  readonly kind: 'chart';
  readonly title: string;
  readonly chart: Chart;
  /** One or two sentences; made from the data where absent. */
  readonly summary?: string;
}

/** The charts there are. */
export type Chart = LineChart | BarChart | ScatterChart | RooflineChart | HistogramChart;

/** What an axis is of. */
export interface Axis {
  readonly label: string;
  readonly unit?: string;
  readonly scale?: 'linear' | 'log2' | 'log10';
  readonly from?: number;
  readonly to?: number;
}

/** A point, with its interval. */
export interface Point {
  readonly x: number;
  readonly y: number | null;
  readonly low?: number;
  readonly high?: number;
  readonly label?: string;
}

/** Points of one name. */
export interface Series {
  readonly name: string;
  readonly points: readonly Point[];
  /** Drawn apart: numbers printed elsewhere, in a paper or on another machine. */
  readonly printed?: boolean;
}

/** Curves. */
export interface LineChart {
  readonly kind: 'line';
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
}

/** Points without a curve. */
export interface ScatterChart {
  readonly kind: 'scatter';
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
  readonly lines?: readonly { readonly label: string; readonly y: number }[];
}

/** Groups of bars: one group a category, one bar a series. */
export interface BarChart {
  readonly kind: 'bar';
  readonly categories: readonly string[];
  readonly value: Axis;
  readonly series: readonly BarSeries[];
  /** A value to compare with: a speed-up of 1. */
  readonly line?: { readonly label: string; readonly at: number };
}

/** A bar in every group. */
export interface BarSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
  readonly low?: readonly (number | null)[];
  readonly high?: readonly (number | null)[];
  readonly printed?: boolean;
}

/** Flops per byte against flops per second, under the device's own rates. */
export interface RooflineChart {
  readonly kind: 'roofline';
  readonly roofs: readonly { readonly label: string; readonly gbPerSecond?: number; readonly gflops?: number }[];
  /** x in flop/byte, y in GFLOP/s. */
  readonly series: readonly Series[];
}

/** Counts over ranges. */
export interface HistogramChart {
  readonly kind: 'histogram';
  readonly x: Axis;
  readonly y: Axis;
  readonly bins: readonly { readonly from: number; readonly to: number; readonly count: number }[];
}

/** A raster: spy plots. `counts` row by row, entries under each pixel. */
export interface PictureBlock {
  readonly kind: 'picture';
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly counts: readonly number[];
  readonly summary: string;
}
