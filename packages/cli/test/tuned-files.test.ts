import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { usualBudgetMs } from '../src/commands/tune/within-time.ts';
import { fakeProject } from './helpers/project.ts';
import { runCli, temporaryFolder } from './helpers/run-cli.ts';

const cwd = fakeProject({ workspace: ['backend-serial', 'format-sell'] });
const TUNE = ['tune', 'LF10', '-b', 'serial', '-p', 'f64', '-f'];

function filesIn(cache: string): readonly string[] {
  return readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
}

it('tune keeps its points by machine and matrix, with versions, and bench, multiply and advise use them', async () => {
  const cache = temporaryFolder();
  const env = { SPMV_CACHE: cache };
  const none = await runCli(['bench', 'LF10', '--tuned', 'kept', '-b', 'serial'], { cwd, env });
  expect(none.stderr).toMatch(/Nothing was tuned on this machine for LF10[^]*Run: spmv tune LF10/u);
  const tuned = await runCli([...TUNE, 'sell'], { cwd, env });
  expect({ code: tuned.code, said: /--tuned\s+kept/u.test(tuned.stdout) }).toEqual({ code: 0, said: true });
  expect(filesIn(cache)).toHaveLength(1);
  const [file = ''] = filesIn(cache);
  expect(file).toMatch(/^tuned.[0-9a-f]{12}.9aea72904c3958a6\.json$/u);
  const document = JSON.parse(readFileSync(join(cache, file), 'utf8')) as {
    readonly versions: Readonly<Record<string, string>>;
    readonly host: { readonly cpu: string };
  };
  expect(document.versions['@spmv/format-sell']).toMatch(/^\d/u);
  expect(document.host.cpu).not.toBe('');

  const bench = await runCli(['bench', 'LF10', '--tuned', 'kept', '-b', 'serial', '-p', 'f64', '--json'], { cwd, env });
  const formats = (
    JSON.parse(bench.stdout) as { readonly results: readonly { readonly format: string }[] }
  ).results.map(({ format }) => format);
  expect(new Set(formats)).toEqual(new Set(['sell']));

  const product = await runCli(['multiply', 'LF10', '--tuned', 'kept'], { cwd, env });
  expect(product.stderr).toMatch(/by (?:wasm|js)\/sell/u);
  const usual = await runCli(['multiply', 'LF10'], { cwd, env });
  expect(product.stdout.split('\n').length).toBe(usual.stdout.split('\n').length);

  const advice = await runCli(['advise', 'LF10', '--trials', '0'], { cwd, env });
  expect(advice.stdout).toMatch(/tuned +(?:wasm|js)\/sell/u);

  // Another format later: both are kept.
  await runCli([...TUNE, 'csr'], { cwd, env });
  expect(filesIn(cache)).toEqual([file]);
  const both = JSON.parse(readFileSync(join(cache, file), 'utf8')) as {
    readonly results: readonly { readonly format: string }[];
  };
  expect(new Set(both.results.map(({ format }) => format))).toEqual(new Set(['sell', 'csr']));

  // Of another machine and other versions: used where it is named, and said.
  const moved = join(cache, 'moved.json');
  const versions = { ...document.versions, '@spmv/format-sell': '0.0.1' };
  writeFileSync(moved, JSON.stringify({ ...document, versions, host: { ...document.host, cpu: 'Another' } }));
  const elsewhere = await runCli(['multiply', 'LF10', '--tuned', moved], { cwd, env });
  expect(elsewhere.code).toBe(0);
  expect(elsewhere.stderr).toMatch(/measured on Another[^]*format-sell was 0\.0\.1/u);
}, 120_000);

it('tune keeps nothing where it is told so, and goes on where it cannot', async () => {
  const cache = temporaryFolder();
  await runCli([...TUNE, 'csr', '--no-keep'], { cwd, env: { SPMV_CACHE: cache } });
  expect(filesIn(cache)).toEqual([]);
  const file = join(cache, 'file');
  writeFileSync(file, '');
  const run = await runCli([...TUNE, 'csr'], { cwd, env: { SPMV_CACHE: file } });
  expect(run.code).toBe(0);
  expect(run.stdout).toContain('Not kept for --tuned kept');
}, 120_000);

it.each([
  ['what is no document', 'package.json', /has no point for spmv of LF10/u],
  ['a file that is not there', 'none.json', /none\.json/u],
])(
  'multiply refuses %s',
  async (_what, file, message) => {
    const { code, stderr } = await runCli(['multiply', 'LF10', '--tuned', file], { cwd });
    expect({ code, said: message.test(stderr) }).toEqual({ code: 5, said: true });
  },
  60_000,
);

it('tune takes no longer than its budget to search, tries points of every kernel, and says how many were left', async () => {
  const args = ['tune', 'LF10', '--backend', 'serial', '--precision', 'f64', '--format', 'csr,sell', '--no-keep'];
  const { code, stdout, stderr } = await runCli([...args, '--time-budget', '1ms', '--json'], { cwd });
  const { results, outOfTime } = JSON.parse(stdout) as {
    readonly results: readonly { readonly kernel: string; readonly points: number }[];
    readonly outOfTime: readonly { readonly matrix: string; readonly cases: number }[];
  };
  expect(code).toBe(0);
  expect(outOfTime).toEqual([{ matrix: 'LF10', cases: expect.any(Number) as number }]);
  expect(stderr).toMatch(new RegExp(`${outOfTime[0]?.cases} of \\d+ points did not fit into .*--time-budget`));
  for (const format of ['csr', 'sell'])
    expect(results.some(({ kernel }) => kernel.split('/')[1]?.startsWith(format))).toBe(true);
  expect(usualBudgetMs(82)).toBeLessThan(61_000);
  expect(usualBudgetMs(5e6)).toBe(11 * 60_000);
}, 120_000);
