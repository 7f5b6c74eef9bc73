import type { BenchResult } from '@spmv/engine';
import { expect, test } from 'vitest';
import { csvOf, markdownOf } from '../../src/run/table-text.ts';

const ROW = {
  kernel: 'js/csr',
  format: 'csr',
  precision: 'f64',
  backend: 'a,"b"|c',
  medianMs: 0.5,
  speedup: 1,
  status: 'ok',
} as unknown as BenchResult;

test('rows are copied with their names, and what would part cells is quoted', () => {
  const [head, line] = csvOf([ROW]).split('\n');
  expect(head).toMatch(/^kernel,format,precision,backend,medianMs,/u);
  expect(line).toBe('js/csr,csr,f64,"a,""b""|c",0.5,,,1,,,,ok');
  const [names, rule, cells] = markdownOf([ROW]).split('\n');
  expect(names?.split('|')).toHaveLength(rule?.split('|').length ?? 0);
  expect(cells).toContain('a,"b"\\|c');
});
