import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadMatrix } from '../src/matrices/load-matrix.ts';
import { matrixSources } from '../src/matrices/matrix-source.ts';
import { createTerminal } from '../src/output/terminal.ts';
import type { BenchOutput } from './helpers/bench.ts';
import { benchIn, CSR } from './helpers/bench.ts';
import { BUSY, fakeProject, slowFormat } from './helpers/project.ts';
import { ROOT, runCli, runProcess } from './helpers/run-cli.ts';

/** Building it for cage4 takes until somebody stops it. */
const cwd = fakeProject({ packages: [slowFormat('slow', `if (coo.shape.rows === 9) { ${BUSY} }`)] });
const { folder, file, bench, printed, fails } = benchIn(cwd);
const TWO = ['--backend', 'serial', '--kernel', 'js/csr,wasm/csr-simd', '--precision', 'f64'];

const keys = ({ results }: BenchOutput): readonly string[] =>
  results.map(({ matrix, kernel }) => `${matrix.name} ${kernel}`).sort();

describe('a manifest of matrices', () => {
  const HASH = '9aea72904c3958a6';
  const manifest = (name: string, ...matrices: readonly object[]): string =>
    file(name, { schema: 'spmv.matrices/1', matrices });
  const LF10 = { name: 'beam', source: 'LF10', hash: HASH, for: ['small'] };
  const grid = { name: 'grid', source: 'gen:stencil5?n=3', for: ['small', 'grids'] };

  it('names matrices for what they are for, or one by one, checked by their hash', async () => {
    const path = manifest('some.json', LF10, grid, { name: 'other', source: 'cage4', for: [] });
    const document = await bench([`@${path}#small`, ...CSR]);
    expect(keys(document)).toEqual(['beam js/csr', 'grid js/csr']);
    expect(document.results[0]?.matrix.hash).toBe(HASH);
    const info = await runCli(['info', `@${path}#beam`, '--json'], { cwd });
    expect(JSON.parse(info.stdout)).toMatchObject({ name: 'beam', hash: HASH });
  });

  it('refuses another matrix than it means, and a file that is not there, and goes on', async () => {
    const missing = { name: 'missing', source: 'matrices/none.mtx', for: [] };
    const path = manifest('wrong.json', { ...LF10, hash: '0123456789abcdef' }, missing, grid);
    const document = await bench([`@${path}`, ...CSR], 5);
    expect(keys(document)).toEqual(['grid js/csr']);
    expect(document.errors.map(({ reason }) => reason)).toEqual([
      expect.stringContaining(`its hash is ${HASH}, not 0123456789abcdef`),
      expect.stringContaining('no such file'),
    ]);
  });

  it('is refused where it is none, and so is a choice of what it does not name', async () => {
    const path = manifest('two.json', LF10, grid);
    await fails(['bench', `@${path}#smal`], 2, /no matrix called 'smal'.*\n.*small/);
    await fails(['info', `@${path}`], 2, /names 2 matrices, but exactly one is needed/);
    await fails(['bench', `@${file('list.json', [1])}`], 5, /not a manifest of matrices/);
    await fails(['bench', `@${file('bad.json', { schema: 'spmv.matrices/1', matrices: [{}] })}`], 5, /matrices\[0\]/);
    await fails(['validate', `@${join(folder, 'absent.json')}`], 5, /no such file/);
  });

  it('the one of this repository is of distinct matrices, and those that need no file are what it says', async () => {
    const path = join(ROOT, 'bench', 'matrices.json');
    const { matrices } = JSON.parse(readFileSync(path, 'utf8')) as {
      readonly matrices: readonly { readonly name: string; readonly hash: string; readonly source: string }[];
    };
    expect(new Set(matrices.map(({ name }) => name)).size).toBe(matrices.length);
    expect(new Set(matrices.map(({ hash }) => hash)).size).toBe(matrices.length);
    const bundled = matrices.filter(({ source }) => !/[:/]/.test(source)).map(({ name }) => name);
    expect(bundled.length).toBeGreaterThan(10);
    const terminal = createTerminal(process.stdout, process.stderr, { quiet: true, color: false });
    const sources = matrixSources([`@${path}#${[...bundled, 'full-row-117k'].join(',')}`]);
    expect(sources).toHaveLength(bundled.length + 1);
    // Reading one of another hash throws.
    for (const source of sources) await loadMatrix(source, { signal: new AbortController().signal, terminal });
  });
});

