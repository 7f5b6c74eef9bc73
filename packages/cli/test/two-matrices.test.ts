import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SWIFTSHADER } from '../../../tools/machine.ts';
import { needsFull } from '../../../tools/needs.ts';
import { fakeProject } from './helpers/project.ts';
import { runCli, runProcess, temporaryFolder } from './helpers/run-cli.ts';

const cwd = fakeProject({ workspace: ['backend-serial', 'spgemm'] });
const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);
const HEADER = '%%MatrixMarket matrix coordinate real general\n';
writeFileSync(at('a.mtx'), `${HEADER}2 3 3\n1 1 1\n1 2 2\n2 3 3\n`);
writeFileSync(at('b.mtx'), `${HEADER}3 2 3\n1 1 4\n2 1 5\n3 2 6\n`);

test('multiply --with writes a matrix', async () => {
  const { code, stdout, stderr } = await runCli(['multiply', at('a.mtx'), '--with', at('b.mtx'), '--alpha', '2'], {
    cwd,
  });
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/C ← αAB, alpha = 2 by wasm\/spgemm-csr on serial, f64: 2 × 2, 2 entries/u),
  ]);
  expect(stdout.split('\n').filter((line) => line !== '' && !line.startsWith('%'))).toEqual([
    '2 2 2',
    '1 1 28',
    '2 2 36',
  ]);
  const json = await runCli(['multiply', at('a.mtx'), '--with', at('b.mtx'), '--json'], { cwd });
  expect(JSON.parse(json.stdout)).toMatchObject({
    operation: 'spgemm',
    rows: 2,
    cols: 2,
    nnz: 2,
    colIndex: [0, 1],
    values: [14, 18],
  });
});

test('multiply --transpose --with multiplies the transposed matrix, also with itself', async () => {
  const { code, stdout, stderr } = await runCli(['multiply', at('a.mtx'), '--transpose', '--with', at('a.mtx')], {
    cwd,
  });
  expect([code, stderr]).toEqual([0, expect.stringContaining('C ← αAB, A transposed, alpha = 1 by wasm/spgemm-csr')]);
  expect(stdout.split('\n').filter((line) => line !== '' && !line.startsWith('%'))).toEqual([
    '3 3 5',
    '1 1 1',
    '1 2 2',
    '2 1 2',
    '2 2 4',
    '3 3 9',
  ]);
});

test('multiply says why it makes no matrix', async () => {
  for (const [args, exit, words] of [
    [['--with', at('a.mtx')], 5, /2 × 3 and B is 2 × 3[^]*Name matrices that fit/u],
    [['--with', at('b.mtx'), '--operand', `B=${at('b.mtx')}`], 2, /--with and --operand both give B/u],
    [['--with', at('b.mtx'), '--format', 'coo'], 2, /reads A in format 'coo'[^]*Leave --format out/u],
    [['--with', at('gone.mtx')], 5, /gone\.mtx: no such file/u],
    [['--operation', 'spgemm'], 5, /Give B with --operand B=FILE/u],
    [['--with', at('b.mtx'), '--beta', '1'], 2, /--beta does not go with/u],
    [['--with', at('b.mtx'), '--transpose'], 5, /A is 3 × 2 and B is 3 × 2/u],
    [['--with', at('b.mtx'), '--option', 'transpose=true'], 2, /Give --transpose\./u],
    [['--operation', 'spgemm', '--transpose'], 2, /has no option 'transpose'[^]*Leave --transpose out/u],
    [['--with', at('b.mtx'), '--x', at('b.mtx')], 2, /has no operand 'x'[^]*--operand: B/u],
    [['--with', at('b.mtx'), '--kernel', 'js/spgemm'], 2, /js\/spgemm-csr/u],
    [['--with', at('b.mtx'), '--precision', 'f16'], 6, /f16/u],
    [['--with', at('b.mtx'), '--max-bytes', '40'], 1, /48 B/u],
    [['--with', at('b.mtx'), '--max-work-bytes', '10'], 1, /\(\d+ B\) besides operands and result/u],
    [['--with', at('b.mtx'), '--operation', 'spmv'], 2, /makes no matrix of two/u],
  ] as const) {
    const { code, stderr } = await runCli(['multiply', at('a.mtx'), ...args], { cwd });
    expect([args, code, stderr]).toEqual([args, exit, expect.stringMatching(words)]);
  }
  // Each of the operands fits, and what they make does not.
  const large = await runCli(['multiply', at('b.mtx'), '--with', at('a.mtx'), '--max-bytes', '60'], { cwd });
  expect([large.code, large.stderr]).toEqual([1, expect.stringMatching(/5 entries and takes 76 B[^]*--max-bytes/u)]);
  const without = await runCli(['multiply', at('a.mtx'), '--with', at('b.mtx')], {
    cwd: fakeProject({ workspace: ['backend-serial'] }),
  });
  expect([without.code, without.stderr]).toEqual([6, expect.stringContaining('npm install @spmv/spgemm')]);
});

