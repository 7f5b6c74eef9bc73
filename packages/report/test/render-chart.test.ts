import { describe, expect, it, test } from 'vitest';
import type { ChartAxis, BarChart, Chart, Series } from '../src/index.ts';
import { renderChart } from '../src/index.ts';
import { EXAMPLES, errors, fewBars, histogram, manyCategories, manySeries, roofline, sweep } from './example-charts.ts';
import type { SeenTick } from './read-chart.ts';
import { placeBy, readChart } from './read-chart.ts';

const seen = (chart: Chart): ReturnType<typeof readChart> => readChart(renderChart(chart, 'A chart'));
const isLog = ({ scale = 'linear' }: ChartAxis): boolean => scale !== 'linear';
const near = (found: number | undefined, wanted: number): void =>
  expect(Math.abs((found ?? Number.NaN) - wanted)).toBeLessThanOrEqual(0.5);

/** Every point of every series is a marker where the axes say, and there is no other one. */
function expectPoints(chart: Chart, series: readonly Series[], x: ChartAxis, y: ChartAxis): void {
  const found = seen(chart);
  expect(found.series).toHaveLength(series.length);
  for (const [s, { points }] of series.entries()) {
    const drawable = points.filter(
      (point) => point.y !== null && (!isLog(y) || point.y > 0) && (!isLog(x) || point.x > 0),
    );
    const marks = found.series[s]?.marks ?? [];
    expect(marks).toHaveLength(drawable.length);
    for (const point of drawable) {
      const [px, py] = [placeBy(found.x, point.x, isLog(x)), placeBy(found.y, point.y ?? 0, isLog(y))];
      const distances = marks.map(([mx, my]) => Math.max(Math.abs(mx - px), Math.abs(my - py)));
      expect(Math.min(...distances), `${points.indexOf(point)} of ${s}`).toBeLessThanOrEqual(0.5);
    }
  }
}

describe('points between two axes', () => {
  const charts = Object.entries(EXAMPLES).filter(([name]) => !name.startsWith('no'));
  it.each(charts)('of %s lie where their values say', (_, chart) => {
    if (chart.kind === 'line' || chart.kind === 'scatter') expectPoints(chart, chart.series, chart.x, chart.y);
    if (chart.kind === 'roofline')
      expectPoints(chart, chart.series, { label: '', scale: 'log10' }, { label: '', scale: 'log10' });
  });

  it('points of larger values lie further right and up', () => {
    for (const chart of Object.values(EXAMPLES)) {
      const { x, y } = seen(chart);
      const rising = (ticks: readonly SeenTick[]): boolean =>
        ticks.every(({ value }, t) => t === 0 || value > (ticks[t - 1]?.value ?? value));
      expect(rising(x)).toBe(true);
      expect(x.every(({ at }, t) => t === 0 || at > (x[t - 1]?.at ?? at))).toBe(true);
      expect(rising(y)).toBe(true);
      expect(y.every(({ at }, t) => t === 0 || at < (y[t - 1]?.at ?? at))).toBe(true);
    }
  });

  it('lie inside of the picture, whatever they are', () => {
    for (const [name, chart] of Object.entries(EXAMPLES)) {
      const { series, height, texts } = seen(chart);
      for (const { marks, bars } of series) {
        for (const [x, y] of marks) expect(x >= 0 && x <= 480 && y >= 0 && y <= height, name).toBe(true);
        for (const { left, right, bottom } of bars)
          expect(left >= 0 && right <= 480 && bottom <= height, name).toBe(true);
      }
      for (const { x, y } of texts) expect(x >= 0 && x <= 480 && y > 0 && y <= height, name).toBe(true);
    }
  });

  it('are joined in the order of x, and not across what has no value', () => {
    const [line] = seen({
      ...sweep,
      series: [
        {
          name: 'a',
          points: [
            { x: 4, y: 1 },
            { x: 1, y: 2 },
            { x: 8, y: 3 },
            { x: 2, y: null },
          ],
        },
      ],
    }).series;
    expect(line?.strokes).toBe(2);
    const places = line?.line.map(([x]) => x) ?? [];
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).toHaveLength(3);
  });

  it('have their intervals, and all series their own look', () => {
    const found = seen(sweep);
    for (const { whiskers } of found.series) expect(whiskers).toBe(5);
    const looks = seen(manySeries).series.map(({ className }) => className);
    expect(new Set(looks).size).toBe(14);
    expect(looks[3]).toContain('printed');
  });

  it('that a logarithm has no place for are told', () => {
    const svg = renderChart(errors, 'Errors');
    expect(svg).toContain('Not drawn, not above 0');
    expect(svg).toContain('matrix 3: 0');
    expect(svg).toContain('matrix 5: −1');
    expect(renderChart(sweep, '')).not.toContain('Not drawn');
    expect(renderChart(manySeries, '')).toContain('Not drawn, without a value');
  });

  it('beyond ends that were given are told, and not drawn', () => {
    const chart: Chart = { ...sweep, y: { label: 'rate', from: 0, to: 5 } };
    expect(seen(chart).y.at(-1)?.value).toBe(5);
    expect(renderChart(chart, '')).toContain('Not drawn, beyond the ends of the axis');
  });
});

test('the ends of a scale are those asked for, or the round ones around the values', () => {
  expect(seen(sweep).x.map(({ value }) => value)).toEqual([1, 2, 4, 8, 16]);
  const { y } = seen(sweep);
  expect([y[0]?.value, y.at(-1)?.value]).toEqual([0, 20]);
  const { x } = seen({ ...sweep, x: { label: 'threads', from: 0, to: 32 } });
  expect([x[0]?.value, x.at(-1)?.value]).toEqual([0, 30]);
});

