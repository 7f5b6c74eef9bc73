import { linkSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fakeProject } from './helpers/project.ts';
import { ROOT, runCli } from './helpers/run-cli.ts';

const cwd = fakeProject({});
const MATRIX = readFileSync(join(ROOT, 'packages/cli/matrices/cage4.mtx'), 'utf8');
const NAMES = ['M.mtx', 'y.mtx', 'M_b.mtx', 'M_x.mtx'];
for (const name of NAMES) writeFileSync(join(cwd, name), MATRIX);
symlinkSync('M.mtx', join(cwd, 'soft.mtx'));
linkSync(join(cwd, 'M.mtx'), join(cwd, 'hard.mtx'));
symlinkSync('later.mtx', join(cwd, 'dangling.mtx'));
const manifest = { schema: 'spmv.matrices/1', matrices: [{ name: 'M', source: 'M.mtx', for: [] }] };
writeFileSync(join(cwd, 'all.json'), JSON.stringify(manifest));

it.each([
  [['reorder', 'M.mtx', '--out', 'f.mtx', '--order', 'f.mtx'], /--out and --order are the same file/],
  [['reorder', 'M.mtx', '--out', 'f.mtx', '--order', './f.mtx'], /--out and --order are the same file/],
  [['reorder', 'M.mtx', '--out', 'later.mtx', '--order', 'dangling.mtx'], /--out and --order are the same file/],
  [['reorder', 'M.mtx', '--out', '-', '--order', '-'], /--out and --order both write to standard output/],
  [['info', 'M.mtx', '--spy', 'M.mtx'], /--spy and <matrix> are the same file .*what <matrix> reads would be over/],
  [['info', 'M.mtx', '--spy', 'soft.mtx'], /--spy and <matrix> are the same file/],
  [['info', 'hard.mtx', '--spy', 'M.mtx'], /--spy and <matrix> are the same file/],
  [['info', '@all.json', '--spy', 'M.mtx'], /--spy and <matrix> are the same file/],
  [['info', '@all.json', '--spy', 'all.json'], /--spy and <matrix> are the same file/],
  [['info', 'M.mtx', '--csv', join(cwd, 'M.mtx')], /<matrix> .*same file/],
  [['solve', 'M.mtx', '--rhs', 'y.mtx', '--out', 'y.mtx'], /--out and --rhs are the same file/],
  [['solve', 'M.mtx', '--rhs', 'y.mtx', '--out', 'x.mtx', '--report', 'y.mtx'], /--rhs are the same file/],
  [['solve', 'M.mtx', '--out', 'M_b.mtx'], /--out and <matrix> are the same file .*what <matrix> reads would be over/],
  [['solve', 'M.mtx', '--out', 'M_x.mtx'], /--out and <matrix> are the same file/],
  [['bench', '@all.json', '--csv', 'M_x.mtx'], /<matrices> .*same file/],
  [['multiply', 'M.mtx', '--operand', 'x=y.mtx', '--out', 'y.mtx'], /--out and --operand are the same file/],
  [['multiply', 'M.mtx', '--json', '--out', '-'], /--out and --json both write to standard output/],
  [['convert', 'M.mtx', './soft.mtx'], /<out> and <matrix> are the same file/],
  [['bench', 'M.mtx', '--csv', 'f', '--report', 'f'], /--report and --csv are the same file/],
  [['bench', '-', '-'], /both read standard input/],
  [['formats', '--csv', '-'], /--csv takes the name of a file, and - is none/],
])(
  '%j is refused before any work',
  async (args, words) => {
    const { code, stdout, stderr } = await runCli(args, { cwd });
    expect(stderr).toMatch(words);
    expect([code, stdout]).toEqual([2, '']);
    for (const name of NAMES) expect(readFileSync(join(cwd, name), 'utf8')).toBe(MATRIX);
  },
  60_000,
);

it('a device takes what several flags write', async () => {
  const args = ['reorder', 'M.mtx', '--out', devNull, '--order', devNull, '--quiet'];
  expect(await runCli(args, { cwd })).toMatchObject({ code: 0, stderr: '' });
}, 60_000);
