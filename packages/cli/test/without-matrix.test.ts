import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { benchIn } from './helpers/bench.ts';
import { fakeProject, manifest, pluginSource } from './helpers/project.ts';
import { F64, GEMM, validatedIn } from './helpers/dense.ts';
import { runCli, runProcess, STACK_TRACE, temporaryFolder } from './helpers/run-cli.ts';

/** A kernel of gemm whose loop is `body`, one pass over all of C. */
function gemmKernel(name: string, body: string) {
  const kernel = `{
    kind: 'kernel', id: 'js/gemm-${name}', operation: 'gemm', target: 'js', title: 'a kernel', sources: [],
    precisions: [{ precision: 'f64', accumulator: 'f64' }], reproducibility: 'bitwise', requires: [], params: { axes: {} },
    program: () => ({ passes: [{ module: new URL('./loop.js', import.meta.url).href, export: 'loop', partition: { unit: 'rows', count: 1 } }] }),
  }`;
  return {
    name: `acme-${name}`,
    manifest: manifest({ kernels: [`js/gemm-${name}`] }),
    files: {
      'plugin.js': pluginSource(`acme-${name}`, `kernels: [${kernel}]`),
      'loop.js': `export function loop({ A, B, C, alpha, beta, sizes: { m, n, k } }) {
  for (let i = 0; i < m; i++) for (let j = 0; j < n; j++) {
    let sum = 0;
    for (let l = 0; l < k; l++) sum += A[i * k + l] * B[l * n + j];
    ${body}
  }
}\n`,
    },
  };
}

const workspace = ['core', 'backend-serial', 'gemm'];
const cwd = fakeProject({ workspace });
const { bench, fails, file, folder } = benchIn(cwd);

const validated = validatedIn(cwd);