/** Every bar ends where the axis says, and begins at zero. */
function expectBars(chart: BarChart): void {
  const found = seen(chart);
  expect(found.series).toHaveLength(chart.series.length);
  for (const [s, { values }] of chart.series.entries()) {
    const shown = values.filter((value): value is number => value !== null);
    const bars = found.series[s]?.bars ?? [];
    expect(bars).toHaveLength(shown.length);
    for (const [b, value] of shown.entries()) {
      near(bars[b]?.left, placeBy(found.x, 0, false));
      near(bars[b]?.right, placeBy(found.x, value, false));
    }
  }
}

describe('bars', () => {
  it('end where their values say, one for each value of each series', () => expectBars(fewBars));

  it('of a group lie below one another in the order of the series', () => {
    const { series } = seen(fewBars);
    const tops = series.map(({ bars }) => bars[0]?.top ?? 0);
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
    for (const [s, { bars }] of series.entries())
      for (const other of series.slice(s + 1)) expect(bars[0]?.bottom).toBeLessThanOrEqual(other.bars[0]?.top ?? 0);
  });

  it('become rows of markers where there are many, each where its value says', () => {
    const found = seen(manyCategories);
    expect(found.series).toHaveLength(12);
    for (const [s, { values }] of manyCategories.series.entries()) {
      const marks = found.series[s]?.marks ?? [];
      const shown = values.filter((value): value is number => value !== null);
      expect(marks).toHaveLength(shown.length);
      for (const [m, value] of shown.entries()) near(marks[m]?.[0], placeBy(found.x, value, true));
    }
    const rows = new Set(found.series.flatMap(({ marks }) => marks.map(([, y]) => y)));
    expect(rows.size).toBe(40);
  });

  it('below zero go to the left of it', () => {
    const found = seen({
      ...fewBars,
      categories: ['a'],
      series: [
        { name: '', values: [-2] },
        { name: 'b', values: [1] },
      ],
    });
    near(found.series[0]?.bars[0]?.right, placeBy(found.x, 0, false));
    near(found.series[0]?.bars[0]?.left, placeBy(found.x, -2, false));
  });

  it('name every category, shortened in the middle where there is no room, and escape what names hold', () => {
    const svg = renderChart(fewBars, 'A <b> & "c"');
    expect(svg).not.toContain('<b>');
    expect(svg).toContain('hyb &lt;b&gt;&amp;');
    const names = readChart(svg).texts.map(({ text }) => text);
    expect(names.some((name) => name.startsWith('ellpack') && name.includes('…'))).toBe(true);
    expect(svg).toContain('<title>ellpack-r with a very long name that is cut</title>');
  });
});

test('a histogram has a bar for each bin, as high as its count', () => {
  const found = seen(histogram);
  const [{ bars } = { bars: [] }] = found.series;
  expect(bars).toHaveLength(histogram.bins.length);
  for (const [b, { count }] of histogram.bins.entries()) {
    near(bars[b]?.top, placeBy(found.y, count, false));
    near(bars[b]?.bottom, placeBy(found.y, 0, false));
  }
  const lefts = bars.map(({ left }) => left);
  expect(lefts).toEqual([...lefts].sort((a, b) => a - b));
});

test('roofs rise with what is computed for a byte, and bend where arithmetic ends', () => {
  const svg = renderChart({ ...roofline, roofs: [{ label: 'device', gbPerSecond: 100, gflops: 50 }] }, '');
  const { x, y } = readChart(svg);
  const corners = [...(/class="roof" d="([^"]*)"/u.exec(svg)?.[1] ?? '').matchAll(/[ML]([\d.]+) ([\d.]+)/gu)].map(
    ([, px, py]) => [Number(px), Number(py)] as const,
  );
  expect(corners).toHaveLength(3);
  near(corners[1]?.[0], placeBy(x, 0.5, true));
  near(corners[1]?.[1], placeBy(y, 50, true));
  near(corners[2]?.[1], placeBy(y, 50, true));
});

test('a file of its own is well-formed, has a title, a description and colours for light and dark', () => {
  for (const [name, chart] of Object.entries(EXAMPLES)) {
    const svg = renderChart(chart, name);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/u);
    expect(svg).toContain(`<title>${name}</title>`);
    expect(svg).toMatch(/<desc>[^<]{8,}<\/desc>/u);
    expect(svg).toContain('prefers-color-scheme:dark');
    expect(svg).not.toMatch(/NaN|undefined|Infinity/u);
  }
});

test('on a logarithm, which has no 0 to begin at, one series is markers with values; and what is counted has whole ticks', () => {
  const value: ChartAxis = { label: 'rate', scale: 'log10' };
  const chart: BarChart = { kind: 'bar', categories: ['a', 'b'], value, series: [{ name: '', values: [1, 250] }] };
  const { series, texts } = seen(chart);
  expect(series[0]?.bars).toEqual([]);
  expect(series[0]?.marks).toHaveLength(2);
  expect(texts.map(({ text }) => text)).toContain('250');
  const points = [1, 2].map((x) => ({ x, y: x }));
  const line = (x: ChartAxis): Chart => ({ kind: 'line', x, y: { label: 'speed' }, series: [{ name: 's', points }] });
  expect(seen(line({ label: 'threads' })).x.every(({ value: at }) => Number.isInteger(at))).toBe(false);
  expect(seen(line({ label: 'threads', whole: true })).x.map(({ value: at }) => at)).toEqual([1, 2]);
});
