import { expect, it } from 'vitest';
import type { ReportBlock, Report } from '../src/index.ts';
import { benchReport, renderReport } from '../src/index.ts';
import { benchDocument } from './example-documents.ts';

const one = (document: unknown): Report => benchReport([{ name: 'a.json', document }]);
const blocksOf = (report: Report): readonly ReportBlock[] =>
  report.sections.find(({ id }) => id === 'agreement')?.blocks ?? [];

it('shows backends against one another, darker the farther they are apart, and says what was found', () => {
  const report = one(benchDocument());
  const [, table, ...others] = blocksOf(report);
  expect(others).toHaveLength(1);
  expect(table).toMatchObject({
    title: 'small, f64',
    rows: [
      ['serial', 0, 1e-6, 12],
      ['threads', 1e-6, 0.02, 1],
      ['acme/plain', 12, 1, null],
    ],
    note: 'odd one out: acme/plain',
  });
  const html = renderReport(report);
  expect(html).toContain('<td class=n>0<td class="n d1" data-v=0.000001>');
  expect(html).toContain('<td class="n over">12');
  expect(html).toContain('<td class="n d5">0.0200<td class="n d8">1');
});

it('shows nothing of documents that were written before results were compared in pairs', () => {
  const matrices = [{ name: 'old', agreement: [{ precision: 'f64', ratio: 0.1 }] }];
  expect(blocksOf(one({ ...benchDocument(), matrices }))).toEqual([]);
});

it('is made of a validation, too', () => {
  expect(one({ ...benchDocument(), schema: 'spmv.validate/1' }).title).toBe('spmv validate: small and 1 more');
});
