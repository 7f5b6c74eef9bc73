import { isSpmvError } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { recordedDocuments } from '../../../bench/recorded.ts';
import type { ReportBlock, Chart, Report } from '../src/index.ts';
import { benchReport, documentsIn, renderReport } from '../src/index.ts';
import { benchDocument, sweepDocument } from './example-documents.ts';

const one = (document: unknown): Report => benchReport([{ name: 'a.json', document }]);

function blocksOf(report: Report, id: string): readonly ReportBlock[] {
  return report.sections.find((section) => section.id === id)?.blocks ?? [];
}

function chartOf<K extends Chart['kind']>(report: Report, id: string, kind: K): Extract<Chart, { readonly kind: K }> {
  const charts = blocksOf(report, id).flatMap((block) => (block.kind === 'chart' ? [block.chart] : []));
  const found = charts.find((chart): chart is Extract<Chart, { readonly kind: K }> => chart.kind === kind);
  if (!found) throw new Error(`no ${kind} in ${id}`);
  return found;
}

function tableText(report: Report, id: string): string {
  return JSON.stringify(blocksOf(report, id).filter((block) => block.kind === 'table'));
}

describe('the report of one document', () => {
  const report = one(benchDocument());

  it('has every section there is something for', () => {
    expect(report.sections.map(({ id }) => id)).toEqual([
      'best',
      'speed',
      'speedup',
      'roofline',
      'workers',
      'storage',
      'break-even',
      'error',
      'agreement',
      'matrices',
      'left-out',
      'rows',
    ]);
    expect(report.title).toBe('spmv bench: small and 1 more');
    expect(Object.fromEntries(report.facts.map(({ label, value }) => [label, value]))).toMatchObject({
      Machine: 'A processor, 2 cores, 16 GiB',
      Backends: 'serial 0.1.0: CPU, copies 12.5 GB/s',
      Started: '2026-11-22 06:00:00 UTC',
      Options: 'operation spmv, transpose=false, seed 42, runs 20',
      Results: '2 problems: 13 ok, 1 refused, 0 failed, 0 unavailable',
    });
  });

  it('names the best of each problem, never an imported one', () => {
    const [table] = blocksOf(report, 'best');
    if (table?.kind !== 'table') throw new Error('no table');
    expect(table.rows.map((row) => [row[0], row[4], row[6]])).toEqual([
      ['small', 'wasm/csr', 'serial'],
      ['large <b>', 'wasm/csr', 'threads'],
    ]);
  });

  it('draws the rate of each format with the interval of its time, and imported rows apart', () => {
    const { categories, series } = chartOf(report, 'speed', 'bar');
    expect(categories).toEqual(['csr', 'sell', 'ellpack']);
    expect(series.map(({ name, printed }) => [name, printed ?? false])).toEqual([
      ['serial', false],
      ['threads', false],
      ['mkl (imported)', true],
    ]);
    expect(series[0]?.values[0]).toBeCloseTo(2);
    expect(series[0]?.low?.[0]).toBeCloseTo(2 / 1.1);
    expect(series[0]?.high?.[0]).toBeCloseTo(2 / 0.95);
  });

  it('draws speed-up, storage against CSR, and products until conversion is paid', () => {
    expect(chartOf(report, 'speedup', 'bar').line).toEqual({ label: 'serial CSR', at: 1 });
    const storage = chartOf(report, 'storage', 'bar');
    expect(storage.series.map(({ name, values }) => [name, values.map((value) => value?.toFixed(2))])).toEqual([
      ['csr', ['1.00', '1.00']],
      ['sell', ['1.31', '1.33']],
      ['ellpack', ['1.63', '1.65']],
    ]);
    // 1 ms of conversion and 0.5 of preparation, over 0.0005 ms that a product saves.
    expect(chartOf(report, 'break-even', 'bar').series[0]?.values[0]).toBeCloseTo(1.5 / (0.001 - 0.0005));
  });

  it('puts points under the roof that was measured', () => {
    const { roofs, series } = chartOf(report, 'roofline', 'roofline');
    expect(roofs).toEqual([{ label: 'serial copies 12.5 GB/s', gbPerSecond: 12.5 }]);
    const [point] = series[0]?.points ?? [];
    expect(point?.x).toBeCloseTo(1000 / (500 * 12 + 400 + 1600));
    expect(point?.y).toBeCloseTo(2);
  });

  it('draws errors against the bound, workers, row lengths and pictures', () => {
    const errors = chartOf(report, 'error', 'scatter');
    expect(errors.lines).toEqual([{ label: 'bound', y: 1 }]);
    expect(errors.series.flatMap(({ points }) => points.map(({ x }) => x))).toContain(16);
    expect(chartOf(report, 'workers', 'bar').series).toEqual([
      { name: 'busy', values: [1e-4, 8e-5] },
      { name: 'waiting', values: [2e-5, 4e-5] },
    ]);
    expect(chartOf(report, 'matrices', 'histogram').bins).toEqual([
      { from: 4, to: 4, count: 40 },
      { from: 5, to: 5, count: 60 },
    ]);
    expect(blocksOf(report, 'matrices')[0]).toMatchObject({ kind: 'picture', width: 2, counts: [1, 0, 0, 1] });
  });

  it('says what was left out, and why', () => {
    const said = tableText(report, 'left-out');
    for (const words of ['Rows are too long.', 'There is no driver.', 'no such file', 'gone.mtx'])
      expect(said).toContain(words);
  });
});

