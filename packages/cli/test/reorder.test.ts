import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fakeProject } from './helpers/project.ts';
import { runCli, temporaryFolder } from './helpers/run-cli.ts';
import { needs } from '../../../tools/needs.ts';

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

it('says where the bandwidth grew', async () => {
  const worse = join(folder, 'worse.mtx');
  writeFileSync(worse, '%%MatrixMarket matrix coordinate pattern symmetric\n5 5 5\n3 1\n3 2\n4 3\n5 3\n5 4\n');
  const { stderr } = await runCli(['reorder', worse], { cwd });
  expect(stderr).toMatch(/The bandwidth grew from 2 to 3: [\s\S]* keep\s+it\./u);
});

it('gives a document', async () => {
  const { code, stdout } = await runCli(['reorder', '494_bus', '--json'], { cwd });
  const document = JSON.parse(stdout) as Record<'before' | 'after', { bandwidth: number }> & { order: number[] };
  expect([code, document.order.length]).toEqual([0, 494]);
  expect(document.after.bandwidth).toBeLessThan(document.before.bandwidth / 3);
});

it('says what parts exchange, before and after', async () => {
  const { code, stdout } = await runCli(['reorder', 'gen:stencil5?n=12', '--parts', '4'], { cwd });
  expect([code, stdout.split('\n')[1]]).toEqual([
    0,
    expect.stringMatching(/^ {2}4 parts: halo 576 → \d+ B, most of a part/u),
  ]);
  const { stdout: text } = await runCli(['reorder', 'gen:stencil5?n=12', '--parts', '4', '--json'], { cwd });
  expect(JSON.parse(text)).toMatchObject({ division: { parts: 4, before: { haloBytes: 576, mostSources: 2 } } });
});

it('divides by programs of others', needs('metis', 'scotch'), async () => {
  for (const method of ['metis', 'scotch']) {
    const args = ['reorder', 'gen:stencil5?n=30', '--method', method, '--parts', '9', '--json'];
    const { code, stdout } = await runCli(args, { cwd });
    const { division, bounds, order } = JSON.parse(stdout) as {
      readonly order: readonly number[];
      readonly division: Record<'before' | 'after', { haloBytes: number; imbalance: number }>;
      readonly bounds: readonly number[];
    };
    expect([code, bounds.length, bounds.at(-1)]).toEqual([0, 10, 900]);
    expect(division.after.haloBytes).toBeLessThan(0.8 * division.before.haloBytes);
    expect(division.after.imbalance).toBeLessThan(1.15);
    const kept = await runCli([...args, '--within', 'keep'], { cwd });
    const was = JSON.parse(kept.stdout) as {
      readonly division: unknown;
      readonly bounds: unknown;
      readonly order: number[];
    };
    // Other orders of the same parts, which exchange the same.
    expect([was.bounds, was.division]).toEqual([bounds, division]);
    const sorted = (all: readonly number[]): number[] => all.slice(0, bounds[1]).toSorted((a, b) => a - b);
    expect(was.order.slice(0, bounds[1])).toEqual(sorted(was.order));
    expect(sorted(order)).toEqual(sorted(was.order));
    expect(order.slice(0, bounds[1])).not.toEqual(sorted(order));
  }
});

it('says what to install where a program is missing', async () => {
  const args = ['reorder', '494_bus', '--method', 'metis', '--parts', '4'];
  const { code, stderr } = await runCli(args, { cwd, env: { GPMETIS: join(folder, 'nothing') } });
  expect([code, stderr]).toEqual([6, expect.stringMatching(/apt install metis/u)]);
});

it.each([
  [['494_bus', '--method', 'metis'], 2, /--parts N/u],
  [['494_bus', '--parts', '0'], 2, /1 or more/u],
  [['494_bus', '--within', 'nothing'], 2, /rcm or keep/u],
  [['494_bus', '--within', 'keep', '--parts', '2'], 2, /--within means nothing with --method rcm/u],
  [['494_bus', '--bounds', 'parts.json'], 2, /--parts <n>/u],
  [['494_bus', '--method', 'rcmm'], 2, /rcm/u],
  [['well1850'], 5, /1850 × 712/u],
] as const)('%j ends with %d', async (args, expected, words) => {
  const { code, stderr } = await runCli(['reorder', ...args], { cwd });
  expect([code, stderr]).toEqual([expected, expect.stringMatching(words)]);
});
