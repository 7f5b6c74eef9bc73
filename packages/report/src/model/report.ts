import type { Chart } from './charts.ts';
import type { TableBlock } from './table.ts';

/** A report: what is drawn, said and listed. */
export interface Report {
  readonly title: string;
  readonly subtitle?: string;
  /** Machine, commit, date. */
  readonly facts: readonly Fact[];
  readonly sections: readonly Section[];
  /** What it was made from: the file carries it, and `spmv report` reads it again. */
  readonly documents?: readonly ReportDocument[];
}

/** A document as JSON, and what it is called in a report. */
export interface ReportDocument {
  readonly name: string;
  readonly document: unknown;
}

/** What is known of where and how it was measured: `CPU`, `AMD EPYC`. */
export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** Blocks under a heading. */
export interface Section {
  /** Lower-case letters, digits and hyphens; the fragment that leads to it. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly ReportBlock[];
}

/** What a section is made of. */
export type ReportBlock = TextBlock | TableBlock | ChartBlock | PictureBlock;

/** Sentences. */
export interface TextBlock {
  readonly kind: 'text';
  /** Paragraphs by empty lines; no markup. */
  readonly text: string;
  readonly tone?: 'plain' | 'note' | 'bad';
}

/** A chart, its summary and its table; the latter are made from the same data. */
export interface ChartBlock {
  readonly kind: 'chart';
  readonly title: string;
  readonly chart: Chart;
  /** One or two sentences; made from the data where absent. */
  readonly summary?: string;
}

/** A raster: where the entries of a matrix are. */
export interface PictureBlock {
  readonly kind: 'picture';
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** Row by row, the entries under each pixel. */
  readonly counts: readonly number[];
  readonly summary: string;
}