describe('--time-budget', () => {
  it('does what fits, at least something, and names the rest', async () => {
    const document = await bench(['LF10', 'cage4', ...TWO, '--time-budget', '1ms']);
    expect(keys(document)).toEqual(['LF10 js/csr']);
    expect(document.results[0]?.samplesMs).toHaveLength(20);
    expect(document.outOfTime).toMatchObject([
      { matrix: 'LF10', precision: 'f64', whole: false, cases: [{ kernel: 'wasm/csr-simd' }] },
      { matrix: 'cage4', whole: true, cases: null },
    ]);
    const stdout = await printed(['bench', 'LF10', 'cage4', ...TWO, '--time-budget', '1ms']);
    expect(stdout).toMatch(
      /LF10 f64: 1 combination was left out, because the time budget was used up before them, .*: wasm\/csr-simd on serial\./,
    );
    expect(stdout).toMatch(/1 problem was left out, because the time budget was used up: cage4\. --resume goes on/);
  });

  it('goes on with what it left out, says fewer samples, and compare says what a file lacks', async () => {
    const cut = await bench(['LF10', 'cage4', ...TWO, '--time-budget', '1ms']);
    const whole = await bench(['LF10', 'cage4', ...TWO, '--resume', file('cut.json', cut)]);
    expect(keys(whole)).toEqual(['LF10 js/csr', 'LF10 wasm/csr-simd', 'cage4 js/csr', 'cage4 wasm/csr-simd']);
    expect(whole).not.toHaveProperty('outOfTime');
    const paths = [file('cut.json', cut), file('whole.json', whole)] as const;
    const { stdout, stderr } = await runCli(['compare', ...paths, '--json'], { cwd });
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(
      /cut\.json is not whole: .*time budget.* LF10 f64 \(1 combination\), cage4/,
    );
    expect(JSON.parse(stdout)).toMatchObject({ outOfTime: { a: cut.outOfTime, b: [] } });
    const fewer = await printed(['bench', 'LF10', ...TWO, '--runs', '100000', '--time-budget', '300ms']);
    expect(fewer).toMatch(/LF10 f64: \d+ samples of each instead of 100000/);
  });

  it('leaves nothing out when there is time enough, and takes only times', async () => {
    const document = await bench(['LF10', ...TWO, '--time-budget', '1h']);
    expect(document.results).toHaveLength(2);
    expect(document).not.toHaveProperty('outOfTime');
    await fails(['bench', 'LF10', '--time-budget', 'soon'], 2, /'soon' is not a time/);
  });
});

describe('--processes', () => {
  it('puts the samples of several processes together, and the interval spans them', async () => {
    const document = await bench(['LF10', ...TWO, '--processes', '2', '--runs', '20']);
    expect(keys(document)).toEqual(['LF10 js/csr', 'LF10 wasm/csr-simd']);
    for (const row of document.results) {
      expect(row.samplesMs).toHaveLength(40);
      expect(row.processMediansMs).toHaveLength(2);
      for (const median of row.processMediansMs ?? []) {
        expect(median).toBeGreaterThanOrEqual(row.medianLowMs ?? Infinity);
        expect(median).toBeLessThanOrEqual(row.medianHighMs ?? 0);
      }
    }
  });

  it('ends as one process would where none has results', async () => {
    await fails(['bench', 'LF10', '--backend', 'serail', '--processes', '2'], 2, /serail/);
    await fails(['bench', 'LF10', '--processes', '2', '--resume', 'a.json'], 2, /cannot be used together/);
    await fails(['bench', '-', '--processes', '2'], 2, /standard input, which can be read once/);
  });
});

