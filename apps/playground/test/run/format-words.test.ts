import type { BenchResult } from '@spmv/engine';
import { expect, test } from 'vitest';
import { formatWords, untriedText } from '../../src/run/format-words.ts';

const row = (format: string, kernel: string, medianMs: number): BenchResult =>
  ({ format, kernel, medianMs, precision: 'f64', backend: 'serial', status: 'ok', launchParams: {} }) as BenchResult;
const [js, simd] = [row('csr', 'js/csr', 8), row('csr', 'wasm/csr-simd', 4)];
const segments = row('row-segments', 'wasm/row-segments-simd', 2);

test.each([
  [
    'another format beside the best CSR, whatever CSR in JavaScript takes',
    segments,
    [js, simd, segments],
    'f64: row-segments, 2.00× the best CSR, wasm/csr-simd on serial.',
  ],
  ['CSR', simd, [js, simd, segments], 'f64: csr. No other format is faster, as far as this run can tell.'],
  ['CSR alone', simd, [js, simd], 'f64: csr, the only format that was timed.'],
  ['no CSR', segments, [segments], 'f64: row-segments. CSR was not timed beside it.'],
] as const)('what is advised in terms of formats: %s', (_, best, rows, said) => {
  expect(formatWords({ precision: 'f64', best }, rows)).toBe(said);
});

test('of a precision that nothing computes in the page says so, and where it would be', () => {
  expect(untriedText('f16')).toMatch(/^f16: nothing ran\..*shader-f16\.$/u);
  expect(untriedText('df64')).toMatch(/^df64: nothing ran\..*WebGPU does\.$/u);
  expect(untriedText('f64')).toMatch(/Choose more backends\.$/u);
});
