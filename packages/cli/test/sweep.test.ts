import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchResult } from '@spmv/engine';
import { describe, expect, it } from 'vitest';
import type { SweepCrossing, PlacedResult } from '../src/documents/crossings.ts';
import { crossings, crossingText, ratioText } from '../src/documents/crossings.ts';
import { fakeProject } from './helpers/project.ts';
import { timed } from './helpers/results.ts';
import { runCli, STACK_TRACE, temporaryFolder } from './helpers/run-cli.ts';

const cwd = fakeProject({ workspace: ['core', 'backend-serial', 'formats', 'gemm', 'spmm'] });
const SERIAL = ['--backend', 'serial', '--precision', 'f64'];
const GEMM = ['--operation', 'gemm', '--kernel', 'js/gemm-naive', ...SERIAL];

interface Document {
  readonly sweep: { readonly axis: string; readonly against?: unknown };
  readonly crossings?: readonly SweepCrossing[];
  readonly results: readonly {
    readonly operation: string;
    readonly status: string;
    readonly medianMs: number | null;
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
  const spmm = ['--operation', 'spmm', '--kernel', 'js/spmm-csr', '--against', 'none', ...SERIAL];

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

  it('of several vectors compares them with as many single products, and with a dense product of as many columns', async () => {
    const kernels = ['--kernel', 'js/spmm-csr,js/csr,js/gemm-naive'];
    const args = ['vectors', 'LF10', '--operation', 'spmm', '--values', '1,3', ...kernels, ...SERIAL];
    const { sweep, results, crossings: found } = await swept([...args, '--against', 'spmv,gemm']);
    expect(sweep.against).toEqual([
      { operation: 'spmv', own: { vectors: 1 }, sizes: {}, products: 1 },
      { operation: 'spmv', own: { vectors: 3 }, sizes: {}, products: 3 },
      { operation: 'gemm', own: { vectors: 1 }, sizes: { n: 1, batch: 1 }, products: 1 },
      { operation: 'gemm', own: { vectors: 3 }, sizes: { n: 3, batch: 1 }, products: 1 },
    ]);
    const medians = results.map(({ operation, problem: { sizes }, medianMs }) => [operation, sizes, medianMs] as const);
    expect(medians.map(([operation, sizes]) => [operation, sizes['vectors'] ?? sizes['n']])).toEqual([
      ['spmm', 1],
      ['spmm', 3],
      ['spmv', undefined],
      ['gemm', 1],
      ['gemm', 3],
    ]);
    const [one = 0, three = 0, single = 0, , dense = 0] = medians.map(([, , medianMs]) => medianMs ?? 0);
    expect(found).toMatchObject([
      {
        against: 'spmv',
        ratios: [
          { at: 1, ratio: single / one },
          { at: 3, products: 3, ratio: (3 * single) / three },
        ],
      },
      { against: 'gemm', ratios: [{ at: 1 }, { at: 3, products: 1, ratio: dense / three }] },
    ]);
    const { stdout } = await runCli(['sweep', ...args], { cwd });
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /serial f64: js\/spmm-csr beside as many single products of spmv \(js\/csr\): \S+ times as fast at vectors 1, \S+ at 3\./,
    );
  }, 240_000);

