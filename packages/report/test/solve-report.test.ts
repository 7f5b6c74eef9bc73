import { expect, it } from 'vitest';
import { documentsIn, renderReport, solveReport } from '../src/index.ts';

/** What `spmv solve --json` writes of CG, each iteration halving the residual. */
function solved(changes: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  const history = Array.from({ length: 21 }, (_, iteration) => ({ iteration, residual: 8 * 2 ** -iteration }));
  return {
    schema: 'spmv.solve/1',
    matrix: { name: 'grid', rows: 100, cols: 100, nnz: 460 },
    backend: 'serial',
    precision: 'f64',
    b: 'A·1',
    bNorm: 8,
    converged: true,
    reason: 'converged',
    message: 'cg: converged in 20 iterations',
    method: 'cg',
    preconditioner: 'none',
    iterations: 20,
    residual: 8 * 2 ** -20,
    relativeResidual: 2 ** -20,
    tolerance: 8e-6,
    history,
    error: null,
    ms: 12,
    x: [1, 2, 3],
    ...changes,
  };
}

function lineChart(report: ReturnType<typeof solveReport>) {
  const [block] = report.sections[0]?.blocks ?? [];
  if (block?.kind !== 'chart' || block.chart.kind !== 'line') throw new Error('no chart of lines');
  return block.chart;
}

it('draws the residual over b on a logarithmic axis, a curve for each method, and what was asked for', () => {
  const gmres = solved({ method: 'gmres', preconditioner: 'ilu0', iterations: 3 });
  const report = solveReport([
    { name: 'cg.json', document: solved() },
    { name: 'gmres.json', document: gmres },
  ]);
  const { y, series } = lineChart(report);
  expect([y.scale, y.label]).toEqual(['log10', '‖b − Ax‖ / ‖b‖']);
  expect(series.map(({ name }) => name)).toEqual(['cg', 'gmres with ilu0', 'asked for']);
  expect(series[0]?.points.map((point) => point.y)).toEqual(Array.from({ length: 21 }, (_, k) => 2 ** -k));
  expect(series[2]?.points.map((point) => [point.x, point.y])).toEqual([
    [0, 1e-6],
    [20, 1e-6],
  ]);
  const html = renderReport(report);
  expect(html).toContain('gmres with ilu0');
  expect(documentsIn(html)?.map(({ document }) => (document as { x?: unknown }).x)).toEqual([undefined, undefined]);
  expect(renderReport(solveReport(documentsIn(html) ?? []))).toBe(html);
});

it('tells set-up from iterations where a document does', () => {
  const tableOf = (...documents: readonly Readonly<Record<string, unknown>>[]) => {
    const { sections } = solveReport(documents.map((document, k) => ({ name: `${k}`, document })));
    const found = sections.flatMap(({ blocks }) => blocks).find(({ kind }) => kind === 'table');
    return found?.kind === 'table'
      ? { last: found.columns.at(-1)?.label, rows: found.rows.map((row) => row.slice(8)) }
      : undefined;
  };
  expect(tableOf(solved(), solved({ setupMs: 4, iterationMs: 7 }))).toEqual({
    last: 'iterations',
    rows: [
      [0.012, null, null],
      [0.012, 0.004, 0.007],
    ],
  });
  expect(tableOf(solved())).toEqual({ last: 'time', rows: [[0.012]] });
});

it('thins a long history and keeps both ends', () => {
  const history = Array.from({ length: 1025 }, (_, iteration) => ({ iteration, residual: 1025 - iteration }));
  const { series } = lineChart(solveReport([{ name: 'a', document: solved({ history }) }]));
  const points = series[0]?.points ?? [];
  expect([points.length, points[0]?.x, points.at(-1)?.x]).toEqual([60, 0, 1024]);
});

it('says why a system was not solved, and draws b = 0 without dividing by it', () => {
  const error = { code: 'SOLVER.NOT_CONVERGED', reason: 'cg stagnates.', fix: 'Use gmres.' };
  const failed = solved({ converged: false, reason: 'stagnation', message: 'cg stagnates', error });
  expect(renderReport(solveReport([{ name: 'a', document: failed }]))).toContain('Use gmres.');
  const zero = solved({
    bNorm: 0,
    relativeResidual: 0,
    residual: 0,
    tolerance: 0,
    history: [{ iteration: 0, residual: 0 }],
  });
  const chart = lineChart(solveReport([{ name: 'a', document: zero }]));
  expect([chart.y.label, chart.series.length]).toEqual(['‖b − Ax‖', 1]);
  expect(renderReport(solveReport([{ name: 'a', document: zero }]))).toContain('logarithmic axis has no place');
});

it.each([
  [undefined, 'no JSON object'],
  [{ schema: 'spmv.bench/1', results: [] }, 'its schema is spmv.bench/1'],
  [{ schema: 'spmv.solve/1', method: 'cg' }, 'names no matrix'],
  [{ schema: 'spmv.solve/1', matrix: { name: 'A' } }, 'names no method'],
])('refuses %j', (document, why) => {
  expect(() => solveReport([{ name: 'a.json', document }])).toThrow(
    expect.objectContaining({ code: 'REPORT.DOCUMENT', message: expect.stringContaining(why) as string }),
  );
});

it('refuses none', () => {
  expect(() => solveReport([])).toThrow('no document');
});

it('shows levels and cycles of multigrid where a document has them', () => {
  const levels = {
    rows: [100, 20],
    entries: [460, 80],
    gridComplexity: 1.2,
    operatorComplexity: 540 / 460,
    bytes: 5e6,
    cycles: [0.125, 0.5],
  };
  const tablesOf = (changes: Readonly<Record<string, unknown>>) =>
    solveReport([{ name: 'a', document: solved(changes) }])
      .sections.flatMap(({ blocks }) => blocks)
      .filter((block) => block.kind === 'table' && (block.title === 'Levels' || block.title === 'Cycles'));
  expect(tablesOf({})).toEqual([]);
  expect(tablesOf({ levels })).toMatchObject([
    {
      rows: [
        ['grid', 0, 100, 460, 4.6],
        ['grid', 1, 20, 80, 4],
      ],
    },
    { rows: [['grid', 540 / 460, 1.2, 5, '0.13, 0.50']] },
  ]);
});