describe('an operation without a stored matrix', () => {
  it('runs in the sizes asked for: several alike, and every combination', async () => {
    const { code, rows } = await validated([...F64, '--size', 'm,n=5,7', '--size', 'k=3,4']);
    expect(code).toBe(0);
    expect(rows.map(({ problem }) => problem.name)).toEqual([
      'm=5 n=5 k=3',
      'm=5 n=5 k=4',
      'm=7 n=7 k=3',
      'm=7 n=7 k=4',
    ]);
    for (const row of rows) expect(row).toMatchObject({ matrix: null, format: null, status: 'ok' });
    expect(rows[0]).toMatchObject({ compared: 25, elements: 25, problem: { sizes: { m: 5, n: 5, k: 3, batch: 1 } } });
    expect(new Set(rows.map(({ problem }) => problem.hash)).size).toBe(4);
  }, 120_000);

  it('prints sizes, GFLOP/s and a verdict, all of it within 80 columns', async () => {
    const run = await runCli(['bench', ...F64, '--size', 'm=9,n=8,k=7', '--width', '80'], { cwd });
    expect(run.code, run.stderr).toBe(0);
    expect(run.stdout).toMatch(/^m=9 n=8 k=7\n/);
    expect(run.stdout).toMatch(/f64 +js\/gemm-naive +serial +\d/);
    expect(run.stdout).toMatch(/→ f64: use js\/gemm-naive: .* It does [\d.e-]+ GFLOP\/s\./);
    expect(run.stdout).toMatch(/1 problem: 1 ok/);
    for (const line of run.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  }, 120_000);

  it('takes layouts, also with gaps and batches, and refuses those that cannot be, with the numbers', async () => {
    const layouts = ['--layout', 'A=column,ld=12', '--layout', 'C=row,ld=9,stride=100'];
    const { code, rows } = await validated([...F64, '--size', 'm=10,n=8,k=7,batch=3', ...layouts]);
    expect(code).toBe(0);
    expect(rows[0]?.problem.name).toBe('m=10 n=8 k=7 batch=3 A=column,ld=12 C=row,ld=9,stride=100');
    expect(rows[0]).toMatchObject({ status: 'ok', compared: 240, elements: 240 });
    const { code: refused, stdout } = await validated([...F64, '--size', 'm=10,k=7', '--layout', 'A=column,ld=9']);
    expect(refused).toBe(5);
    expect(stdout).toContain('A has 10 × 7 elements in column order: its leading dimension cannot be 9.');
    await fails(['validate', ...F64, '--layout', 'D=row'], 2, /no operand 'D'/);
    await fails(['validate', ...F64, '--layout', 'A=diagonal'], 2, /not a storage order/);
  }, 120_000);

  it('says how many elements were compared where that was not all', async () => {
    const args = [...GEMM, '--precision', 'f32', '--size', 'm,n,k=516'];
    const { rows } = await validated(args);
    const [row] = rows;
    expect(row?.elements).toBe(516 * 516);
    expect(row?.compared).toBeGreaterThan(1000);
    expect(row?.compared).toBeLessThan(516 * 516);
    const text = (await runCli(['validate', ...args], { cwd })).stdout;
    const number = String(row?.compared).replace(/\B(?=(\d{3})+$)/g, ' ');
    expect(text).toContain(`C: ${number} of 266 256 elements compared`);
  }, 240_000);

  it('has no use for a matrix or a format, and says how it is given what it needs', async () => {
    await fails(['validate', 'LF10', ...F64], 2, /no stored matrix, so it has no use for LF10/);
    await fails(['bench', ...F64, '--format', 'csr'], 2, /no use for a format/);
    await fails(['validate', '--backend', 'serial'], 2, /Operation 'spmv' needs a matrix/);
    await fails(['validate', ...F64, '--size', 'z=3'], 2, /no size 'z'/);
    for (const wrong of ['m', '3', 'm=3=4', 'm=', '=3', 'm=3,n'])
      await fails(['validate', ...F64, '--size', wrong], 2, /no size|not a size|no value|not a non-negative/);
  }, 120_000);

  it('refuses what does not fit before it is made, with the numbers', async () => {
    const { code, stdout } = await validated([...F64, '--size', 'm,n,k=100000']);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /The operands of one product with m=100000 n=100000 k=100000 need [\d.]+ [TG]B, but only [\d.]+ .B are free/,
    );
    const made = await validated([...F64, '--operand', 'A=gen:dense?rows=100000&cols=100000']);
    expect(made.code).toBe(1);
    expect(made.stdout).toMatch(/The 100000 × 100000 elements of gen:dense[^ ]* need 80.0 GB/);
  }, 120_000);

  it('finds a kernel that is wrong: exit code 3', async () => {
    const broken = fakeProject({
      workspace,
      packages: [
        gemmKernel('reads', 'C[i * n + j] = alpha * sum + beta * C[i * n + j];'),
        gemmKernel('misses', 'if (i + j > 0) C[i * n + j] = alpha * sum + (beta === 0 ? 0 : beta * C[i * n + j]);'),
        gemmKernel('right', 'C[i * n + j] = alpha * sum + (beta === 0 ? 0 : beta * C[i * n + j]);'),
      ],
    });
    const of = (name: string): readonly string[] => [
      '--operation',
      'gemm',
      '--backend',
      'serial',
      '--kernel',
      `js/gemm-${name}`,
      '--size',
      'm=4,n=5,k=6',
    ];
    // What C held before a product with beta = 0 is NaN here.
    const reads = await validated(of('reads'), broken);
    expect(reads.code).toBe(3);
    expect(reads.rows[0]).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/C\[\d+\] is NaN where .* is exact/),
    });
    const misses = await validated(of('misses'), broken);
    expect(misses.code).toBe(3);
    expect(misses.rows[0]?.reason).toMatch(/C\[0\] is/);
    expect((await validated(of('right'), broken)).code).toBe(0);
  }, 240_000);

  it('stops within the time promised while exact results are being computed', async () => {
    const run = await runProcess(['validate', ...GEMM, '--size', 'm,n,k=64,512'], {
      cwd,
      interruptAfter: /nothing to compare it with/,
    });
    expect(run.stderr).toContain('Interrupt again to stop at once');
    expect(run.stderr + run.stdout).not.toMatch(STACK_TRACE);
    expect(run.code).toBe(130);
    expect(run.stdout).toMatch(/m=64 n=64 k=64[^]*f64 +js\/gemm-naive/);
  }, 120_000);
});

