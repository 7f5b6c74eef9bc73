import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Advice } from '@spmv/advice';
import { expect, it } from 'vitest';
import { csrKernel, fakeProject } from './helpers/project.ts';
import { ROOT, runCli, temporaryFolder } from './helpers/run-cli.ts';

const cwd = fakeProject({ workspace: ['backend-serial', 'format-sell'] });

interface Document {
  readonly schema: string;
  readonly results: readonly (Advice & { readonly problem: { readonly name: string; readonly hash: string } })[];
  readonly errors: readonly { readonly reason: string }[];
}

async function advised(...args: readonly string[]): Promise<Document> {
  const { stdout } = await runCli(['advise', ...args, '--json'], { cwd });
  return JSON.parse(stdout) as Document;
}

it('advises on every matrix, with formats of plugins, in at most ten trials', async () => {
  const { schema, results } = await advised('LF10', 'gen:stencil27?n=8');
  expect(schema).toBe('spmv.advise/1');
  expect(results.map(({ problem }) => problem.name)).toEqual(['LF10', 'gen:stencil27?n=8']);
  for (const { choice, others, trials } of results) {
    expect([choice, ...others].map((one) => one?.format)).toContain('sell');
    expect(trials.length).toBeGreaterThan(0);
    expect(trials.length).toBeLessThanOrEqual(10);
  }
}, 60_000);

it('prints what, why, at what cost and how sure, in 80 columns', async () => {
  const { code, stdout } = await runCli(['advise', 'LF10', '--all'], { cwd });
  expect(code).toBe(0);
  expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
  expect(stdout).toMatch(/→ f64: use \S+ \(format \S+\) on serial/u);
  for (const word of ['memory', 'to be ready', 'pays off', 'sure', 'bytes an entry', 'trial'])
    expect(stdout).toContain(word);
}, 60_000);

it('keeps to what is asked for', async () => {
  const { results } = await advised('LF10', '-f', 'csr,sell', '-p', 'f32', '--trials', '0');
  const [{ choice, others, products } = { choice: null, others: [], products: -1 }] = results;
  expect(new Set([choice, ...others].map((one) => one?.format))).toEqual(new Set(['csr', 'sell']));
  expect(choice?.precision).toBe('f32');
  expect(products).toBe(0);
}, 60_000);

it.each([
  ['a format that is not there', ['LF10', '-f', 'none'], 2, /none/u],
  ['a file that is not there', ['nothing.mtx'], 5, /nothing\.mtx/u],
  ['a document that is none', ['--judge', 'package.json'], 5, /not a bench document/u],
  ['an experience that is none', ['LF10', '--experience', 'package.json'], 5, /known of kernels/u],
  ['two ways to know', ['--judge', 'run.json', '--experience', 'a.json', '--keep', 'b.json'], 2, /--keep/u],
  ['runs that are unseen by nobody', ['LF10', '--unseen', 'run.json'], 2, /--judge/u],
  ['trials that are judged by nothing', ['LF10', '--tried', 'advice.json'], 2, /--judge/u],
  ['a matrix that no candidate takes', ['LF10', '--max-bytes', '10'], 1, /every candidate is refused/u],
])(
  'says what is wrong with %s',
  async (_what, args, exitCode, message) => {
    const { code, stdout, stderr } = await runCli(['advise', ...args], { cwd });
    expect({ code, said: message.test(stdout + stderr) }).toEqual({ code: exitCode, said: true });
  },
  60_000,
);

