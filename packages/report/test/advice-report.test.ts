import { expect, it } from 'vitest';
import { benchReport, renderReport } from '../src/index.ts';
import { benchDocument } from './example-documents.ts';

it('shows what advice would have been beside what was best, and how many were right', () => {
  const advised = {
    matrix: 'small',
    backend: 'serial',
    precision: 'f64',
    advised: { format: 'sell', formatParams: { C: 8 }, kernel: 'wasm/sell', kernelParams: {}, launchParams: {} },
    expectedMs: 0.002,
    advisedMs: 0.0022,
    best: { format: 'csr', formatParams: {}, kernel: 'wasm/csr', kernelParams: {}, launchParams: {} },
    bestMs: 0.002,
    ratio: 1.1,
    tied: false,
    trials: 10,
  };
  const right = { ...advised, matrix: 'large <b>', ratio: 1.04, tied: true };
  const document = { ...benchDocument(), advice: [advised, right, { ...advised, ratio: 1.2, tied: true }] };
  const report = benchReport([{ name: 'a.json', document }]);
  const [text, table] = report.sections.find(({ id }) => id === 'advice')?.blocks ?? [];
  expect(text).toMatchObject({
    text: 'Advised was within 5 % of the best measured in 1 of 3, and in 1 more the intervals overlap; 1 is a miss that this run can tell.',
  });
  if (table?.kind !== 'table') throw new Error('no table');
  const [row] = table.rows;
  expect(row?.map((cell) => (typeof cell === 'number' ? Number(cell.toPrecision(3)) : cell))).toEqual([
    'small',
    'serial',
    'f64',
    10,
    'wasm/sell',
    2,
    2.2,
    'wasm/csr',
    2,
    10,
    'C=8',
  ]);
  expect(renderReport(report)).not.toContain('style=');
});

it('has no section of advice where the document says none', () => {
  const report = benchReport([{ name: 'a.json', document: benchDocument() }]);
  expect(report.sections.map(({ id }) => id)).not.toContain('advice');
});
