import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { csrKernel, fakeProject, manifest, pluginSource } from './helpers/project.ts';
import type { CliOptions } from './helpers/run-cli.ts';
import { filesIn, runCli, runProcess, STACK_TRACE, temporaryFolder } from './helpers/run-cli.ts';

/** A project with the serial backend alone: what it prints does not depend on the devices of this machine. */
const project = fakeProject({});

/** Runs and expects the code, the words, and no stack trace. */
async function expectError(
  args: readonly string[],
  code: number,
  words: RegExp,
  options: CliOptions = {},
): Promise<void> {
  const run = await runCli(args, { cwd: project, ...options });
  expect(run.stderr).toMatch(words);
  expect(run.stderr).not.toMatch(STACK_TRACE);
  expect(run.stdout).not.toMatch(STACK_TRACE);
  expect(run.code).toBe(code);
}

const folder = temporaryFolder();
const file = filesIn(folder);

describe('usage, 2', () => {
  it.each([
    [['frobnicate'], /unknown command/],
    [['bench', 'cage4', '--frobnicate'], /unknown option/],
    [['info'], /missing required argument/],
    [['bench', 'cage4', '--format', 'crs'], /No installed plugin brings format 'crs'[^]*csr/],
    [['bench', 'cage4', '--kernel', 'js/cr'], /kernel 'js\/cr'[^]*js\/csr/],
    [['bench', 'cage4', '--backend', 'seriall'], /backend 'seriall'[^]*serial/],
    [['bench', 'cage4', '--precision', 'f63'], /no precision 'f63'[^]*f64/],
    [['bench', 'cage4', '--param', 'multipel=4'], /parameter 'multipel'[^]*multiple/],
    [['bench', 'cage4', '--param', 'multiple=-3'], /multiple=-3 is possible nowhere/],
    [['bench', 'cage4', '--param', 'multiple'], /not of the form key=value/],
    [['bench', 'cage4', '--runs', '3'], /not enough/],
    [['bench', 'cage4', '--seed', 'x'], /not a non-negative integer/],
    [['multiply', 'cage4', '--beta', '2'], /beta is not 0, so y is read, but no y was given/],
    [['info', 'gen:stencil27?m=3'], /option 'm'/],
    [['info', 'gen:stencl27?n=3'], /generator 'stencl27'[^]*stencil27/],
    [['info', 'gen:stencil27?n=many'], /n=many: this option of a generator/],
    [['print', 'cavity10', '--format', 'csr'], /too many to print/],
    [['convert', 'cage4', join(folder, 'x.txt')], /End it in \.mtx/],
    [['sweep', 'threds'], /sweep over 'threds'[^]*threads/],
  ])('%j', async (args, words) => {
    await expectError(args, 2, words);
  });
});

