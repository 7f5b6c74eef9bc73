import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fakeProject } from './helpers/project.ts';
import { filesIn, runCli, temporaryFolder } from './helpers/run-cli.ts';

const cwd = fakeProject({ workspace: ['backend-serial', 'backend-threads'] });
const folder = temporaryFolder();
const file = filesIn(folder);
/** [2, −i; i, 3]. */
const A = file('A.mtx', '%%MatrixMarket matrix coordinate complex hermitian\n2 2 3\n1 1 2 0\n2 1 0 1\n2 2 3 0\n');
const x = file('x.mtx', '%%MatrixMarket matrix array complex general\n2 1\n1 1\n0 -2\n');
const widest = (text: string): number => Math.max(...text.split('\n').map(({ length }) => length));

it('multiplies a complex matrix, by a real vector of ones or a complex one, and writes what can be read again', async () => {
  const y = join(folder, 'y.mtx');
  const first = await runCli(['multiply', A, '--x', x, '--out', y], { cwd });
  expect([first.code, widest(first.stderr) <= 80]).toEqual([0, true]);
  expect(first.stderr).toContain('c128');
  // 2(1+i) − i(−2i) = 2i; i(1+i) + 3(−2i) = −1 − 5i.
  expect(readFileSync(y, 'utf8').split('\n').slice(1, 4)).toEqual(['2 1', '0 2', '-1 -5']);
  const again = await runCli(['multiply', A, '--beta', '1', '--y', y, '--json', '--precision', 'c64'], { cwd });
  expect(JSON.parse(again.stdout)).toMatchObject({ precision: 'c64', y: [2, 1, 2, -4] });
  const conjugated = await runCli(['multiply', A, '--option', 'transpose=true', '--json'], { cwd });
  expect(JSON.parse(conjugated.stdout)).toMatchObject({ y: [2, 1, 3, -1] });
});

it('solves a complex system, on each backend of the processor, says so within 80 columns, and refuses flags of chosen products', async () => {
  const solution = join(folder, 'solution.mtx');
  const { code, stdout } = await runCli(
    ['solve', A, '--rhs', x, '--method', 'cg', '--tol', '1e-12', '--out', solution],
    { cwd },
  );
  expect([code, widest(stdout) <= 80]).toEqual([0, true]);
  expect(stdout).toMatch(/^A {2}cg with jacobi: converged in 2 iterations/u);
  const back = await runCli(['multiply', A, '--x', solution, '--json'], { cwd });
  const { y } = JSON.parse(back.stdout) as { readonly y: readonly number[] };
  expect(y.map((value) => Math.round(1e9 * value) / 1e9 + 0)).toEqual([1, 1, 0, -2]);
  const ones = await runCli(['solve', A, '--json'], { cwd });
  const document = JSON.parse(ones.stdout) as { readonly x: readonly number[] };
  expect(document).toMatchObject({ precision: 'c128', backend: 'serial', matrix: { rows: 2, nnz: 4 }, b: 'A·1' });
  expect(document.x.map((value) => Math.round(1e4 * value) / 1e4 + 0)).toEqual([1, 0, 1, 0]);
  const onThreads = await runCli(['solve', A, '--backend', 'threads', '--precision', 'c64', '--json'], { cwd });
  expect(JSON.parse(onThreads.stdout)).toMatchObject({ precision: 'c64', backend: 'threads', converged: true });
  const refused = await runCli(['solve', A, '--format', 'csr'], { cwd });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--format')]);
});

it('names c128 where a real matrix meets a complex right-hand side, and where c64 is too narrow', async () => {
  const real = await runCli(['solve', 'gen:stencil5?n=2&ny=1', '--rhs', x], { cwd });
  expect([real.code, real.stderr]).toEqual([5, expect.stringContaining('Solve with --precision c128 or c64.')]);
  const near = file(
    'near.mtx',
    `%%MatrixMarket matrix coordinate complex hermitian\n2 2 3\n1 1 1 0\n2 1 1 -1e-4\n2 2 1.0001 0\n`,
  );
  const narrow = await runCli(['solve', near, '--precision', 'c64', '--method', 'cg', '--tol', '1e-12'], { cwd });
  expect([narrow.code, narrow.stderr]).toEqual([7, expect.stringMatching(/or --precision\s+c128\.$/mu)]);
});

it('says that WebGPU has no numbers of 64 bits before a GPU is looked for, and that f64 is of real ones: usage', async () => {
  const options = { cwd: fakeProject({ workspace: ['backend-webgpu', 'backend-serial'] }) };
  const said = async (...args: readonly string[]): Promise<unknown> => {
    const { code, stderr } = await runCli(args, options);
    return [code, stderr.replace(/\s+/gu, ' ')];
  };
  for (const command of ['multiply', 'solve'])
    expect(await said(command, A, '--backend', 'webgpu')).toEqual([
      2,
      expect.stringMatching(/no floating-point numbers of 64 bits.* c64\./u),
    ]);
  for (const command of ['multiply', 'solve'])
    expect(await said(command, A, '--precision', 'f64')).toEqual([2, expect.stringContaining('c128, c64')]);
});