  it('of the transpose is beside transposed products, and none is dense', async () => {
    const args = ['vectors', 'LF10', '--operation', 'spmm', '--transpose', '--values', '2', ...SERIAL];
    const kernels = ['--kernel', 'js/spmm-csr-transposed,js/csr-transposed'];
    const { results } = await swept([...args, ...kernels]);
    expect(results.map(({ operation, status }) => [operation, status])).toEqual([
      ['spmm', 'ok'],
      ['spmv', 'ok'],
    ]);
    const run = await runCli(['sweep', ...args, '--against', 'gemm'], { cwd });
    expect(run.stderr).toContain("Operation 'gemm' cannot be drawn beside 'spmm'");
    const nowhere = await runCli(['sweep', 'vectors', '--operation', 'spmm', ...SERIAL], { cwd });
    expect(nowhere.stderr).toContain('A sweep over vectors is on a matrix.');
    expect([run.code, nowhere.code]).toEqual([2, 2]);
  }, 240_000);

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
    expect(sweep).toMatchObject({
      axis: 'density',
      against: [{ operation: 'gemm', own: {}, sizes: { n: 1, batch: 1 }, products: 1 }],
    });
    expect(results.map(({ operation, status }) => [operation, status])).toEqual([
      ['spmv', 'ok'],
      ['spmv', 'ok'],
      ['gemm', 'ok'],
      ['gemm', 'ok'],
    ]);
    expect(results[2]?.problem.sizes).toEqual({ m: 60, n: 1, k: 40, batch: 1 });
    expect(results[3]?.problem.operands['A']?.source).toBe('gen:random?rows=60&cols=40&density=1');
    expect(results[2]?.problem.operands['A']?.hash).not.toBe(results[3]?.problem.operands['A']?.hash);
    expect(crossed).toMatchObject([{ backend: 'serial', precision: 'f64', ours: 'js/csr', theirs: 'js/gemm-naive' }]);
    const { stdout } = await runCli(['sweep', ...args, ...kernels, '--width', '80'], { cwd });
    expect(stdout).toMatch(/js\/csr serial f64\ndensity[^]*js\/gemm-naive serial f64\ndensity/);
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/serial f64: gemm wins .* \(js\/gemm-naive against js\/csr\)\./);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    const alone = await swept([...args, '--kernel', 'js/csr', '--against', 'none']);
    expect(alone.results).toHaveLength(2);
    expect(alone.crossings).toBeUndefined();
  }, 240_000);

  it('of several vectors has a dense product of as many columns beside each number of them', async () => {
    const args = ['density', '--operation', 'spmm', '--vectors', '1,5', '--generator', 'gen:random?rows=30'];
    const kernels = ['--kernel', 'js/spmm-csr,js/gemm-naive', '--values', '0.1,1', ...SERIAL];
    const { results, crossings: found } = await swept([...args, ...kernels]);
    expect(results.map(({ problem: { sizes } }) => sizes['vectors'] ?? sizes['n'])).toEqual([1, 5, 1, 5, 1, 5, 1, 5]);
    expect(found?.map(({ sizes, ratios }) => [sizes, ratios.map(({ at }) => at)])).toEqual([
      [{ vectors: 1 }, [0.1, 1]],
      [{ vectors: 5 }, [0.1, 1]],
    ]);
    const { stdout } = await runCli(['sweep', ...args, ...kernels], { cwd });
    expect(stdout).toMatch(/js\/spmm-csr serial f64 {2}vectors=5\n/);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('serial f64 vectors=5: gemm wins');
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
    expect(run.stderr).toContain("Operation 'spmv' cannot be drawn beside 'spmv'");
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
  const at = (
    place: number,
    operation: string,
    medianMs: number,
    more: Partial<PlacedResult> & { backend?: string } = {},
  ) => {
    const { backend = 'serial', own = {}, products = 1 } = more;
    const result = { ...timed('csr', `js/${operation}`, medianMs, 1, 1), operation, backend } as BenchResult;
    return { at: place, result, own, products };
  };

  it('lies between the last point where the stored matrix is faster and the next, in logarithms', () => {
    const stored = (places: readonly number[]) => places.map((place) => at(place, 'spmv', 10 * place));
    const dense = (places: readonly number[]) => places.map((place) => at(place, 'gemm', 1));
    // At 0.1 both take the same time: the dense one counts as faster from there.
    expect(crossings(stored([0.01, 0.1, 1]), dense([0.01, 0.1, 1]))).toMatchObject([{ from: 0.1, everywhere: false }]);
    expect(crossings(stored([0.01, 1]), dense([0.01, 1]))[0]?.from).toBeCloseTo(0.1, 12);
  });

  it('is of each backend alone, of its fastest kernels, and may be everywhere or nowhere', () => {
    const [cuda, webgpu] = [{ backend: 'cuda' }, { backend: 'webgpu' }];
    const found = crossings(
      [at(0.1, 'spmv', 1), at(0.1, 'spmv', 1, cuda), at(0.1, 'spmv', 1, webgpu)],
      [at(0.1, 'gemm', 2), at(0.1, 'gemm', 0.5), at(0.1, 'gemm', 2, cuda)],
    );
    expect(found).toMatchObject([
      { backend: 'serial', from: 0.1, everywhere: true },
      { backend: 'cuda', from: null, everywhere: false },
    ]);
    expect(found.map((one) => crossingText(one, 'density'))).toEqual([
      'serial f64: gemm wins at every density that was tried, 0.100 and more (js/gemm against js/spmv).',
      'cuda f64: gemm wins at no density that was tried (js/gemm against js/spmv).',
    ]);
  });

  it('is of each size alone, and counts several products as one where they do its work', () => {
    const vectors = (count: number, products = 1) => ({ own: { vectors: count }, products });
    const swept = [at(2, 'spmm', 3, vectors(2)), at(8, 'spmm', 4, vectors(8))];
    const single = [at(2, 'spmv', 1.5, vectors(2, 2)), at(8, 'spmv', 1.5, vectors(8, 8))];
    expect(crossings(swept, single).map(({ sizes, ratios }) => [sizes, ratios.length])).toEqual([
      [{ vectors: 2 }, 1],
      [{ vectors: 8 }, 1],
    ]);
    const [over] = crossings(swept, single, ['vectors']);
    expect(over && ratioText(over, 'vectors')).toBe(
      'serial f64: js/spmm beside as many single products of spmv (js/spmv): 1.00 times as fast at vectors 2, 3.00 at 8.',
    );
  });
});
