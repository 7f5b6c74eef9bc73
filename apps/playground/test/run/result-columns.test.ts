import type { BenchResult } from '@spmv/engine';
import { renderChart } from '@spmv/report';
import { expect, test } from 'vitest';
import { errorLines, errorPercent } from '../../src/run/error-chart.tsx';
import { bestOfEach, formatBars } from '../../src/run/format-chart.tsx';
import { COLUMNS, firstOfEach, sortedBy } from '../../src/run/result-columns.tsx';

const row = (kernel: string, format: string, precision: string, medianMs: number | null): BenchResult =>
  ({
    kernel,
    format,
    precision,
    backend: 'serial',
    launchParams: {},
    status: 'ok',
    medianMs,
    medianLowMs: medianMs === null ? null : 0.9 * medianMs,
    medianHighMs: medianMs === null ? null : 1.25 * medianMs,
    speedup: medianMs === null ? null : 4 / medianMs,
  }) as BenchResult;
const ROWS = [
  row('js/csr', 'csr', 'f64', 4),
  row('js/sell', 'sell', 'f64', 2),
  row('js/coo', 'coo', 'f64', null),
  row('wasm/csr', 'csr', 'f64', 1),
  row('js/csr', 'csr', 'f32', 3),
];

test('rows are sorted either way, equal ones as they were, and what has no value is last', () => {
  const by = (title: string) => COLUMNS.find((one) => one.title === title) as (typeof COLUMNS)[number];
  const medians = (descending: boolean) => sortedBy(ROWS, by('median'), descending).map(({ medianMs }) => medianMs);
  expect(medians(false)).toEqual([1, 2, 3, 4, null]);
  expect(medians(true)).toEqual([4, 3, 2, 1, null]);
  expect(sortedBy(ROWS, by('format'), false).map(({ kernel }) => kernel)).toEqual([
    'js/coo',
    'js/csr',
    'wasm/csr',
    'js/csr',
    'js/sell',
  ]);
  expect(firstOfEach(ROWS, 2).map(({ precision }) => precision)).toEqual(['f64', 'f64', 'f32']);
});

test('errors are by format and precision, the largest first; what is within no bound is beyond the line', () => {
  const given = (format: string, errorRatio: number | null, code: string | null = null): BenchResult =>
    ({ format, precision: 'f64', errorRatio, code }) as BenchResult;
  const lines = errorLines([
    given('csr', 0.1),
    given('sell', null, 'RESULT.INVALID'),
    given('csr', 0.5),
    given('coo', 0),
    given('dia', null, 'FORMAT.REFUSED'),
  ]);
  expect(lines).toEqual([
    { name: 'sell, f64', errors: [Infinity] },
    { name: 'csr, f64', errors: [0.5, 0.1] },
    { name: 'coo, f64', errors: [0] },
  ]);
  expect([0, 1, Infinity].map(errorPercent).map(Math.round)).toEqual([0, 83, 100]);
});

test('a chart has the one that is advised too, where another of its format is faster', () => {
  const threads = { ...row('js/csr-blocks', 'csr', 'f64', 0.99), backend: 'threads' };
  const rows = [...ROWS.slice(0, 4), threads];
  const names = (advised?: BenchResult): readonly (string | null)[] =>
    bestOfEach(rows, advised).map(({ kernel }) => kernel);
  expect(names()).toEqual(['js/csr-blocks', 'js/sell']);
  expect(names(rows[3])).toEqual(['js/csr-blocks', 'wasm/csr', 'js/sell']);
  expect(bestOfEach(rows, rows[3])[1]).toBe(rows[3]);
});

test('a chart has the fastest kernel of each format with its interval, also for other programs', () => {
  const chart = formatBars(bestOfEach(ROWS.filter(({ precision }) => precision === 'f64')));
  expect(chart.categories).toEqual(['csr: wasm/csr on serial', 'sell: js/sell on serial']);
  expect(chart.series[0]?.values).toEqual([4, 2]);
  expect(chart.series[0]?.low?.map((low) => Number(low?.toFixed(2)))).toEqual([3.2, 1.6]);
  expect(renderChart(chart, 'olm1000, f64')).toMatch(/^<svg xmlns[^]*wasm\/csr on serial[^]*<\/svg>\n$/u);
});
