import { buildMatrix, cooFromEntries, createWorkload, spmv, storageBytes, workOf } from '@spmv/core';
import type { BenchResult } from '@spmv/engine';
import { compulsoryBytes, figures, verdicts } from '@spmv/engine';
import { csr } from '@spmv/formats';
import { expect, it } from 'vitest';
import { validateTable } from '../src/documents/tables.ts';
import { createTerminal } from '../src/output/terminal.ts';
import { timed } from './helpers/results.ts';
import { runCli } from './helpers/run-cli.ts';

const coo = cooFromEntries({ rows: 2, cols: 3 }, { rowIndex: [0, 0, 1], colIndex: [0, 2, 1], values: [1, 2, 3] });

it('counts the bytes a value takes where the product reads it', () => {
  const indices = 4 * 3 + 4 * 3;
  const workload = createWorkload(spmv, coo);
  for (const [precision, valueType, bytes] of [
    ['f64', 'f64', 8],
    ['f32', 'f32', 4],
    ['f16', 'f32', 2],
    ['bf16', 'f32', 2],
    ['df64', 'f64', 8],
  ] as const) {
    const matrix = buildMatrix(csr, coo, { valueType });
    const stored = storageBytes(matrix, precision);
    expect(stored).toBe(indices + 3 * bytes);
    const inputs = (beta: number) => ({
      work: workOf(workload, { alpha: 1, beta }, precision),
      storageBytes: stored,
    });
    expect(compulsoryBytes(inputs(0))).toBe(indices + 3 * bytes + 5 * bytes);
    expect(compulsoryBytes(inputs(1))).toBe(indices + 3 * bytes + 7 * bytes);
    expect(figures({ ...inputs(0), medianMs: 1e-3 })).toEqual({
      gflops: 6e-3,
      gbPerSecond: (indices + 8 * bytes) / 1e3,
    });
  }
  expect(storageBytes(buildMatrix(csr, coo))).toBe(indices + 24);
});

it('the verdict compares what is on the device, the analysis of a kernel included', () => {
  const verdict = (...results: readonly BenchResult[]): string | undefined => verdicts(results)[0]?.text;
  // The format of the fastest is the smaller one, but its kernel made another 4000 bytes.
  const text = verdict(
    timed('row-segments', 'wasm/row-segments', 1, 1000, 5000),
    timed('csr', 'js/csr', 2, 1200, 1200),
  );
  expect(text).toContain('t stores 51.6 bytes per entry with x and y; csr stores less (13.6)');
  expect(text).not.toMatch(/nothing stores less/i);
  expect(
    verdict(timed('csr', 'js/csr', 1, 1200, 1200), timed('row-segments', 'wasm/row-segments', 2, 1000, 5000)),
  ).toContain('Nothing stores less, 13.6 bytes');
  expect(verdict(timed('csr', 'wasm/csr', 1, 1200, 3200), timed('csr', 'js/csr', 2, 1200, 1200))).toContain(
    'js/csr stores less (13.6)',
  );
  // The bounds of a team's ranges are eight bytes more: that is no finding.
  expect(verdict(timed('csr', 'wasm/csr', 1, 1200, 1208), timed('csr', 'js/csr', 2, 1200, 1200))).toMatch(
    /It stores 13\.\d bytes per entry with x and y\.$/,
  );
});

it('the table shows what a kernel holds', () => {
  const nowhere = { write: () => true };
  const terminal = createTerminal(nowhere, nowhere, { color: false, quiet: true });
  expect(validateTable(terminal, [timed('csr', 'js/csr', 1, 625_000, 1_014_000)])).toMatch(/storage MB[^]* 1\.01/);
});

it('storage in the table of a run is bytesResident', async () => {
  const args = [
    'validate',
    'cage4',
    '--backend',
    'serial',
    '--kernel',
    'wasm/csr-simd',
    '--precision',
    'f64',
    '--param',
    'rows=by-length',
    '--default-params',
  ];
  const { results } = JSON.parse((await runCli([...args, '--json'])).stdout) as {
    results: { storageBytes: number; bytesResident: number }[];
  };
  const [result] = results;
  if (!result) throw new Error('nothing ran');
  expect(result.storageBytes).toBe(4 * 10 + 12 * 49);
  expect(result.bytesResident).toBeGreaterThan(result.storageBytes);
  expect((await runCli(args)).stdout).toMatch(
    new RegExp(`storage kB[^]* ${(result.bytesResident / 1000).toPrecision(3)} `),
  );
}, 120_000);
