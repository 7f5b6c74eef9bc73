import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fakeProject } from './helpers/project.ts';
import { filesIn, runCli, temporaryFolder } from './helpers/run-cli.ts';

const cwd = fakeProject({ workspace: ['backend-serial'] });
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
  expect(readFileSync(y, 'utf8').split('\n').slice(1, 4)).toEqual(['2 1 2', '1 1 0 2', '2 1 -1 -5']);
  const again = await runCli(['multiply', A, '--beta', '1', '--y', y, '--json', '--precision', 'f32'], { cwd });
  expect(JSON.parse(again.stdout)).toMatchObject({ precision: 'c64', y: [2, 1, 2, -4] });
  const conjugated = await runCli(['multiply', A, '--option', 'transpose=true', '--json'], { cwd });
  expect(JSON.parse(conjugated.stdout)).toMatchObject({ y: [2, 1, 3, -1] });
  const refused = await runCli(['multiply', A, '--layout', 'x=row', '--precision', 'c128'], { cwd });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--layout')]);
});

it('solves a complex system, says so within 80 columns, and refuses flags of backends', async () => {
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
  expect(document).toMatchObject({ precision: 'c128', backend: 'host', matrix: { rows: 2, nnz: 4 }, b: 'A·1' });
  expect(document.x.map((value) => Math.round(1e4 * value) / 1e4 + 0)).toEqual([1, 0, 1, 0]);
  const refused = await runCli(['solve', A, '--format', 'csr'], { cwd });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--format')]);
  for (const command of ['info', 'validate', 'bench']) {
    const other = await runCli([command, A], { cwd });
    if (command === 'info')
      expect(other.stdout.replaceAll(/\s+/gu, ' ')).toContain('multiply computes with it in c128');
    else expect([other.code, other.stderr]).toEqual([5, expect.stringContaining('MMIO.COMPLEX')]);
  }
});