describe('--resume', () => {
  it('measures what an interrupted run left, and hands out both', async () => {
    const stopped = await runProcess(
      ['bench', 'LF10', 'cage4', '--format', 'csr,acme/slow', '--precision', 'f64', '--backend', 'serial', '--json'],
      { cwd, interruptAfter: /BUSY/ },
    );
    expect(stopped.code).toBe(130);
    const first = JSON.parse(stopped.stdout) as BenchOutput;
    expect(first.interrupted).toBe(true);
    const held = first.results.find(({ matrix, kernel }) => matrix.name === 'LF10' && kernel === 'js/csr');
    expect(held?.samplesMs).toHaveLength(20);
    const second = await bench(['LF10', 'cage4', ...CSR, '--resume', file('first.json', stopped.stdout)]);
    expect(keys(second)).toEqual(['LF10 js/csr', 'cage4 js/csr']);
    const [kept, made] = ['LF10', 'cage4'].map((name) => second.results.find(({ matrix }) => matrix.name === name));
    expect(kept?.samplesMs).toEqual(held?.samplesMs);
    expect(made?.samplesMs).toHaveLength(20);
  });

  it('takes nothing from a run of other options or another machine, or with fewer samples', async () => {
    const run = await runCli(['bench', 'LF10', ...CSR, '--json'], { cwd });
    const path = file('earlier.json', run.stdout);
    await fails(['bench', 'LF10', ...CSR, '--resume', path, '--beta', '1'], 2, /beta 0, but this run has 1/);
    const document = JSON.parse(run.stdout) as BenchOutput & { readonly host: object };
    const elsewhere = file('elsewhere.json', { ...document, host: { ...document.host, cpu: 'Z80' } });
    await fails(['bench', 'LF10', ...CSR, '--resume', elsewhere], 2, /measured on Z80/);
    const more = await bench(['LF10', ...CSR, '--resume', path, '--runs', '25']);
    expect(more.results.map(({ samplesMs }) => samplesMs?.length)).toEqual([25]);
  });

  it('takes what was clearly beaten, and says so, unless the number of samples is given', async () => {
    const earlier = await bench(['LF10', ...CSR]);
    const [row] = earlier.results;
    const results = [{ ...row, beaten: true, samplesMs: row?.samplesMs?.slice(0, 8) }];
    const path = file('beaten.json', { ...earlier, results });
    const stdout = await printed(['bench', 'LF10', ...CSR, '--resume', path]);
    expect(stdout).toMatch(/1 combination is clearly slower than the fastest and took fewer than 20\s+samples;/u);
    const again = await bench(['LF10', ...CSR, '--resume', path, '--runs', '20']);
    expect(again.results.map(({ samplesMs }) => samplesMs?.length)).toEqual([20]);
  });
});

describe('--tuned', () => {
  it('measures the points that a tuner kept, and says where there are none', async () => {
    const out = join(folder, 'tuned.json');
    const args = ['--backend', 'serial', '--kernel', 'wasm/csr-simd', '--precision', 'f64'];
    expect((await runCli(['tune', 'cage4', ...args, '--out', out], { cwd })).code).toBe(0);
    const { results } = JSON.parse(readFileSync(out, 'utf8')) as {
      readonly results: readonly { readonly best: { readonly kernelParams: object } }[];
    };
    const document = await bench(['cage4', '--tuned', out]);
    expect(document.results).toMatchObject([
      { kernel: 'wasm/csr-simd', status: 'ok', kernelParams: results[0]?.best.kernelParams },
    ]);
    await fails(['bench', 'LF10', '--tuned', out], 5, /has no point for spmv of LF10/);
    const moved = readFileSync(out, 'utf8').replaceAll('"rows": "', '"rows": "never-');
    const gone = await bench(['cage4', '--tuned', file('moved.json', moved)], 1);
    expect(gone.results).toMatchObject([
      { status: 'refused', reason: expect.stringContaining('This machine cannot run this point') },
    ]);
    await fails(['bench', 'cage4', '--tuned', file('none.json', {})], 5, /was not written by spmv tune/);
  });
});

describe('--cold', () => {
  it('samples single products after the caches were streamed over, and compare keeps them apart', async () => {
    const cold = await bench(['--cold', 'LF10', ...CSR, '--cold-bytes', '1M']);
    expect(cold.options.cold).toBe(1e6);
    expect(cold.results).toMatchObject([{ status: 'ok', batch: 1, samplesMs: { length: 20 } }]);
    const warm = await bench(['LF10', ...CSR]);
    const run = await runCli(['compare', file('cold.json', cold), file('warm.json', warm), '--json'], { cwd });
    const { rows } = JSON.parse(run.stdout) as { readonly rows: readonly { readonly verdict: string }[] };
    expect(rows.map(({ verdict }) => verdict).sort()).toEqual(['only in A', 'only in B']);
  });
});

