import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { csrKernel, fakeProject } from './helpers/project.ts';
import { runCli, temporaryFolder } from './helpers/run-cli.ts';

const cwd = fakeProject({});
const folder = temporaryFolder();

async function ok(args: readonly string[], stdin?: string): Promise<string> {
  const run = await runCli(args, { cwd, ...(stdin === undefined ? {} : { stdin }) });
  expect(run.stderr + run.stdout).not.toContain('error:');
  expect(run.code).toBe(0);
  return run.stdout;
}

function at(name: string): string {
  return join(folder, name);
}

describe('info', () => {
  it('gives the statistics of the papers', async () => {
    const { statistics } = JSON.parse(await ok(['info', 'cage4', '--json'])) as {
      statistics: Record<string, number> & { sectorsPerRow: { f64: number; f32: number } };
    };
    expect(statistics.sectorsPerRow.f64).toBeGreaterThan(statistics.sectorsPerRow.f32);
    const dense = JSON.parse(await ok(['info', 'gen:dense?rows=3&cols=33', '--json'])) as { statistics: object };
    expect(dense.statistics).toMatchObject({ bandwidth: 32, sectorsPerRow: { f64: 9, f32: 5 } });
    expect(statistics).toMatchObject({ rows: 9, nnz: 49, max: 6, min: 5, emptyRows: 0 });
    expect(statistics['mean']).toBeCloseTo(49 / 9, 12);
    expect(statistics['maxMinusMean']).toBeCloseTo(6 - 49 / 9, 12);
    expect(statistics['relativeStandardDeviation']).toBeCloseTo((100 * Math.sqrt(5 * 4)) / 9 / (49 / 9), 8);
    expect(statistics['percentAverageDeviation']).toBeCloseTo((100 * (2 * 5 * 4)) / 81 / (49 / 9), 8);
  });

  it('predicts the bytes of what it refuses', async () => {
    const { storage } = JSON.parse(await ok(['info', 'gen:one-full-row?rows=100000', '--json'])) as {
      storage: { format: string; valueType: string; bytes: number; refusal: string | null }[];
    };
    const ellpack = storage.find(({ format, valueType }) => format === 'ellpack' && valueType === 'f64');
    expect(ellpack?.bytes).toBeGreaterThanOrEqual(100_000 * 100_000 * 12);
    expect(ellpack?.refusal).toContain('120 GB');
    expect(storage.find(({ format }) => format === 'csr')?.refusal).toBeNull();
  });

  it('draws a PNG', async () => {
    await ok(['info', 'west2021', '--spy', at('spy.png')]);
    expect([...readFileSync(at('spy.png')).subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
  });
});

describe('multiply', () => {
  const matrix = '%%MatrixMarket matrix coordinate real general\n2 3 3\n1 1 2\n1 3 -1\n2 2 0.1\n';
  const vector = (...values: readonly number[]): string =>
    `%%MatrixMarket matrix array real general\n${values.length} 1\n${values.join('\n')}\n`;

  it('honours alpha, beta, x and y, and reads the matrix from standard input', async () => {
    writeFileSync(at('x.mtx'), vector(1, 2, 3));
    writeFileSync(at('y.mtx'), vector(10, 20));
    const text = await ok(
      ['multiply', '-', '--x', at('x.mtx'), '--y', at('y.mtx'), '--alpha', '2', '--beta', '-0.5'],
      matrix,
    );
    expect(text.trim().split('\n').slice(1)).toEqual(['2 1', '-7', '-9.6']);
  });

  it('writes what reads back to the same bits, and leaves no other file', async () => {
    await ok(['generate', 'vector', 'length=712', 'seed=5', '--out', at('v.mtx.gz')]);
    await ok(['multiply', 'well1850', '--x', at('v.mtx.gz'), '--out', at('p.mtx'), '--format', 'ellpack']);
    await ok(['multiply', 'well1850', '--x', at('v.mtx.gz'), '--out', at('q.mtx.gz'), '--kernel', 'js/csr']);
    expect(gunzipSync(readFileSync(at('q.mtx.gz'))).toString()).toBe(readFileSync(at('p.mtx'), 'utf8'));
    const { y } = JSON.parse(await ok(['multiply', 'well1850', '--x', at('v.mtx.gz'), '--json'])) as { y: number[] };
    expect(readFileSync(at('p.mtx'), 'utf8').trim().split('\n').slice(2).map(Number)).toEqual(y);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe('the other commands', () => {
  it('print shows the arrays as stored', async () => {
    const text =
      '%%MatrixMarket matrix coordinate real general\n4 5 7\n1 1 1\n1 3 2\n2 2 3\n2 5 4\n4 1 5\n4 2 6\n4 4 7\n';
    const lines = (await ok(['print', '-', '--format', 'csr'], text)).split('\n');
    expect(lines).toContain('rowStart  0 2 4 4 7');
    expect(lines).toContain('colIndex  0 2 1 4 0 1 3');
  });

  it('convert and generate round trip', async () => {
    await ok(['convert', 'LF10', at('lf.mtx.gz'), '--symmetry', 'auto']);
    await ok(['convert', at('lf.mtx.gz'), at('lf.mtx')]);
    await ok(['convert', 'LF10', at('lf2.mtx')]);
    expect(readFileSync(at('lf.mtx'), 'utf8')).toBe(readFileSync(at('lf2.mtx'), 'utf8'));
    const stored = JSON.parse(await ok(['convert', 'cage4', '-', '--format', 'coo'])) as {
      schema: string;
      arrays: { values: number[] };
    };
    expect(stored.arrays.values).toHaveLength(49);
    expect(await ok(['generate', 'random', 'rows=20', 'perRow=3', 'seed=7'])).toBe(
      await ok(['generate', 'random?rows=20&perRow=3&seed=7']).then((text) => text),
    );
  });

  it('a stand-in reads back to the same matrix from its file, with the figures asked for', async () => {
    const figures = ['rows=900', 'cols=700', 'nnz=9000', 'max=120', 'deviation=9', 'like=network'];
    await ok(['generate', 'standin', ...figures, '--out', at('standin.mtx.gz')]);
    const info = async (source: string): Promise<{ hash: string; statistics: Record<string, number> }> =>
      JSON.parse(await ok(['info', source, '--json'])) as { hash: string; statistics: Record<string, number> };
    const made = await info(`gen:standin?${figures.join('&')}`);
    expect(made.statistics).toMatchObject({ rows: 900, cols: 700, nnz: 9000, max: 120 });
    expect(await info(at('standin.mtx.gz'))).toMatchObject({ hash: made.hash, statistics: made.statistics });
  });

  it('formats, kernels, matrices and doctor print rows', async () => {
    const formats = JSON.parse(await ok(['formats', '--json'])) as { id: string; package: string; kernels: string[] }[];
    expect(formats.find(({ id }) => id === 'csr')).toMatchObject({ package: '@spmv/formats' });
    expect(formats.find(({ id }) => id === 'csr')?.kernels).toContain('js/csr');
    expect((JSON.parse(await ok(['kernels', '--json'])) as { id: string }[]).map(({ id }) => id)).toContain(
      'js/ellpack-r',
    );
    expect(
      (JSON.parse(await ok(['matrices', '--json'])) as { matrices: { licence: string }[] }).matrices.every(
        ({ licence }) => licence === 'CC-BY-4.0',
      ),
    ).toBe(true);
    const { checks } = JSON.parse(await ok(['doctor', '--json'])) as { checks: { what: string; status: string }[] };
    expect(checks.find(({ what }) => what === 'serial')?.status).toBe('ok');
  });

  it('tune keeps the best points and sweep draws a curve', async () => {
    const { results } = JSON.parse(
      await ok([
        'tune',
        'dw2048',
        '--kernel',
        'js/csr-padded,js/csr',
        '--precision',
        'f64',
        '--out',
        at('tuned.json'),
        '--json',
      ]),
    ) as { results: { kernel: string; points: number }[] };
    expect(new Map(results.map(({ kernel, points }) => [kernel, points]))).toEqual(
      new Map([
        ['js/csr-padded', 4],
        ['js/csr', 1],
      ]),
    );
    expect(JSON.parse(readFileSync(at('tuned.json'), 'utf8'))).toMatchObject({ schema: 'spmv.tune/1' });
    const curve = await ok(['sweep', 'size', '--values', '3,5', '--kernel', 'js/csr', '--precision', 'f64']);
    expect(curve).toMatch(/js\/csr serial f64\n[^]*3 [^]*5 /);
  });

  it('conform runs the kit on a plugin and keeps the report', async () => {
    const project = fakeProject({ workspace: ['backend-serial', 'format-sell'] });
    const run = await runCli(['conform', '@spmv/format-sell', '--out', at('conformance.json')], { cwd: project });
    expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/@spmv\/format-sell@.* conforms/) as string });
    expect(run.stderr).not.toContain('error:');
    expect(JSON.parse(readFileSync(at('conformance.json'), 'utf8'))).toMatchObject({
      schema: 'spmv.conformance/1',
      conforms: true,
    });
  });

  it('conform says which promise a plugin broke on which matrix, and keeps that', async () => {
    const project = fakeProject({
      packages: [csrKernel('careless', 'js/acme/careless', 'y[i] = alpha * sum + beta * y[i];')],
    });
    const { code, stdout } = await runCli(['conform', 'careless', '--out', at('careless.json')], { cwd: project });
    expect(code).toBe(3);
    expect(stdout).toMatch(
      /✗ js\/acme\/careless@serial\/f64\/beta-zero\/\S+\n +With beta = 0 y is not read.*: row \d+ is .*matrix \S+, shape/,
    );
    expect(stdout).toContain('careless@1.0.0 does not conform');
    const report = JSON.parse(readFileSync(at('careless.json'), 'utf8')) as {
      conforms: boolean;
      cases: { status: string; reason?: string }[];
    };
    expect(report.conforms).toBe(false);
    expect(report.cases.find(({ status }) => status === 'failed')?.reason).toContain('y is not read');
  });

  it('help and version go to standard output', async () => {
    expect(await ok(['--version'])).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(await ok([])).toContain('Exit codes');
    expect(await ok(['bench', '--help'])).toContain('--json');
  });

  it('quiet says nothing on standard error', async () => {
    expect(
      (await runCli(['generate', 'tridiagonal', 'rows=3', '--out', at('quiet.mtx'), '--quiet'], { cwd })).stderr,
    ).toBe('');
  });
});
