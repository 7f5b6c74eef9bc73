import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** What a program prints. */
function printed(name: string, ...args: readonly string[]): string {
  const file = fileURLToPath(new URL(`../src/${name}.ts`, import.meta.url));
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=@spmv/source', '--no-warnings', file, ...args],
    {
      encoding: 'utf8',
    },
  );
  expect(stderr).toBe('');
  return stdout;
}

it('a truss sinks as a beam of its stiffness does, and a little more', () => {
  // PL³/48EI of the beam is 133 mm.
  expect(printed('truss')).toBe('cholesky 91.98 mm, 133.97 mm\n');
});

it('a circuit is solved, with other resistors, too', () => {
  expect(printed('circuit')).toMatch(/^cholesky \d+\.\d+\ncholesky \d+\.\d+\n$/u);
});

it('a graph has ranks, degrees and eigenvalues', () => {
  expect(printed('graph')).toMatch(/^true \[.*\ntrue \[/su);
});

it('heat is as exact Euler says, and is read as it was saved', () => {
  const [same, middle] = printed('heat-steps', join(mkdtempSync(join(tmpdir(), 'spmv-heat-')), 'heat.mtx'))
    .trim()
    .split(' ');
  const h = 1 / 101;
  const exact = Math.sin(Math.PI * h * 51) ** 2 / (1 + 1e-4 * (8 / h ** 2) * Math.sin((Math.PI * h) / 2) ** 2) ** 50;
  expect(same).toBe('true');
  expect(Number(middle)).toBeCloseTo(exact, 8);
});
