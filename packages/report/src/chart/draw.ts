import type { Chart } from '../model/charts.ts';
import { drawBars } from './bars.ts';
import type { Drawing } from './drawing.ts';
import { drawHistogram } from './histogram.ts';
import { drawPoints } from './points.ts';
import { drawRoofline } from './roofline.ts';
import { textSvg, WIDTH } from './svg.ts';

/** A chart without a frame. */
export function draw(chart: Chart): Drawing {
  const drawing = drawn(chart);
  return isEmpty(chart)
    ? { ...drawing, body: drawing.body + textSvg(WIDTH / 2, 94, 'No values', { anchor: 'middle', as: 'note' }) }
    : drawing;
}

function drawn(chart: Chart): Drawing {
  switch (chart.kind) {
    case 'line':
    case 'scatter':
      return drawPoints(chart);
    case 'bar':
      return drawBars(chart);
    case 'roofline':
      return drawRoofline(chart);
    case 'histogram':
      return drawHistogram(chart);
  }
}

function isEmpty(chart: Chart): boolean {
  if (chart.kind === 'histogram') return chart.bins.length === 0;
  if (chart.kind === 'bar') return chart.series.every(({ values }) => values.every((value) => value === null));
  return chart.series.every(({ points }) => points.every(({ y }) => y === null));
}