it('multiplies by complex factors, which a real matrix refuses', async () => {
  const factors = ['--alpha', '1+2i', '--beta', '-j', '--y', x, '--x', x, '--json'];
  const { code, stdout, stderr } = await runCli(['multiply', A, ...factors], { cwd });
  // (1 + 2i)(2i, −1 − 5i) − i(1 + i, −2i).
  expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ alpha: [1, 2], y: [-3, 1, 7, -7] })]);
  expect(stderr).toContain('alpha = 1+2i, beta = 0-1i');
  const real = await runCli(['multiply', 'gen:stencil5?n=2', '--alpha', '2i'], { cwd });
  expect([real.code, real.stderr]).toEqual([2, expect.stringContaining('--alpha 0+2i is complex')]);
  const odd = await runCli(['multiply', A, '--alpha', '1i2'], { cwd });
  expect([odd.code, odd.stderr]).toEqual([2, expect.stringContaining("'1i2' is not a number")]);
});

interface Row {
  readonly kernel: string;
  readonly precision: string;
  readonly status: string;
}

it('validates and measures in the complex precisions, within 80 columns, and takes a real matrix as a complex one where it is asked to', async () => {
  const { code, stdout } = await runCli(['validate', A, '--backend', 'serial', '--default-params'], { cwd });
  expect([code, widest(stdout) <= 80]).toEqual([0, true]);
  expect(stdout).toMatch(/c128 {2}csr +js\/csr +serial/u);
  const measured = await runCli(['bench', A, '--format', 'csr', '--runs', '20', '--json'], { cwd });
  const { results, matrices } = JSON.parse(measured.stdout) as {
    readonly results: readonly (Row & { readonly gflops: number; readonly medianMs: number })[];
    readonly matrices: readonly { readonly matrix: { readonly nnz: number } }[];
  };
  expect([measured.code, matrices[0]?.matrix.nnz]).toEqual([0, 4]);
  const timed = results.filter(({ status }) => status === 'ok');
  expect([...new Set(timed.map(({ precision }) => precision))].toSorted()).toEqual(['c128', 'c64']);
  // Eight real operations an entry.
  for (const { gflops, medianMs } of timed) expect(gflops * medianMs * 1e6).toBeCloseTo(8 * 4, 6);
  const asComplex = await runCli(['bench', 'gen:stencil5?n=4', '--precision', 'c64', '--runs', '20', '--json'], {
    cwd,
  });
  const rows = (JSON.parse(asComplex.stdout) as { readonly results: readonly Row[] }).results;
  expect(rows.find(({ kernel }) => kernel === 'js/csr')).toMatchObject({ precision: 'c64', status: 'ok' });
});

it('says of a precision of the other kind, and of a matrix that has to be real, what to ask for; the fix works', async () => {
  const real = await runCli(['validate', A, '--backend', 'serial', '--precision', 'f64'], { cwd });
  expect([real.code, real.stdout]).toEqual([1, expect.stringContaining('complex, and f64 is of real ones')]);
  for (const command of ['multiply', 'solve']) {
    for (const precision of ['f64', 'f32']) {
      const one = await runCli([command, A, '--precision', precision], { cwd });
      expect([one.code, one.stderr]).toEqual([
        2,
        expect.stringMatching(new RegExp(`complex, and ${precision} is of real ones.*\\n.*c128, c64\\.`, 'u')),
      ]);
    }
    const none = await runCli([command, A, '--precision', 'complex128'], { cwd });
    expect([none.code, none.stderr]).toEqual([2, expect.stringMatching(/no precision 'complex128'[^]*c128, c64/u)]);
  }
  const both = await runCli(['validate', 'LF10', '--precision', 'f64,c128', '--default-params'], { cwd });
  expect([both.code, both.stdout]).toEqual([0, expect.stringContaining('and c128 is of complex')]);
  const refused = await runCli(['rank', A], { cwd });
  expect([refused.code, refused.stderr]).toEqual([5, expect.stringContaining('--part real')]);
  const part = join(folder, 'part.mtx');
  await runCli(['convert', A, part, '--part', 'abs'], { cwd });
  expect(readFileSync(part, 'utf8').split('\n').slice(2, 6)).toEqual(['1 1 2', '1 2 1', '2 1 1', '2 2 3']);
  expect((await runCli(['rank', part], { cwd })).code).toBe(0);
});

it('says where rounding ends a complex system which precision has more digits; the fix works', async () => {
  const asked = ['solve', A, '--rhs', x, '--method', 'cg', '--tol', '1e-12'];
  const { code, stderr } = await runCli([...asked, '--precision', 'c64'], { cwd });
  expect([code, stderr]).toEqual([7, expect.stringMatching(/Give --tol \S+ or more, or --precision c128\./u)]);
  expect((await runCli([...asked, '--precision', 'c128'], { cwd })).code).toBe(0);
});

it('tells, prints and advises on a complex matrix', async () => {
  const info = await runCli(['info', A], { cwd });
  expect([info.code, info.stdout]).toEqual([0, expect.stringMatching(/format +parameters +c128 B +c64 B/u)]);
  expect(info.stdout).toMatch(/values 0 %[^]*serial\s+c128:/u);
  const printed = await runCli(['print', A, '--format', 'csr'], { cwd });
  expect(printed.stdout).toContain('values    2 0 0 -1 0 1 3 0');
  const advised = await runCli(['advise', A, '--trials', '2', '--json'], { cwd });
  expect(JSON.parse(advised.stdout)).toMatchObject({ results: [{ choice: { precision: 'c128' } }] });
});
