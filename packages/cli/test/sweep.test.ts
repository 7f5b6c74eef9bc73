import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crossings, crossingText } from '../src/documents/crossings.ts';
import type { BenchResult } from '../src/documents/result.ts';
import { fakeProject } from './helpers/project.ts';
import { timed } from './helpers/results.ts';
import { runCli, STACK_TRACE, temporaryFolder } from './helpers/run-cli.ts';

const cwd = fakeProject({ workspace: ['core', 'backend-serial', 'formats', 'gemm', 'spmm'] });
const SERIAL = ['--backend', 'serial', '--precision', 'f64'];
const GEMM = ['--operation', 'gemm', '--kernel', 'js/gemm-naive', ...SERIAL];

interface Document {
  readonly sweep: { readonly axis: string; readonly against?: string };
  readonly crossings?: readonly { readonly backend: string; readonly from: number | null; readonly dense: string }[];
  readonly results: readonly {
    readonly operation: string;
    readonly status: string;
    readonly matrix: { readonly nnz: number } | null;
    readonly problem: {
      readonly name: string;
      readonly hash: string;
      readonly sizes: Readonly<Record<string, number>>;
      readonly operands: Readonly<Record<string, { readonly source: string; readonly hash: string }>>;
    };
  }[];
}

async function swept(args: readonly string[]): Promise<Document> {
  const run = await runCli(['sweep', ...args, '--json'], { cwd });
  expect(run.stderr).not.toMatch(STACK_TRACE);
  expect(run.code, run.stderr).toBe(0);
  return JSON.parse(run.stdout) as Document;
}

describe('a sweep over sizes of an operation without a stored matrix', () => {
  it('takes all of them alike, those that are left, or those that --size gives', async () => {
    const alike = await swept(['size', ...GEMM, '--values', '4,6']);
    expect(alike.sweep.axis).toBe('m=n=k');
    expect(alike.results.map(({ problem }) => problem.name)).toEqual(['m=4 n=4 k=4', 'm=6 n=6 k=6']);
    const left = await swept(['size', ...GEMM, '--values', '4,6', '--size', 'n=1']);
    expect(left.sweep.axis).toBe('m=k');
    expect(left.results.map(({ problem }) => problem.name)).toEqual(['m=4 n=1 k=4', 'm=6 n=1 k=6']);
    const one = await swept(['size', ...GEMM, '--size', 'm,k=5', '--size', 'n=2,3']);
    expect(one.sweep.axis).toBe('n');
    expect(one.results.map(({ problem }) => problem.sizes['n'])).toEqual([2, 3]);
    const twice = await runCli(['sweep', 'size', ...GEMM, '--size', 'n=2,3', '--values', '4'], { cwd });
    expect(twice.stderr).toContain('The points are given twice');
    expect(twice.code).toBe(2);
  }, 240_000);

  it('draws a table of them and writes it as CSV, also with operands that are partly zero', async () => {
    const csv = join(temporaryFolder(), 'curve.csv');
    const dense = ['--operand', 'A=gen:dense?density=0.1', '--operand', 'B=gen:dense?density=0.1&seed=2'];
    const run = await runCli(['sweep', 'size', ...GEMM, '--values', '8,16', ...dense, '--csv', csv], { cwd });
    expect(run.code, run.stderr).toBe(0);
    expect(run.stdout).toMatch(/m=n=k +median .s +GB\/s +GFLOP\/s\n +8 [^]*\n +16 /);
    const [head = '', first = '', second = ''] = readFileSync(csv, 'utf8').split('\r\n');
    expect(head.split(',')[0]).toBe('m=n=k');
    expect(head).toContain('problem.operands.A.hash');
    expect([first, second].map((line) => line.split(',')[0])).toEqual(['8', '16']);
  }, 120_000);
});

describe('a sweep over sizes of an operation with a stored matrix', () => {
  const spmm = ['--operation', 'spmm', '--kernel', 'js/spmm-csr', ...SERIAL];

  it('takes them on the matrix that is given', async () => {
    const { sweep, results } = await swept(['size', 'LF10', ...spmm, '--values', '1,3']);
    expect(sweep.axis).toBe('vectors');
    expect(results.map(({ problem, matrix }) => [problem.sizes['vectors'], matrix?.nnz])).toEqual([
      [1, 82],
      [3, 82],
    ]);
    const named = await swept(['size', 'LF10', ...spmm, '--size', 'vectors=2,5']);
    expect(named.results.map(({ problem }) => problem.sizes['vectors'])).toEqual([2, 5]);
  }, 120_000);

  it('refuses a matrix where the operation has no sizes', async () => {
    const run = await runCli(['sweep', 'size', 'LF10', ...SERIAL], { cwd });
    expect(run.stderr).toContain('A sweep over size makes its matrices itself.');
    expect(run.code).toBe(2);
  }, 120_000);
});