it('draws the curves of a sweep over its axis', () => {
  const { x, series } = chartOf(one(sweepDocument()), 'sweep', 'line');
  expect(x.label).toBe('threads');
  expect(series.map(({ name }) => name)).toEqual(['f64 wasm/csr threads', 'f64 wasm/sell threads']);
  expect(series[1]?.points.map(({ x: at, y }) => [at, y])).toEqual([
    [1, 2],
    [2, 4],
    [4, 8],
  ]);
});

it('draws what stands beside a sweep over sizes at the points where it is compared, repeated as often as it is there', () => {
  const { results, ...rest } = benchDocument();
  const [first] = results as readonly Record<string, unknown>[];
  const row = (operation: string, sizes: object, medianMs: number) => ({
    ...first,
    operation,
    kernel: `js/${operation}`,
    problem: { name: 'small', sizes, operands: {} },
    launchParams: {},
    medianMs,
    medianLowMs: null,
    medianHighMs: null,
  });
  const beside = (operation: string, vectors: number, sizes: object, products: number) => ({
    operation,
    own: { vectors },
    sizes,
    products,
  });
  const document = {
    ...rest,
    sweep: {
      what: 'vectors',
      axis: 'vectors',
      against: [
        ...[1, 4].map((vectors) => beside('spmv', vectors, {}, vectors)),
        ...[1, 4].map((vectors) => beside('gemm', vectors, { n: vectors }, 1)),
      ],
    },
    results: [
      row('spmm', { vectors: 1 }, 3),
      row('spmm', { vectors: 4 }, 5),
      row('spmv', {}, 2),
      row('gemm', { n: 1 }, 70),
      row('gemm', { n: 4 }, 90),
    ],
  };
  const charts = blocksOf(one(document), 'sweep').flatMap((block) => (block.kind === 'chart' ? [block.chart] : []));
  const [, times] = charts;
  if (times?.kind !== 'line') throw new Error('no times');
  expect(
    times.series.map(({ name, points }) => [name, points.map(({ x, y }) => [x, Number((y ?? 0).toFixed(6))])]),
  ).toEqual([
    [
      'f64 js/spmm serial',
      [
        [1, 0.003],
        [4, 0.005],
      ],
    ],
    [
      'f64 js/spmv serial',
      [
        [1, 0.002],
        [4, 0.008],
      ],
    ],
    [
      'f64 js/gemm serial',
      [
        [1, 0.07],
        [4, 0.09],
      ],
    ],
  ]);
  // Over density each number of vectors is a curve of its own.
  const density = { ...document, sweep: { what: 'density', axis: 'density' } };
  const made = density.results.slice(0, 2).map((one) => ({
    ...one,
    matrix: { ...(one as never as { matrix: object }).matrix, source: 'gen:random?density=0.1' },
  }));
  const curves = chartOf(one({ ...density, results: made }), 'sweep', 'line');
  expect(curves.series.map(({ name }) => name)).toEqual([
    'f64 js/spmm serial vectors=1',
    'f64 js/spmm serial vectors=4',
  ]);
});

