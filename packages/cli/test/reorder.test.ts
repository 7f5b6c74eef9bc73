import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fakeProject } from './helpers/project.ts';
import { runCli, temporaryFolder } from './helpers/run-cli.ts';

const cwd = fakeProject({});
const folder = temporaryFolder();
const path = join(folder, 'path.mtx');
writeFileSync(path, '%%MatrixMarket matrix coordinate real general\n4 4 3\n1 4 1.5\n4 2 2.5\n2 3 3.5\n');

it('says what became of bandwidth and profile, and writes matrix and order', async () => {
  const [out, order] = [join(folder, 'near.mtx'), join(folder, 'order.mtx')];
  const { code, stdout } = await runCli(['reorder', path, '--out', out, '--order', order], { cwd });
  expect([code, stdout]).toEqual([0, 'path  rcm: bandwidth 3 → 1, profile 4 → 3\n']);
  const numbers = readFileSync(order, 'utf8').trim().split('\n').slice(-4).map(Number);
  const entries = readFileSync(out, 'utf8').trim().split('\n').slice(-3);
  const back = entries.map((line) => {
    const [i = 0, j = 0, value = 0] = line.split(/\s+/u).map(Number);
    return [numbers[i - 1], numbers[j - 1], value].join(' ');
  });
  expect(back.toSorted()).toEqual(['1 4 1.5', '2 3 3.5', '4 2 2.5']);
});

it('gives a document', async () => {
  const { code, stdout } = await runCli(['reorder', '494_bus', '--json'], { cwd });
  const document = JSON.parse(stdout) as Record<'before' | 'after', { bandwidth: number }> & { order: number[] };
  expect([code, document.order.length]).toEqual([0, 494]);
  expect(document.after.bandwidth).toBeLessThan(document.before.bandwidth / 3);
});

it.each([
  [['494_bus', '--method', 'rcmm'], 2, /rcm/u],
  [['well1850'], 5, /1850 × 712/u],
] as const)('%j ends with %d', async (args, expected, words) => {
  const { code, stderr } = await runCli(['reorder', ...args], { cwd });
  expect([code, stderr]).toEqual([expected, expect.stringMatching(words)]);
});