describe('a sweep over density', () => {
  it('of a matrix draws the dense product beside, of the same numbers, and says from where it is faster', async () => {
    const args = ['density', '--generator', 'gen:random?rows=60&cols=40', '--values', '0.01,1', ...SERIAL];
    const kernels = ['--kernel', 'js/csr,js/gemm-naive'];
    const { results, sweep, crossings: crossed } = await swept([...args, ...kernels]);
    expect(sweep).toMatchObject({ axis: 'density', against: 'gemm' });
    expect(results.map(({ operation, status }) => [operation, status])).toEqual([
      ['spmv', 'ok'],
      ['spmv', 'ok'],
      ['gemm', 'ok'],
      ['gemm', 'ok'],
    ]);
    expect(results[2]?.problem.sizes).toEqual({ m: 60, n: 1, k: 40, batch: 1 });
    expect(results[3]?.problem.operands['A']?.source).toBe('gen:random?rows=60&cols=40&density=1');
    expect(results[2]?.problem.operands['A']?.hash).not.toBe(results[3]?.problem.operands['A']?.hash);
    expect(crossed).toMatchObject([{ backend: 'serial', precision: 'f64', stored: 'js/csr', dense: 'js/gemm-naive' }]);
    const { stdout } = await runCli(['sweep', ...args, ...kernels, '--width', '80'], { cwd });
    expect(stdout).toMatch(/js\/csr serial f64\ndensity[^]*js\/gemm-naive serial f64\ndensity/);
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/serial f64: dense wins .* \(js\/gemm-naive against js\/csr\)\./);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    const alone = await swept([...args, '--kernel', 'js/csr', '--against', 'none']);
    expect(alone.results).toHaveLength(2);
    expect(alone.crossings).toBeUndefined();
  }, 240_000);

  it('of operands makes all that are read of it', async () => {
    const { results } = await swept(['density', ...GEMM, '--size', 'm,n,k=9', '--values', '0.2,1']);
    expect(results.map(({ problem: { operands } }) => [operands['A']?.source, operands['B']?.source])).toEqual([
      ['gen:dense?density=0.2', 'gen:dense?density=0.2'],
      ['gen:dense?density=1', 'gen:dense?density=1'],
    ]);
  }, 120_000);

  it('has no use for an operation whose operands the matrix cannot be', async () => {
    const run = await runCli(['sweep', 'density', '--against', 'spmv', '--values', '0.1', ...SERIAL], { cwd });
    expect(run.stderr).toContain("Operation 'spmv' has no dense operand 'A'");
    expect(run.code).toBe(2);
  }, 120_000);
});

it('a sweep over the size of a matrix varies what its generator calls so', async () => {
  const args = ['size', '--generator', 'gen:random?density=0.5', '--values', '4,8', '--kernel', 'js/csr', ...SERIAL];
  const { sweep, results } = await swept(args);
  expect(sweep.axis).toBe('rows');
  expect(results.map(({ problem }) => problem.name)).toEqual(
    [4, 8].map((rows) => `gen:random?density=0.5&rows=${rows}`),
  );
}, 120_000);

it('a sweep over chunks is of the schedule that has them, and schedules are one', async () => {
  const threaded = fakeProject({ workspace: ['backend-threads'] });
  const of = async (what: string, values: string): Promise<readonly (readonly unknown[])[]> => {
    const args = ['sweep', what, 'LF10', '--kernel', 'js/csr', '-b', 'threads', '-p', 'f64', '--values', values];
    const { stdout } = await runCli([...args, '--json'], { cwd: threaded });
    const { results } = JSON.parse(stdout) as { readonly results: readonly BenchResult[] };
    return results.map(({ status, launchParams }) => [status, launchParams['schedule'], launchParams['chunk']]);
  };
  expect(await of('chunk', '1,4')).toEqual([
    ['ok', 'dynamic', 1],
    ['ok', 'dynamic', 4],
  ]);
  expect((await of('schedule', 'static,dynamic')).map(([, schedule]) => schedule)).toEqual(['static', 'dynamic']);
}, 120_000);

describe('a crossing', () => {
  const at = (place: number, operation: string, medianMs: number, backend = 'serial') => ({
    at: place,
    result: { ...timed('csr', `js/${operation}`, medianMs, 1, 1), operation, backend } as BenchResult,
  });

  it('lies between the last point where the stored matrix is faster and the next, in logarithms', () => {
    const points = [0.01, 0.1, 1].flatMap((place) => [at(place, 'spmv', 10 * place), at(place, 'gemm', 1)]);
    // At 0.1 both take the same time: the dense one counts as faster from there.
    expect(crossings(points, 'gemm')).toMatchObject([{ from: 0.1, everywhere: false }]);
    const shifted = [0.01, 1].flatMap((place) => [at(place, 'spmv', 10 * place), at(place, 'gemm', 1)]);
    expect(crossings(shifted, 'gemm')[0]?.from).toBeCloseTo(0.1, 12);
  });

  it('is of each backend alone, of its fastest kernels, and may be everywhere or nowhere', () => {
    const points = [
      at(0.1, 'spmv', 1),
      at(0.1, 'gemm', 2),
      at(0.1, 'gemm', 0.5),
      at(0.1, 'spmv', 1, 'cuda'),
      at(0.1, 'gemm', 2, 'cuda'),
      at(0.1, 'spmv', 1, 'webgpu'),
    ];
    const found = crossings(points, 'gemm');
    expect(found).toMatchObject([
      { backend: 'serial', from: 0.1, everywhere: true },
      { backend: 'cuda', from: null, everywhere: false },
    ]);
    expect(found.map((one) => crossingText(one, 'density'))).toEqual([
      'serial f64: dense wins at every density that was tried, 0.100 and more (js/gemm against js/spmv).',
      'cuda f64: dense wins at no density that was tried (js/gemm against js/spmv).',
    ]);
  });
});