describe('several documents', () => {
  const report = benchReport([
    { name: 'a.json', document: benchDocument() },
    { name: 'a.json', document: benchDocument(2) },
  ]);

  it('stand side by side, with ratios and their intervals', () => {
    expect(report.sections.slice(0, 2).map(({ id }) => id)).toEqual(['documents', 'versions']);
    expect(report.subtitle).toBe('a.json (1), a.json (2)');
    const charts = blocksOf(report, 'versions').flatMap((block) => (block.kind === 'chart' ? [block] : []));
    expect(charts.map(({ title }) => title)).toEqual([
      'f64: rate of the fastest in each document',
      'Time, later over first',
    ]);
    const ratios = charts[1]?.chart;
    if (ratios?.kind !== 'bar') throw new Error('no bars');
    for (const value of ratios.series[0]?.values ?? []) expect(value).toBeCloseTo(2);
    expect(ratios.series[0]?.low?.[0]).toBeCloseTo((2 * 0.95) / 1.1);
    expect(ratios.series[0]?.high?.[0]).toBeCloseTo((2 * 1.1) / 0.95);
  });

  it('have all their sections, each under an id of its own', () => {
    const ids = report.sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('roofline-2');
  });

  it('come back out of the page', () => {
    const again = benchReport(documentsIn(renderReport(report)) ?? []);
    expect(again).toEqual(report);
  });
});

it('reads documents from before problems, with remarks behind their schema', () => {
  const document = benchDocument();
  const results = (document['results'] as readonly Record<string, unknown>[]).map((result) => ({
    ...result,
    problem: undefined,
  }));
  const report = one({ schema: 'spmv.bench/1, samples left out', results });
  const [table] = blocksOf(report, 'best');
  expect(table?.kind === 'table' && table.rows).toHaveLength(2);
});

it('reads what was recorded of runs on an H200', () => {
  const report = one(recordedDocuments('gemm')['h200.json']);
  expect(report.sections.map(({ id }) => id)).toEqual(expect.arrayContaining(['best', 'speed', 'error', 'rows']));
  const categories = blocksOf(report, 'speed').flatMap((block) =>
    block.kind === 'chart' && block.chart.kind === 'bar' ? block.chart.categories : [],
  );
  expect(categories).toContain('m=256 n=256 k=256');
});

it.each([
  ['no JSON object', 5],
  ['its schema is spmv.info/1', { schema: 'spmv.info/1' }],
  ['its schema is missing', { results: [] }],
  ['no list of results', { schema: 'spmv.bench/1' }],
  ['results[0] is no object', { schema: 'spmv.bench/1', results: [1] }],
  ['results[0] names no backend', { schema: 'spmv.bench/1', results: [{ matrix: { name: 'a' } }] }],
  ['results[0] names neither a problem nor a matrix', { schema: 'spmv.bench/1', results: [{ backend: 'a' }] }],
])('refuses what is no document: %s', (why, document) => {
  let thrown: unknown;
  try {
    one(document);
  } catch (error) {
    thrown = error;
  }
  expect(isSpmvError(thrown, 'REPORT.DOCUMENT')).toBe(true);
  expect((thrown as Error).message).toContain(why);
  expect((thrown as Error).message).toContain('a.json');
});

it('survives a document in which nothing was measured', () => {
  const report = one({ schema: 'spmv.bench/1', results: [] });
  expect(renderReport(report)).toContain('No rows.');
  expect(() => benchReport([])).toThrow('no document');
});

it('is small beside its data: the page and its charts stay below 150 kB', () => {
  for (const documents of [[benchDocument()], [sweepDocument()], [benchDocument(), benchDocument(2)]]) {
    const named = documents.map((document, d) => ({ name: `${d}`, document }));
    const html = renderReport(benchReport(named));
    const data = JSON.stringify(named).replaceAll('<', '\\u003c');
    expect(html).toContain(data);
    expect(html.length - data.length).toBeLessThan(150_000);
    // Nothing is fetched: no address but names of SVG and of data.
    expect(html.replace(data, '')).not.toMatch(/https?:|src="(?!data:)|@import|url\(/u);
  }
});
