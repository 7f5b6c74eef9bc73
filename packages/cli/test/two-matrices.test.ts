import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeProject } from './helpers/project.ts';
import { runCli, temporaryFolder } from './helpers/run-cli.ts';

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
    expect.stringMatching(/C ← αAB, alpha = 2 by js\/spgemm-csr on serial, f64: 2 × 2, 2 entries/u),
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

test('multiply --with says what it cannot do', async () => {
  for (const [args, words] of [
    [['--with', at('a.mtx')], /2 × 3 and B is 2 × 3/u],
    [['--with', at('b.mtx'), '--beta', '1'], /--beta does not go with --with/u],
    [['--with', at('b.mtx'), '--transpose'], /--transpose does not go with --with/u],
    [['--with', at('b.mtx'), '--kernel', 'js/spgemm'], /js\/spgemm-csr/u],
  ] as const) {
    const { code, stderr } = await runCli(['multiply', at('a.mtx'), ...args], { cwd });
    expect([code, stderr]).toEqual([2, expect.stringMatching(words)]);
  }
  const without = await runCli(['multiply', at('a.mtx'), '--with', at('b.mtx')], {
    cwd: fakeProject({ workspace: ['backend-serial'] }),
  });
  expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('npm install @spmv/spgemm')]);
});
