import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fakeProject } from './helpers/project.ts';
import { filesIn, runCli, temporaryFolder } from './helpers/run-cli.ts';

const cwd = fakeProject({ workspace: ['backend-serial'] });
const folder = temporaryFolder();
const file = filesIn(folder);
/** 1 → 2 → 3, 1 → 3; node 3 leads nowhere. */
const graph = file('graph.mtx', '%%MatrixMarket matrix coordinate pattern general\n3 3 3\n1 2\n1 3\n2 3\n');

it('prints the nodes with the highest ranks, and a verdict', async () => {
  const { code, stdout } = await runCli(['rank', graph, '--top', '2'], { cwd });
  const lines = stdout.trimEnd().split('\n');
  expect([code, lines.slice(1, 3).map((line) => line.trim().split(/\s+/u)[1])]).toEqual([0, ['3', '2']]);
  expect(stdout).toMatch(/graph {2}converged in \d+ iterations[^]*1\s+node\s+leads\s+nowhere/u);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
});

it('gives all ranks in the document, or in a file', async () => {
  const { stdout } = await runCli(['rank', graph, '--json'], { cwd });
  const document = JSON.parse(stdout) as { readonly schema: string; readonly ranks: readonly number[] };
  expect(document.schema).toBe('spmv.rank/1');
  expect(document.ranks.reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(1, 12);
  const out = join(folder, 'ranks.mtx');
  await runCli(['rank', graph, '--out', out], { cwd });
  expect(readFileSync(out, 'utf8').trim().split('\n')).toHaveLength(5);
});

it.each([
  ['rank', graph, '--out'],
  ['reorder', graph, '--order'],
  ['solve', 'LF10', '--out'],
])('%s %s %s -: standard output holds the file alone, and the verdict is on standard error', async (...args) => {
  const { code, stdout, stderr } = await runCli([...args, '-'], { cwd });
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^%%MatrixMarket matrix array real general\n(?:[-+\de. ]+\n)+$/u),
  ]);
  expect(stderr).toMatch(/^(?:graph|LF10) {2}\S/mu);
});

it('says which kernel multiplies, chosen for the links as they are multiplied with', async () => {
  const { stdout } = await runCli(['rank', 'Harvard500', '--trials', '3', '--json'], { cwd });
  const { products } = JSON.parse(stdout) as { readonly products: readonly { readonly trials: readonly unknown[] }[] };
  expect(products).toHaveLength(1);
  expect([1, 2, 3]).toContain(products[0]?.trials.length);
  const { stderr } = await runCli(['rank', 'Harvard500', '--kernel', 'js/csr'], { cwd });
  expect(stderr).toContain('products: csr by js/csr');
});

it('follows links the other way, and begins anew where it is told', async () => {
  const { stdout } = await runCli(['rank', graph, '--reverse', '--top', '1', '--json'], { cwd });
  expect((JSON.parse(stdout) as { readonly top: readonly { readonly node: number }[] }).top[0]?.node).toBe(1);
  const personal = file('v.mtx', '%%MatrixMarket matrix array real general\n3 1\n0\n1\n0\n');
  const own = await runCli(['rank', graph, '--personal', personal, '--json'], { cwd });
  expect((JSON.parse(own.stdout) as { readonly ranks: readonly number[] }).ranks[0]).toBe(0);
});

it('counts links alike where it is told to, whatever their values', async () => {
  const signed = file('signed.mtx', '%%MatrixMarket matrix coordinate real general\n3 3 3\n1 2 -5\n1 3 2\n2 3 1\n');
  const refused = await runCli(['rank', signed], { cwd });
  expect([refused.code, refused.stderr]).toEqual([5, expect.stringMatching(/A link of node 1 has.*--unweighted/su)]);
  const ranksOf = async (path: string): Promise<unknown> =>
    (JSON.parse((await runCli(['rank', path, '--unweighted', '--json'], { cwd })).stdout) as { ranks: unknown }).ranks;
  expect(await ranksOf(signed)).toEqual(await ranksOf(graph));
});

it.each([
  [['Harvard500', '--maxiter', '2'], 7, /larger --maxiter/u],
  [['well1850'], 2, /1850 × 712/u],
  [[graph, '--damping', '2'], 2, /damping/u],
])('%j ends with %d', async (args, code, words) => {
  const run = await runCli(['rank', ...args], { cwd });
  expect([run.code, run.stderr]).toEqual([code, expect.stringMatching(words)]);
});
