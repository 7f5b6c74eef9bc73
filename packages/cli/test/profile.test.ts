import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchResult } from '@spmv/engine';
import { withoutSamples } from '@spmv/engine';
import { describe, expect, it } from 'vitest';
import { mergedResults } from '../src/documents/merge-runs.ts';
import { plainBackend } from './helpers/plain-backend.ts';
import { fakeProject } from './helpers/project.ts';
import { timed } from './helpers/results.ts';
import { runCli, temporaryFolder } from './helpers/run-cli.ts';

const MATRIX = ['bench', 'gen:one-full-row?rows=3000', '--precision', 'f64', '--kernel', 'js/csr'];

async function resultsOf(args: readonly string[], cwd: string): Promise<readonly BenchResult[]> {
  const { stdout, stderr, code } = await runCli([...args, '--json'], { cwd });
  expect(code, stderr).toBe(0);
  return (JSON.parse(stdout) as { results: readonly BenchResult[] }).results;
}

describe('bench --profile', () => {
  const cwd = fakeProject({
    workspace: ['backend-serial', 'backend-threads', 'formats', 'kernels-cpu'],
    packages: [plainBackend('plain', 'tells the truth')],
  });
  const csv = join(temporaryFolder(), 'profile.csv');

  it('tells what each worker does in a product, and says where that is not counted', async () => {
    const args = [...MATRIX, '--backend', 'serial,threads,acme/plain', '--param', 'threads=3'];
    const results = await resultsOf([...args, '--profile', '--csv', csv], cwd);
    const workersOf = (backend: string): BenchResult['workers'] =>
      results.find((row) => row.backend === backend && row.status === 'ok')?.workers;
    expect(workersOf('serial')).toHaveLength(1);
    expect(workersOf('serial')?.[0]?.waitMs).toBe(0);
    expect(workersOf('serial')?.[0]?.busyMs).toBeGreaterThan(0);
    expect(workersOf('threads')).toHaveLength(3);
    for (const { busyMs, waitMs } of workersOf('threads') ?? []) {
      expect(busyMs).toBeGreaterThanOrEqual(0);
      expect(waitMs).toBeGreaterThanOrEqual(0);
    }
    expect(results.some(({ backend, status }) => backend === 'acme/plain' && status === 'ok')).toBe(true);
    expect(workersOf('acme/plain')).toBeUndefined();
    const [header = '', first = ''] = readFileSync(csv, 'utf8').split('\r\n');
    expect(header).toContain('workers.busyMs,workers.waitMs');
    expect(first).not.toContain('[object');
    const { stdout } = await runCli([...args, '--profile'], { cwd });
    expect(stdout).toMatch(/Workers in one product: time that they compute\n.*kernel/);
    expect(stdout).toMatch(/f64 +js\/csr +threads .*\b3\b/);
    expect(stdout).toContain('acme/plain: the time of workers is not counted there.');
  });

  it('is not there without it', async () => {
    const args = [...MATRIX, '--backend', 'serial,threads'];
    for (const row of await resultsOf(args, cwd)) expect('workers' in row).toBe(false);
    expect((await runCli(args, { cwd })).stdout).not.toContain('Workers');
  });

  it('of several processes is their mean', () => {
    const row = (busyMs: number, waitMs: number): BenchResult => ({
      ...timed('csr', 'js/csr', 1, 8, 8),
      samplesMs: [1],
      workers: [
        { busyMs, waitMs },
        { busyMs: 1, waitMs: 0 },
      ],
    });
    const [merged] = mergedResults([{ results: [row(1, 4)] }, { results: [row(3, 0)] }]);
    expect(merged?.workers).toEqual([
      { busyMs: 2, waitMs: 2 },
      { busyMs: 1, waitMs: 0 },
    ]);
    expect(withoutSamples(row(1, 4))).toMatchObject({ workers: { busyMs: [1, 1], waitMs: [4, 0] } });
  });
});
