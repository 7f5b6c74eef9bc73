import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../packages/pack-all.ts';

/** Runs the micro-benchmarks from sources. */
function micro(...args: readonly string[]): {
  readonly status: number | null;
  readonly stderr: string;
  readonly stdout: string;
} {
  const program = join(ROOT, 'bench', 'micro', 'main.ts');
  return spawnSync(process.execPath, ['--conditions=@spmv/source', program, ...args], { encoding: 'utf8' });
}

test('every suite of micro-benchmarks runs, and each task has samples', { timeout: 300_000 }, () => {
  const file = join(mkdtempSync(join(tmpdir(), 'spmv-micro-test-')), 'rows.json');
  const names = ['matrix-market', 'to csr', 'statistics', 'serial js/csr', 'make a registry'];
  const { status, stderr, stdout } = micro(...names, '--time', '1', '--mb', '0.01', '--json', file);
  expect(status, stderr + stdout).toBe(0);
  const rows = JSON.parse(readFileSync(file, 'utf8')) as readonly {
    readonly suite: string;
    readonly samples: number;
    readonly p50Ms: number;
  }[];
  expect([...new Set(rows.map(({ suite }) => suite))]).toEqual([
    'matrix-market',
    'conversion',
    'analysis',
    'dispatch',
    'start-up',
  ]);
  for (const { samples, p50Ms } of rows) {
    expect(samples).toBeGreaterThan(0);
    expect(p50Ms).toBeGreaterThan(0);
  }
});