it('info names what statistics expect on the processor, or on the backends asked for', async () => {
  const { stdout } = await runCli(['info', 'LF10', '--json'], { cwd });
  const { expected } = JSON.parse(stdout) as { readonly expected: readonly { readonly backend: string }[] };
  expect(expected.map(({ backend }) => backend)).toEqual(['serial']);
  expect((await runCli(['info', 'LF10'], { cwd })).stdout).toMatch(/serial f64: \S+ \(format/u);
  const asked = await runCli(['info', 'LF10', '--backend', 'serial', '--json'], { cwd });
  expect((JSON.parse(asked.stdout) as { readonly expected: unknown }).expected).toEqual(expected);
  const astray = await runCli(['info', 'LF10', '--backend', 'serail'], { cwd });
  expect([astray.code, astray.stderr]).toEqual([2, expect.stringContaining('serail')]);
}, 60_000);

it('judges the advice by a recorded run, both halves, and keeps what it learned', async () => {
  const sizes = [4, 5, 6, 7, 8, 9, 10, 11];
  const run = join(temporaryFolder(), 'run.json');
  const bench = await runCli(
    [
      'bench',
      ...sizes.map((n) => `gen:stencil5?n=${n}`),
      '-k',
      'js/csr,wasm/csr-simd,js/ellpack',
      '-p',
      'f64',
      '--json',
    ],
    { cwd },
  );
  writeFileSync(run, bench.stdout);
  const kept = join(temporaryFolder(), 'experience.json');
  const { code, stdout } = await runCli(['advise', '--judge', run, '--keep', kept, '--json'], { cwd });
  expect(code).toBe(0);
  const { halves, judged } = JSON.parse(stdout) as {
    readonly halves: readonly { readonly half: string; readonly matrices: number }[];
    readonly judged: readonly { readonly hash: string; readonly heldOut: boolean; readonly ratio: number }[];
  };
  expect(halves.reduce((sum, { matrices }) => sum + matrices, 0)).toBe(sizes.length);
  for (const { hash, heldOut, ratio } of judged) {
    expect(heldOut).toBe(Number.parseInt(hash.at(-1) ?? '', 16) % 2 === 1);
    expect(ratio).toBeGreaterThanOrEqual(1);
  }
  const again = await runCli(['advise', '--judge', run, '--unseen', run], { cwd });
  expect([again.code, again.stderr]).toEqual([5, expect.stringContaining('in a run that is learned from')]);
  const split = (part: 'seen' | 'unseen'): string => {
    const document = JSON.parse(bench.stdout) as {
      readonly results: readonly { readonly matrix: { source: string } }[];
    };
    const results = document.results.filter(
      ({ matrix }) => (matrix.source === 'gen:stencil5?n=11') === (part === 'unseen'),
    );
    const path = join(temporaryFolder(), `${part}.json`);
    writeFileSync(path, JSON.stringify({ ...document, results }));
    return path;
  };
  const apart = await runCli(['advise', '--judge', split('seen'), '--unseen', split('unseen')], { cwd });
  expect(apart.stdout).toMatch(/serial f64 +unseen +\d of 1,/u);
  const text = await runCli(['advise', '--judge', run, '--experience', kept], { cwd });
  expect(text.code).toBe(0);
  expect(text.stdout).toMatch(/serial f64 +held out|serial f64 +learned/u);
  expect(Math.max(...text.stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
}, 120_000);

it('info expects what advise does without a product', async () => {
  const info = await runCli(['info', 'cavity10', '--json'], { cwd });
  const { expected } = JSON.parse(info.stdout) as {
    readonly expected: readonly { readonly backend: string; readonly kernel: string }[];
  };
  for (const { backend, kernel } of expected) {
    const { results } = await advised('cavity10', '--trials', '0', '-b', backend);
    expect(kernel).toBe(results[0]?.choice?.kernel);
  }
}, 60_000);

it('info advises what runs here, and says once what would be faster where its code is installed', async () => {
  const absent = csrKernel('absent', 'native/ellpack', '');
  const plugin = absent.files?.['plugin.js']?.replace(
    "target: 'js', format: 'csr'",
    "target: 'native', format: 'ellpack'",
  );
  const loop = `import { SpmvError } from ${JSON.stringify(`${ROOT}/packages/core/src/index.ts`)};
export function loop() {}
throw new SpmvError('BACKEND.UNAVAILABLE', 'The library of absent is missing.', { fix: 'Run: npm install absent-library' });`;
  const without = fakeProject({ packages: [{ ...absent, files: { 'plugin.js': plugin ?? '', 'loop.js': loop } }] });
  const { stdout } = await runCli(['info', 'LF10', '--width', '400'], { cwd: without });
  expect(stdout).toMatch(/→ serial f64: (?:js|wasm)\//u);
  expect(stdout).toMatch(
    /→ Expected to be faster, but not to be had here: native\/ellpack on serial, \S+ µs\. .*The library of absent is missing/u,
  );
  expect(stdout.match(/Expected to be faster/gu)).toHaveLength(1);
}, 60_000);

it('--trials-of-each tries every candidate, and --judge --tried takes these trials for its own', async () => {
  const flags = ['LF10', 'cage4', '-b', 'serial', '-f', 'csr,coo,sell', '-p', 'f64', '--json'];
  const bench = await runCli(['bench', ...flags], { cwd });
  const advice = await runCli(['advise', ...flags, '--trials-of-each', '2'], { cwd });
  const { results } = JSON.parse(advice.stdout) as {
    readonly results: readonly Pick<Advice, 'choice' | 'others'>[];
  };
  for (const { choice, others } of results)
    for (const one of [choice, ...others]) expect(one?.trialsMs).toHaveLength(2);
  writeFileSync(join(cwd, 'run.json'), bench.stdout);
  writeFileSync(join(cwd, 'advice.json'), advice.stdout);
  const judge = ['advise', '--judge', 'run.json', '--again', 'run.json', '--tried', 'advice.json'];
  const { stdout } = await runCli([...judge, '--json'], { cwd });
  const { judged } = JSON.parse(stdout) as {
    readonly judged: readonly { readonly ratio: number; readonly bestKnownRatio: number }[];
  };
  expect(judged).toHaveLength(2);
  // What judges is what is known, so the best known is the best.
  for (const { ratio, bestKnownRatio } of judged) expect([ratio >= 1, bestKnownRatio]).toEqual([true, 1]);
  expect((await runCli(judge, { cwd })).stdout).toMatch(/Trials are\s+those that advice ran, and a second run judges/u);
  const none = await runCli(['advise', '--judge', 'run.json', '--tried', 'run.json'], { cwd });
  expect([none.code, none.stderr]).toEqual([5, expect.stringContaining('there are no trials')]);
}, 120_000);

it('says of a matrix without rows that nothing is to choose, and no rate', async () => {
  const file = join(temporaryFolder(), 'empty.mtx');
  writeFileSync(file, '%%MatrixMarket matrix coordinate real general\n0 0 0\n');
  const { code, stdout } = await runCli(['advise', file], { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain('There are no entries');
  expect(stdout).not.toMatch(/NaN|GFLOP/u);
}, 60_000);