describe('what was measured before', () => {
  it('is resumed, tuned and compared by the problem', async () => {
    const path = join(folder, 'gemm.json');
    const args = [...F64, '--size', 'm=8,n=9', '--size', 'k=10,11'];
    const first = await bench(args);
    writeFileSync(path, JSON.stringify(first));
    const again = await bench([...F64, '--size', 'm=8,n=9', '--size', 'k=11,12', '--resume', path]);
    expect(again.results).toHaveLength(2);
    expect(again.results[0]?.samplesMs).toEqual(first.results[1]?.samplesMs);
    const other = join(folder, 'again.json');
    writeFileSync(other, JSON.stringify(again));
    const { stdout } = await runCli(['compare', path, other, '--json'], { cwd });
    const { rows } = JSON.parse(stdout) as {
      readonly rows: readonly { readonly case: string; readonly verdict: string }[];
    };
    expect(rows.map(({ case: of, verdict }) => [/k=\d+/.exec(of)?.[0], verdict])).toEqual([
      ['k=10', 'only in A'],
      ['k=11', 'same'],
      ['k=12', 'only in B'],
    ]);
    const tuned = join(folder, 'gemm-tuned.json');
    expect((await runCli(['tune', ...F64, '--size', 'm,n,k=8', '--out', tuned], { cwd })).code).toBe(0);
    expect((await bench([...F64, '--size', 'm,n,k=8', '--tuned', tuned])).results).toMatchObject([{ status: 'ok' }]);
    await fails(['bench', ...F64, '--size', 'm,n,k=9', '--tuned', tuned], 5, /has no point for gemm of m=9 n=9 k=9/);
  }, 240_000);

  it('by another program stands beside the problem of its sizes, with figures of the operation', async () => {
    const row = { peer: 'blas', operation: 'gemm', kernel: 'dgemm', params: {}, precision: 'f64', samplesMs: [0.002] };
    const peers = file('peers.json', {
      schema: 'spmv.peer/1',
      rows: [
        { ...row, sizes: { m: 10, n: 10, k: 10 } },
        { ...row, sizes: { m: 11, n: 10, k: 10 } },
      ],
    });
    const { results } = await bench([...F64, '--size', 'm,n,k=10', '--peer', peers]);
    expect(results).toHaveLength(2);
    expect(results[1]).toMatchObject({ backend: 'blas', status: 'ok', gflops: expect.closeTo(1, 9), format: null });
    await fails(
      ['bench', '--operation', 'gemm', '--backend', 'serial', '--option', 'accuracy=tf32', '--peer', peers],
      2,
      /no row has operation 'gemm' with accuracy=tf32/,
    );
  }, 120_000);
});

it('`kernels` lists kernels of one operation, `doctor` tries kernels of every operation', async () => {
  const listed = JSON.parse((await runCli(['kernels', '--operation', 'gemm', '--json'], { cwd })).stdout) as readonly {
    readonly id: string;
    readonly operation: string;
  }[];
  expect(listed.map(({ id }) => id)).toContain('js/gemm-naive');
  expect(new Set(listed.map(({ operation }) => operation))).toEqual(new Set(['gemm']));
  await fails(['kernels', '--operation', 'gem'], 2, /gemm/);
  const unwell = fakeProject({ workspace, packages: [gemmKernel('zeros', 'C[i * n + j] = 0;')] });
  const doctor = await runCli(['doctor', '--json'], { cwd: unwell });
  const { checks } = JSON.parse(doctor.stdout) as { readonly checks: readonly Readonly<Record<string, string>>[] };
  expect(checks.find(({ what }) => what === 'serial')?.['detail']).toMatch(/tiny products failed: js\/gemm-zeros: C\[/);
  expect(doctor.code).toBe(3);
}, 240_000);

it('the tables of operations and kernels fit 80 columns', async () => {
  for (const command of [['operations'], ['kernels', '--operation', 'gemm']]) {
    const { stdout, code } = await runCli([...command, '--width', '80'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('gemm');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  }
}, 120_000);

it('CSV names sizes', async () => {
  const csv = join(temporaryFolder(), 'gemm.csv');
  expect((await runCli(['bench', ...F64, '--size', 'm=3,n=4,k=5', '--csv', csv, '--quiet'], { cwd })).code).toBe(0);
  const [head = '', line = ''] = readFileSync(csv, 'utf8').split('\r\n');
  expect(head).toMatch(/^problem\.name,problem\.source,problem\.hash,problem\.sizes\.m,/);
  expect(line).toMatch(/^m=3 n=4 k=5,/);
}, 120_000);
