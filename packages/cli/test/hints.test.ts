import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/commands/commands.ts';
import { declaredProgram } from '../src/program.ts';
import { fakeProject } from './helpers/project.ts';
import { tarOf } from './helpers/tar-archive.ts';
import { ROOT, runCli, STACK_TRACE, temporaryFolder } from './helpers/run-cli.ts';
import { unless } from '../../../tools/needs.ts';

const cwd = fakeProject({});
const folder = temporaryFolder();
const M = '%%MatrixMarket matrix coordinate real general';

function file(name: string, contents: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, contents);
  return path;
}

const BOMB = gzipSync(`${M}\n%${' '.repeat(90_000_000)}\n1 1 1\n1 1 1\n`);

describe('what an error advises works', () => {
  it.each([
    [
      'a member',
      () => file('members.tar', tarOf({ 'd/a.mtx': `${M}\n1 1 1\n1 1 1\n`, 'd/b.mtx': `${M}\n1 1 1\n1 1 2\n` })),
      [],
      /--member d\/a\.mtx/,
      ['--member', 'd/b'],
    ],
    [
      'duplicates',
      () => file('duplicates.mtx', `${M}\n1 1 2\n1 1 1\n1 1 2\n`),
      ['--duplicates', 'reject'],
      /--duplicates sum/,
      ['--duplicates', 'sum'],
    ],
    ['an index base', () => file('zero.mtx', `${M}\n2 2 1\n0 1 1\n`), [], /--index-base 0/, ['--index-base', '0']],
    ['the other one', () => file('one.mtx', `${M}\n2 2 1\n2 2 1\n`), ['--index-base', '0'], /--index-base 1/, []],
    [
      'values of a pattern',
      () => file('pattern.mtx', '%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1 4\n'),
      [],
      /--pattern-values drop/,
      ['--pattern-values', 'drop'],
    ],
    [
      'large integers',
      () => file('large.mtx', '%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 9007199254740993\n'),
      [],
      /--inexact-integers round/,
      ['--inexact-integers', 'round'],
    ],
    [
      'a banner',
      () => file('bare.mtx', '1 1 1\n1 1 4\n'),
      [],
      /--assume-banner '%%MatrixMarket matrix coordinate real general'/,
      ['--assume-banner', M],
    ],
    [
      'a long line',
      () => file('line.mtx', `${M}\n1 1 1\n1 1 ${' '.repeat(1_200_000)}4\n`),
      [],
      /--max-line-bytes/,
      ['--max-line-bytes', '2M'],
    ],
    [
      'entries',
      () => file('entries.mtx', `${M}\n2 2 2\n1 1 4\n2 2 4\n`),
      ['--max-entries', '1'],
      /--max-entries/,
      ['--max-entries', '2'],
    ],
    ['text', () => file('bomb.mtx.gz', BOMB), [], /--max-text-bytes/, ['--max-text-bytes', '200M']],
  ] as const)('%s', async (_, path, before, advice, after) => {
    const refused = await runCli(['info', path(), ...before], { cwd });
    expect(refused.stderr).toMatch(advice);
    expect(refused.stderr).not.toMatch(/\w: --/);
    expect(refused.code).toBe(5);
    const followed = await runCli(['info', path(), ...after], { cwd });
    expect(followed.stderr).not.toContain('error:');
    expect(followed.code).toBe(0);
  });

  it('every option that a text names is one that a command has', async () => {
    const helps = await Promise.all(COMMANDS.map(async ({ name }) => (await runCli([name, '--help'], { cwd })).stdout));
    const known = new Set(helps.flatMap((help) => [...help.matchAll(/--([a-z][a-z-]+)/g)].map(([, name]) => name)));
    const named = new Map<string, string>();
    for (const path of globSync('packages/{core,mmio,formats,format-*,cli}/src/**/*.ts', { cwd: ROOT })) {
      for (const line of readFileSync(join(ROOT, path), 'utf8').split('\n')) {
        if (/^\s*(\/\/|\*|\/\*)|npm (install|i) |execArgv|'--[a-z]/.test(line)) continue;
        for (const [, name] of line.matchAll(/(?<=[ (=])--([a-z][a-z-]+)/g))
          named.set(name as string, `${path}: ${line.trim()}`);
      }
    }
    expect(named.size).toBeGreaterThan(10);
    expect([...named].filter(([name]) => !known.has(name)).map(([, where]) => where)).toEqual([]);
  });

  it('an option of reading is named for the command as well', () => {
    for (const path of globSync('packages/mmio/src/**/*.ts', { cwd: ROOT })) {
      for (const line of readFileSync(join(ROOT, path), 'utf8').split('\n')) {
        if (
          /(?:pass|Pass|Raise|the option) (?:limits\.\w+|member|indexBase|patternValues|assumeBanner|inexactIntegers|duplicates)/.test(
            line,
          ) &&
          !/^\s*(\/\/|\*|\/\*)/.test(line)
        )
          expect(line).toContain('in the command --');
      }
    }
  });
});

const ANY_BYTES = Uint8Array.from({ length: 3000 }, (_, k) => 1 + ((k * k * 31 + 7 * k) % 255));
describe('input that is nothing of ours', () => {
  it.each([
    ['UTF-16, little end first', () => file('le.mtx', Buffer.from(`\ufeff${M}\n1 1 1\n1 1 1\n`, 'utf16le'))],
    ['UTF-16, big end first', () => file('be.mtx', Buffer.from(`\ufeff${M}\n1 1 1\n1 1 1\n`, 'utf16le').swap16())],
    ['UTF-16 without a mark', () => file('bare16.mtx', Buffer.from(`${M}\n1 1 1\n1 1 1\n`, 'utf16le'))],
    [
      'UTF-16 without a mark, big end first',
      () => file('bare16be.mtx', Buffer.from(`${M}\n1 1 1\n1 1 1\n`, 'utf16le').swap16()),
    ],
  ])('%s is named', async (_, path) => {
    const run = await runCli(['info', path()], { cwd });
    expect(run.stderr).toMatch(/It is UTF-16 text.*iconv -f UTF-16 -t UTF-8/);
    expect(run.code).toBe(5);
  });

  it('gzip of several members and with padding is read from a file and from standard input', async () => {
    const text = `${M}\n2 2 2\n1 1 1.5\n2 2 -3\n`;
    const packed = Buffer.concat([gzipSync(text.slice(0, 30)), gzipSync(text.slice(30)), Buffer.alloc(1000)]);
    const path = file('two.mtx.gz', packed);
    const main = new URL('../src/main.ts', import.meta.url).pathname;
    const { execFileSync } = await import('node:child_process');
    const fromStdin = execFileSync(process.execPath, ['--conditions=@spmv/source', main, 'convert', '-', '-'], {
      cwd,
      input: packed,
      encoding: 'utf8',
    });
    expect(fromStdin).toBe((await runCli(['convert', path, '-'], { cwd })).stdout);
  });

  const result = {
    matrix: { name: 'm' },
    operation: 'spmv',
    backend: 'b',
    format: 'f',
    kernel: 'k',
    precision: 'f64',
    formatParams: {},
    kernelParams: {},
    launchParams: {},
    medianMs: 1,
    samplesMs: [1],
  };
  it.each([
    ['cut', '{"schema": "spmv.bench/1", "results": [', /is not JSON: .*(position|end of JSON input)/],
    ['a number', '7', /not a bench document/],
    ['null', 'null', /not a bench document/],
    ['a list', '[]', /not a bench document/],
    ['of nulls', '{"schema":"spmv.bench/1","results":[null]}', /results\[0\] is not an object/],
    ['without a matrix', '{"schema":"spmv.bench/1","results":[{}]}', /results\[0\]\.matrix\.name is not a string/],
    [
      'with a time that is text',
      JSON.stringify({ schema: 'spmv.bench/1', results: [result, { ...result, medianMs: 'soon' }] }),
      /results\[1\]\.medianMs is not a time/,
    ],
    [
      'with samples that are none',
      JSON.stringify({ schema: 'spmv.bench/1', results: [{ ...result, samplesMs: {} }] }),
      /results\[0\]\.samplesMs is not a list/,
    ],
    ['binary', '\u0000\u0001\u0002', /is not JSON/],
  ])('compare, given JSON %s, says what is wrong and where', async (name, text, words) => {
    const path = file(`${name.replaceAll(' ', '-')}.json`, text);
    const run = await runCli(['compare', path, path], { cwd });
    expect(run.stderr).toMatch(words);
    expect(run.stderr).not.toMatch(STACK_TRACE);
    expect(run.code).toBe(5);
  });

  it('compare, given a folder, says so', async () => {
    const run = await runCli(['compare', folder, folder], { cwd });
    expect(run.stderr).toMatch(/is a folder/);
    expect(run.code).toBe(5);
  });

  it('nothing on the command line ends in "a mistake in the program"', async () => {
    const small = file('small.mtx', `${M}\n1 1 1\n1 1 1\n`);
    for (const args of [
      ['info', 'gen:random?rows=%zz'],
      ['info', 'gen:random?rows=-1&density=0.5'],
      ['info', 'gen:random?rows=1e300&density=1'],
      ['info', 'gen:'],
      ['info', 'gen:?'],
      ['info', 'gen:stencil27?n=1e9'],
      ['generate', 'vector', 'length=1e300'],
      ['generate', 'vector', 'length=9007199254740991'],
      ['generate', 'random', 'rows=%zz'],
      ['bench', small, '--param', 'threads=%zz'],
      ['bench', small, '--device', 'serial=%'],
      ['info', small, '--max-bytes', '1e400'],
      ['info', `${small}/x`],
      ['info', 'x'.repeat(5000)],
      ['info', 'a\u0000b'],
      ['sweep', 'density', '--values', 'x'],
      ['sweep', 'size', '--generator', 'gen:nothing', '--values', '3'],
      ['print', small, '--format', 'csr', '--limit', '-1'],
    ]) {
      const run = await runCli(
        args.filter((arg) => !arg.includes('\u0000')),
        { cwd },
      );
      expect(run.stderr, args.join(' ').slice(0, 100)).not.toMatch(/mistake in the program/);
      expect(run.stderr).not.toMatch(STACK_TRACE);
      expect(run.code, args.join(' ').slice(0, 100)).not.toBe(0);
    }
  }, 120_000);
});

describe('what others wrote does nothing to the terminal', () => {
  const NASTY = 'a\u001b[2J\u001b]0;owned\u0007\u009b31m\u202egnp\u2066\rx\u007f';
  const RAW = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

  it('names of files and members, comments, excerpts, unknown commands', async () => {
    mkdirSync(folder, { recursive: true });
    const good = file(
      `${NASTY}.mtx`,
      `${M}\n% title: ${NASTY.replace('\r', '')}\n% kind: ${NASTY.replace('\r', '')}\n1 1 1\n1 1 1\n`,
    );
    const bad = file(`${NASTY}-bad.mtx`, `${M}${NASTY}\n1 1 1\n1 1 1\n`);
    const archive = file(`${NASTY}.tar`, tarOf({ [`d/${NASTY}.mtx`]: 'x' }));
    for (const args of [
      ['info', good],
      ['info', good, '--json'],
      ['validate', good, '--kernel', 'js/csr'],
      ['info', bad],
      ['info', archive],
      ['info', `no${NASTY}`],
      [NASTY],
      ['info', good, `--${NASTY}`],
      ['formats', '--plugin', `./${NASTY}`],
      ['formats', '--csv', join(folder, NASTY, 'x')],
    ]) {
      for (const env of [{}, { NO_COLOR: '', FORCE_COLOR: '1' }]) {
        const run = await runCli(args, { cwd, env });
        const text = (run.stdout + run.stderr).replace(/\u001b\[(?:1|2|22|31|32|33|36|39)m/g, '');
        expect(RAW.exec(text)?.[0], JSON.stringify(text.slice(0, 400))).toBeUndefined();
      }
    }
  }, 120_000);
});

it('advice names flags in place of the options of libraries, and every flag that a library names is there', async () => {
  const flags = new Set(declaredProgram().commands.flatMap(({ options }) => options.map(({ long }) => long)));
  const texts = globSync('packages/*/src/**/*.ts', { cwd: ROOT }).map((path) => readFileSync(join(ROOT, path), 'utf8'));
  const named = texts.flatMap((text) => [...text.matchAll(/in the command (--[\w-]+)/g)].map(([, flag]) => flag));
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((flag) => !flags.has(flag))).toEqual([]);
  const long = file('long.mtx', `${M}\n1 1 1\n1 1 1\n`);
  const { stderr } = await runCli(['info', long, '--max-text-bytes', '10'], { cwd });
  expect(stderr).toContain('Raise --max-text-bytes, if this is intended.');
  const limited = await runCli(['solve', 'LF10', '--maxiter', '0'], { cwd });
  expect(limited.stderr).toMatch(/a larger --maxiter, another preconditioner, or --method minres/);
  expect((await runCli(['solve', 'LF10', '--maxiter', '100', '--method', 'minres'], { cwd })).code).toBe(0);
}, 60_000);

it.each([
  [
    'a link to itself',
    () => symlinkSync('round.mtx', join(folder, 'round.mtx')),
    'round.mtx',
    /links lead in a circle/,
  ],
  ['a link to nothing', () => symlinkSync('none.mtx', join(folder, 'to.mtx')), 'to.mtx', /link to a file that is not/],
  ['bytes that are 0', () => file('zeroes.mtx', new Uint8Array(300)), 'zeroes.mtx', /looks like binary data/],
  ['JSON', () => file('package.json', '{\n  "name": "a"\n}'), 'package.json', /looks like JSON/],
  ['bytes but 0', () => file('any.mtx', ANY_BYTES), 'any.mtx', /looks like binary data/],
] as const)('%s is told as what it is', async (_, make, name, words) => {
  make();
  const { code, stderr } = await runCli(['info', join(folder, name)], { cwd });
  expect([code, stderr]).toEqual([5, expect.stringMatching(words)]);
  expect(stderr).toContain(name);
});

it(
  'what cannot be read is named, also where the system does not',
  unless(process.platform === 'linux' ? undefined : 'not Linux (it has no /proc)'),
  async () => {
    const { code, stderr } = await runCli(['info', '/proc/self/mem'], { cwd });
    expect([code, stderr]).toEqual([5, expect.stringContaining('/proc/self/mem: it cannot be read')]);
  },
);
