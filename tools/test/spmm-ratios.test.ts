import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'spmv-ratios-'));
afterAll(() => rmSync(folder, { recursive: true }));

const OURS = 'cuda/spmm-csr';
const VENDOR = 'cuda/spmm-csr-cusparse';

function row(matrix: string, kernel: string, medianMs: number): object {
  const source = `${matrix} vectors=8`;
  const problem = { name: source, source, sizes: { vectors: 8 } };
  const own = { backend: 'cuda', format: 'csr', kernel, precision: 'f64', status: 'ok', compulsoryBytes: 1 };
  return {
    problem,
    matrix: { name: matrix, hash: matrix, nnz: 9 },
    ...own,
    medianMs,
    medianLowMs: medianMs,
    medianHighMs: medianMs,
  };
}

const late = (matrix: string, ...kernels: readonly string[]): object => ({
  matrix: `${matrix} vectors=8`,
  source: `${matrix} vectors=8`,
  precision: 'f64',
  whole: false,
  cases: kernels.map((kernel) => ({ backend: 'cuda', format: 'csr', kernel, precision: 'f64' })),
});

function ratios(...documents: readonly object[]): string {
  const files = documents.map((document, d) => {
    const path = join(folder, `${d}.json`);
    writeFileSync(path, JSON.stringify(document));
    return path;
  });
  return execFileSync(process.execPath, ['bench/spmm-ratios.ts', ...files], { encoding: 'utf8' });
}

const whole = [row('a', OURS, 1), row('a', VENDOR, 2)];
const cut = [row('b', OURS, 1), row('b', VENDOR, 16)];

it('means are of problems with all their kernels; what a time budget cut is counted apart', () => {
  const both = ratios({ results: [...whole, ...cut], outOfTime: [late('b', 'cuda/spmm-coo-cusparse')] });
  expect(both).toMatch(/^1 products measured whole, 0 failed\. In the mean 2\.00 ×/);
  expect(both).toContain('| b | 8 | f64 | 0 | 1 | 16.00 |');
  const ours = ratios({ results: [...whole, ...cut], outOfTime: [late('b', 'cuda/spmm-packed')] });
  expect(ours).toContain('| b | 8 | f64 | 1 | 0 | 16.00 |');
});

it('what another document has is not missing, and what none has is named', () => {
  const first = { results: [...whole, ...cut], outOfTime: [late('b', 'cuda/spmm-coo-cusparse'), late('c', OURS)] };
  const second = { results: [row('b', 'cuda/spmm-coo-cusparse', 4)] };
  const text = ratios(first, second);
  expect(text).toMatch(/^2 products measured whole, 0 failed\. In the mean 2\.83 ×/);
  expect(text).toContain('Left out by the time budget: 1 problems: c vectors=8 f64.');
});
