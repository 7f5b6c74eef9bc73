export { benchReport } from './bench/bench-report.ts';
export { renderChart } from './chart/render-chart.ts';
export { toGinkgo } from './ginkgo/to-ginkgo.ts';
export { documentsIn } from './html/embedded.ts';
export { renderReport } from './html/render-report.ts';
export { isSolveDocument } from './solve/solve-document.ts';
export { solveReport } from './solve/solve-report.ts';
export type { ChartAxis } from './model/axis.ts';
export type {
  BarChart,
  BarSeries,
  Bin,
  Chart,
  HistogramChart,
  LineChart,
  Roof,
  RooflineChart,
  ScatterChart,
} from './model/charts.ts';
export type {
  ReportBlock,
  ChartBlock,
  Fact,
  PictureBlock,
  Report,
  ReportDocument,
  Section,
  TextBlock,
} from './model/report.ts';
export type { Point, Series } from './model/series.ts';
export type { Cell, Digits, TableBlock, TableColumn } from './model/table.ts';
export { greyPng } from './picture/png.ts';
export { shades } from './picture/shades.ts';
export type { SpyCounts } from './picture/spy-counts.ts';
export { spyCounts } from './picture/spy-counts.ts';