test('a device without the precision is what is said of it', { ...needsFull('swiftshader') }, async () => {
  const { code, stderr } = await runProcess(['multiply', at('a.mtx'), '--with', at('b.mtx'), '-b', 'webgpu'], {
    cwd: fakeProject({ workspace: ['backend-webgpu', 'spgemm'] }),
    env: { VK_ICD_FILENAMES: SWIFTSHADER },
  });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/computes in f64\s+on no device[^]*f32/u)]);
});

test('factors that an operation does not have are refused', async () => {
  const { code, stderr } = await runCli(['bench', at('a.mtx'), '--operation', 'spgemm', '--beta', '2'], { cwd });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/--beta does not go with/u)]);
});

const KERNELS = 'js/spgemm-csr,wasm/spgemm-csr';
const ON_SERIAL = ['--operation', 'spgemm', '--backend', 'serial', '--precision', 'f64', '--kernel', KERNELS];

test('bench and validate take an operation that makes a matrix', async () => {
  const files = [at('a.mtx'), '--operand', `B=${at('b.mtx')}`, ...ON_SERIAL];
  const { code, stdout } = await runCli(['bench', ...files, '--runs', '20', '--json', '--report', at('r.html')], {
    cwd,
  });
  const { results, matrices } = JSON.parse(stdout) as { readonly results: object[]; readonly matrices: object[] };
  expect(code).toBe(0);
  expect(matrices).toMatchObject([{ problem: { operands: { B: { source: at('b.mtx') } } } }]);
  const made = { operand: 'C', rows: 2, cols: 2, nnz: 2, terms: 3, bytes: 36, symbolicMs: expect.any(Number) };
  expect(results).toMatchObject(
    ['js/spgemm-csr', 'wasm/spgemm-csr'].map((kernel) => ({
      kernel,
      format: 'csr',
      status: 'ok',
      compared: 2,
      elements: 2,
      errorRatio: 0,
      made: { ...made, numericMs: expect.any(Number), againMs: expect.any(Number), workBytes: expect.any(Number) },
      gflops: expect.any(Number),
    })),
  );
  expect(readFileSync(at('r.html'), 'utf8')).toContain('The matrices that were made');

  const checked = await runCli(['validate', ...files, '--columns', 'kernel,entries,work,error'], { cwd });
  expect(checked.code).toBe(0);
  expect(checked.stdout).toMatch(/C: 2 × 2, 2 entries, 36 B; 3 terms/u);
  expect(checked.stdout).toMatch(/2 combinations against one another/u);
});

test('tune and sweep take it, too; what has no meaning is refused', async () => {
  const swept = await runCli(['sweep', 'size', ...ON_SERIAL, '--values', '2,3', '--runs', '20', '--json'], { cwd });
  const { results } = JSON.parse(swept.stdout) as { readonly results: { readonly made: { readonly nnz: number } }[] };
  expect([swept.code, results.map(({ made }) => made.nnz)]).toEqual([0, [64, 64, 729, 729]]);
  const out = at('tuned.json');
  const tuned = await runCli(['tune', 'LF10', ...ON_SERIAL, '--runs', '20', '--json', '--no-keep', '--out', out], {
    cwd,
  });
  expect(JSON.parse(tuned.stdout)).toMatchObject({ results: [{ points: 1 }, { points: 1 }] });
  const used = await runCli(['multiply', 'LF10', '--with', 'LF10', '--tuned', out, '--out', at('C.mtx')], { cwd });
  expect([used.code, readFileSync(at('C.mtx'), 'utf8')]).toEqual([0, expect.stringContaining('18 18 154\n')]);
  for (const [args, words] of [
    [['bench', 'LF10', '--cold'], /--cold does not go with operation 'spgemm'/u],
    [['bench', 'LF10', '--stored', 'f32'], /Leave --stored out/u],
    [['bench', 'LF10', '--operand', 'A=LF10'], /it is the matrix itself/u],
    [['bench', 'LF10', '--size', 'n=3'], /has no size 'n'/u],
    [['bench', 'LF10', '--param', 'depth=3'], /has a parameter 'depth'/u],
    [['sweep', 'size', 'LF10'], /makes its matrices itself/u],
  ] as const) {
    const { code, stderr } = await runCli([...args, ...ON_SERIAL, '--runs', '20'], { cwd });
    expect([args, code, stderr]).toEqual([args, 2, expect.stringMatching(words)]);
  }
});