describe('--peer', () => {
  const row = {
    peer: 'native',
    matrix: { name: 'LF10', hash: '9aea72904c3958a6' },
    kernel: 'omp-static',
    format: 'csr',
    params: { threads: 2 },
    precision: 'f64',
    storageBytes: 1060,
    errorRatio: 0.2,
    batch: 3,
    samplesMs: Array.from({ length: 20 }, (_, s) => 1e-6 * (s + 1)),
  };
  const peer = (name: string, ...rows: readonly object[]): string =>
    file(name, {
      schema: 'spmv.peer/1',
      started: '2026-01-01',
      commit: 'abc123',
      host: { cpu: 'Z80', cores: 1 },
      rows,
    });

  it('stands in the table and in compare, marked with where it comes from, and is never the verdict', async () => {
    const path = peer('peer.json', row);
    const document = await bench(['LF10', ...CSR, '--peer', path]);
    const [ours, theirs] = ['serial', 'native'].map((id) => document.results.find(({ backend }) => backend === id));
    expect(theirs).toMatchObject({
      kernel: 'omp-static',
      status: 'ok',
      medianMs: 1.05e-5,
      imported: { commit: 'abc123', cpu: 'Z80' },
    });
    expect(theirs?.speedup).toBeCloseTo((ours?.medianMs ?? 0) / 1.05e-5);
    const stdout = await printed(['bench', 'LF10', ...CSR, '--peer', path]);
    expect(stdout).toMatch(/omp-static +native \(imported\)/);
    expect(stdout).toContain('f64: use js/csr');
    expect(stdout).toMatch(
      /omp-static of native takes \S+× the time of js\/csr on serial; imported, measured on Z80 at abc123/,
    );
    const a = file('a.json', document);
    const b = file('b.json', {
      ...document,
      results: document.results.map((one) =>
        one.imported ? { ...one, medianMs: 1, samplesMs: one.samplesMs?.map(() => 1) } : one,
      ),
    });
    const compared = await runCli(['compare', a, b, '--json'], { cwd });
    const { rows } = JSON.parse(compared.stdout) as { readonly rows: readonly { readonly case: string }[] };
    expect(rows.find((one) => one.case.includes('imported'))).toMatchObject({
      case: expect.stringContaining('native omp-static'),
      verdict: 'slower',
    });
    expect(compared.code).toBe(4);
  });

  it('is refused where the matrix is another or its result is wrong, and does not count as compared', async () => {
    const other = { ...row, matrix: { name: 'LF10', hash: '0000000000000000' } };
    const wrong = { ...row, kernel: 'wrong', errorRatio: 2.5 };
    const foreign = { ...row, matrix: { name: 'elsewhere', hash: '1111111111111111' } };
    const document = await bench(['LF10', ...CSR, '--peer', peer('other.json', other, wrong, foreign)]);
    const imported = document.results.filter((one) => one.imported);
    expect(imported.map(({ status, medianMs }) => [status, medianMs])).toEqual([
      ['refused', null],
      ['refused', null],
    ]);
    expect(imported[0]?.reason).toContain('its hash is 0000000000000000, here it is 9aea72904c3958a6');
    expect(imported[1]?.reason).toContain('2.50 times the error bound');
    // Of another variant, so of no use here.
    const turned = { ...row, options: { transpose: true } };
    expect((await bench(['LF10', ...CSR, '--peer', peer('turned.json', turned)])).results).toHaveLength(1);
    await fails(['bench', 'LF10', '--peer', file('no.json', {})], 5, /holds no rows of a peer/);
    await fails(['bench', 'LF10', '--peer', peer('bad.json', { ...row, samplesMs: [] })], 5, /rows\[0\]\.samplesMs/);
    await fails(
      ['bench', 'LF10', '--peer', peer('plain.json', row), '--beta', '1'],
      2,
      /Peers measure products with alpha 1/,
    );
    await fails(['bench', 'LF10', '--peer', peer('list.json', { ...row, sizes: 3 })], 5, /rows\[0\]\.sizes is not/);
  });
});

describe('uploads', () => {
  it.each(['in-sequence', 'overlapped'])('%s are part of what is timed, and said', async (how) => {
    const document = await bench(['LF10', ...CSR, '--uploads', how]);
    expect(document).toMatchObject({ options: { uploads: how }, results: [{ status: 'ok', clock: 'host' }] });
  });

  it('uploads exclude cold caches and peers, and are never compared with products alone', async () => {
    await fails(['bench', 'LF10', '--uploads', 'overlapped', '--cold'], 2, /--cold means nothing beside --uploads/);
    const path = file('alone.json', await bench(['LF10', ...CSR]));
    await fails(['bench', 'LF10', ...CSR, '--uploads', 'overlapped', '--resume', path], 2, /uploads not given/);
  });
});
