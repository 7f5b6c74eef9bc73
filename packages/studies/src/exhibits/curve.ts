import type { ChartAxis, ChartBlock, Point, Series } from '@spmv/report';
import type { Timed } from './timed.ts';
import { paramOf } from './timed.ts';

/** What is drawn of a result. */
type Figure = 'gflops' | 'medianMs' | 'speedup';

const FIGURES: Readonly<Record<Figure, ChartAxis>> = {
  gflops: { label: 'rate', unit: 'GFLOP/s' },
  medianMs: { label: 'median time', unit: 'ms' },
  speedup: { label: 'speed-up', unit: '×' },
};

/** A rate's interval is that of the time, turned round. */
function interval(figure: Figure, result: Timed): Pick<Point, 'low' | 'high'> {
  const { medianLowMs, medianHighMs, medianMs } = result;
  const value = result[figure];
  if (medianLowMs === null || medianHighMs === null || value === null || !(medianLowMs > 0)) return {};
  if (figure === 'medianMs') return { low: medianLowMs, high: medianHighMs };
  return { low: (value * medianMs) / medianHighMs, high: (value * medianMs) / medianLowMs };
}

/** Results of one name along a parameter; those without a number there are left out. */
function seriesOver(name: string, results: readonly Timed[], param: string, figure: Figure): Series {
  const points = results.flatMap((result): readonly Point[] => {
    const x = Number(paramOf(result, param));
    return Number.isFinite(x) ? [{ x, y: result[figure], ...interval(figure, result) }] : [];
  });
  return { name, points: points.toSorted((a, b) => a.x - b.x) };
}

/** Curves over a parameter, with the intervals of the medians; nothing where nothing was timed. */
export function curveOver({
  title,
  param,
  x,
  figure,
  series,
}: {
  readonly title: string;
  readonly param: string;
  readonly x: ChartAxis;
  readonly figure: Figure;
  readonly series: readonly (readonly [name: string, results: readonly Timed[]])[];
}): readonly ChartBlock[] {
  const drawn = series
    .map(([name, results]) => seriesOver(name, results, param, figure))
    .filter(({ points }) => points.length > 0);
  if (drawn.length === 0) return [];
  return [{ kind: 'chart', title, chart: { kind: 'line', x, y: FIGURES[figure], series: drawn } }];
}
