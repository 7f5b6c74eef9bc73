import type { LineChart, ScatterChart } from '../model/charts.ts';
import type { Drawing } from './drawing.ts';
import { legend, notesSvg } from './legend.ts';
import { levelSvg, plotOf } from './plot.ts';
import { endKeys, seriesMarks, undrawnPoints } from './series-marks.ts';
import { undrawnNotes } from './undrawn.ts';

/** Points between two axes, joined or alone. */
export function drawPoints(chart: LineChart | ScatterChart): Drawing {
  const { x, y, series, kind } = chart;
  const joined = kind === 'line';
  const levels = chart.kind === 'scatter' ? (chart.lines ?? []) : [];
  const plot = plotOf(
    x,
    y,
    series,
    levels.map((level) => ({ x: series.flatMap(({ points }) => points)[0]?.x ?? 1, y: level.y })),
  );
  const keys = joined ? endKeys(series, plot) : '';
  const names = legend(series, joined ? 'line' : 'marker', plot.height, keys !== '');
  const undrawn = undrawnPoints(series, plot);
  const isLog = (x.scale ?? 'linear') !== 'linear' || (y.scale ?? 'linear') !== 'linear';
  const notes = notesSvg(undrawnNotes(undrawn, isLog), plot.height + names.height);
  const body = [
    plot.svg,
    ...levels.map((level) => levelSvg(plot, level.label, level.y)),
    seriesMarks(series, plot, joined),
    keys,
    names.body,
    notes.body,
  ];
  return { height: plot.height + names.height + notes.height + 6, body: body.join('') };
}