describe('bad input, 5', () => {
  it.each([
    ['a missing file', () => 'no/such/file.mtx', /no such file/],
    ['a name that is no matrix', () => 'cage5', /nor a bundled matrix 'cage5'[^]*cage4/],
    [
      'a wrong header',
      () => file('header.mtx', '%%MatrixMarkt matrix coordinate real general\n1 1 1\n1 1 1\n'),
      /header\.mtx[^]*\[MMIO\./,
    ],
    [
      'an index out of range',
      () => file('range.mtx', '%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 1.0\n'),
      /MMIO/,
    ],
    [
      'too few entries',
      () => file('short.mtx', '%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1.0\n'),
      /MMIO/,
    ],
    ['no text at all', () => file('empty.mtx', ''), /MMIO/],
    ['a folder', () => folder, /is a folder/],
  ])('%s', async (_, path, words) => {
    for (const command of ['multiply', 'bench']) await expectError([command, path()], 5, words);
  });

  it('x or y has the wrong length', async () => {
    const x = file('x.mtx', '%%MatrixMarket matrix array real general\n3 1\n1\n2\n3\n');
    const out = join(folder, 'never.mtx');
    await expectError(
      ['multiply', 'cage4', '--x', x, '--out', out],
      5,
      /x from .*x\.mtx has 3 elements, so cols is 3; the matrix has cols = 9/,
    );
    await expectError(['multiply', 'cage4', '--beta', '1', '--y', x, '--out', out], 5, /y from .* has 3 elements/);
    expect(readdirSync(folder)).not.toContain('never.mtx');
  });

  it('a bad matrix among good ones: the others are done, and the document says what was wrong', async () => {
    const bad = file('bad.mtx', '%%MatrixMarket matrix coordinate real general\n2 2 1\n9 9 1.0\n');
    const { code, stdout } = await runCli(['validate', 'cage4', bad, 'LF10', '--json', '--default-params'], {
      cwd: project,
    });
    const document = JSON.parse(stdout) as {
      matrices: { matrix: { name: string } }[];
      errors: { matrix: string; code: string }[];
    };
    expect(code).toBe(5);
    expect(document.matrices.map(({ matrix }) => matrix.name)).toEqual(['cage4', 'LF10']);
    expect(document.errors).toMatchObject([{ matrix: bad }]);
  });

  it('a symmetry the matrix does not have: nothing is written', async () => {
    for (const name of ['sym.mtx', 'sym.mtx.gz'])
      await expectError(['convert', 'west2021', join(folder, name), '--symmetry', 'symmetric'], 5, /MMIO\.SYMMETRY/);
    expect(readdirSync(folder).filter((name) => name.includes('sym.'))).toEqual([]);
  });

  it('a folder that is not there: said, not thrown', async () => {
    await expectError(
      ['convert', 'cage4', join(folder, 'no', 'where.mtx')],
      1,
      /Cannot write .*where\.mtx: .*no is not a folder that can be written to/,
    );
    await expectError(
      ['bench', 'cage4', '--format', 'csr', '--csv', join(folder, 'no', 'where.csv')],
      1,
      /Cannot write/,
    );
  });

  it('a document compare cannot read', async () => {
    await expectError(['compare', file('not.json', '{'), file('also.json', '{}')], 5, /is not JSON/);
    await expectError(['compare', 'no.json', 'no.json'], 5, /no such file/);
  });
});

describe('unavailable, 6', () => {
  it('a backend asked for that is not installed', async () => {
    await expectError(['bench', 'cage4', '--backend', 'cuda'], 6, /npm install @spmv\/backend-cuda/, {
      cwd: fakeProject({}),
    });
  });

  it('one asked for beside one that runs: the other is still measured', async () => {
    const { code, stdout } = await runCli(['bench', 'cage4', '--backend', 'serial,cuda', '--format', 'csr', '--json'], {
      cwd: fakeProject({}),
    });
    const { results } = JSON.parse(stdout) as { results: { backend: string; status: string }[] };
    expect(code).toBe(6);
    expect(new Set(results.map(({ backend, status }) => `${backend} ${status}`))).toEqual(
      new Set(['serial ok', 'cuda unavailable']),
    );
  });

  it('no backend is installed', async () => {
    await expectError(['bench', 'cage4'], 6, /No backend is installed[^]*npm install @spmv\/backend-serial/, {
      cwd: fakeProject({ workspace: [] }),
    });
  });
});

describe('results', () => {
  it('3 when a kernel is wrong, with no figure for it and the others kept', async () => {
    const cwd = fakeProject({ packages: [csrKernel('wrong', 'js/csr-wrong', 'y[i] = alpha * sum * 1.001;')] });
    const { code, stdout, stderr } = await runCli(
      ['bench', 'cage4', '--format', 'csr', '--precision', 'f64', '--json'],
      { cwd },
    );
    const { results } = JSON.parse(stdout) as {
      results: {
        kernel: string;
        status: string;
        reason: string;
        medianMs: number | null;
        gflops: number | null;
        samplesMs: number[] | null;
      }[];
    };
    expect(stderr).not.toMatch(STACK_TRACE);
    expect(code).toBe(3);
    expect(results.find(({ kernel }) => kernel === 'js/csr-wrong')).toMatchObject({
      status: 'failed',
      medianMs: null,
      gflops: null,
      samplesMs: null,
    });
    expect(results.find(({ kernel }) => kernel === 'js/csr')?.samplesMs).toHaveLength(20);
  });

  it('3 when a kernel reads y at beta = 0, or ignores beta', async () => {
    const reads = fakeProject({ packages: [csrKernel('reads', 'js/csr-reads', 'y[i] = alpha * sum + beta * y[i];')] });
    expect((await runCli(['validate', 'cage4', '--kernel', 'js/csr-reads'], { cwd: reads })).code).toBe(3);
    const ignores = fakeProject({ packages: [csrKernel('ignores', 'js/csr-ignores', 'y[i] = alpha * sum;')] });
    expect((await runCli(['validate', 'cage4', '--kernel', 'js/csr-ignores'], { cwd: ignores })).code).toBe(3);
  });

  it('1 when a kernel throws', async () => {
    const cwd = fakeProject({ packages: [csrKernel('throws', 'js/csr-throws', "throw new Error('out of luck');")] });
    const { code, stdout, stderr } = await runCli(['validate', 'cage4', '--kernel', 'js/csr-throws'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain('out of luck');
    expect(stderr).not.toMatch(STACK_TRACE);
  });

  it('0 with a plugin that cannot be loaded beside good ones: it is left out, and that is said', async () => {
    const broken = {
      name: 'broken',
      manifest: manifest({ kernels: ['js/acme/k'] }),
      files: { 'plugin.js': pluginSource('broken', 'kernels: [{}]') },
    };
    const { code, stderr } = await runCli(['validate', 'cage4', '--format', 'csr'], {
      cwd: fakeProject({ packages: [broken] }),
    });
    expect(code).toBe(0);
    expect(stderr).toMatch(/broken is left out/);
  });

  it('ends with 4 when something became slower', async () => {
    const { stdout } = await runCli(['bench', 'cage4', '--format', 'csr', '--precision', 'f64', '--json'], {
      cwd: project,
    });
    const slower = JSON.parse(stdout) as {
      host: { othersCpu: number };
      results: { samplesMs: number[]; medianMs: number }[];
    };
    // Whatever else this machine does.
    slower.host.othersCpu = 0;
    for (const result of slower.results)
      result.samplesMs = result.samplesMs.map((_, k) => result.medianMs * (1 + (k % 5) / 100));
    const a = file('a.json', JSON.stringify(slower));
    for (const result of slower.results) {
      result.samplesMs = result.samplesMs.map((ms) => ms * 3);
      result.medianMs *= 3;
    }
    const b = file('b.json', JSON.stringify(slower));
    expect((await runCli(['compare', a, a])).code).toBe(0);
    expect((await runCli(['compare', a, b])).code).toBe(4);
    expect((await runCli(['compare', b, a])).code).toBe(0);
  });

  it('130 when interrupted, with a whole document of the results so far, even beside a library that would end the process', async () => {
    const rude = {
      name: 'rude',
      manifest: manifest({ kernels: ['js/acme/rude'] }),
      files: { 'plugin.js': "process.on('SIGINT', () => process.exit(0)); export default {};" },
    };
    const loud = csrKernel(
      'loud',
      'js/csr-loud',
      "if (i === 0) process.stderr.write('ready to be interrupted\\n'); y[i] = alpha * sum;",
    );
    const csv = join(folder, 'partial.csv');
    const { code, stdout, stderr } = await runProcess(
      ['bench', 'cage4', 'gen:stencil27?n=24', '--format', 'coo,csr', '--runs', '4000', '--json', '--csv', csv],
      { cwd: fakeProject({ packages: [rude, loud] }), interruptAfter: /ready to be interrupted/ },
    );
    const document = JSON.parse(stdout) as { interrupted: boolean; results: { samplesMs: number[] | null }[] };
    expect(code).toBe(130);
    expect(document.interrupted).toBe(true);
    expect(document.results.length).toBeGreaterThan(0);
    expect(readFileSync(csv, 'utf8')).toContain('matrix.name');
    expect(stderr).not.toMatch(STACK_TRACE);
  });
});
