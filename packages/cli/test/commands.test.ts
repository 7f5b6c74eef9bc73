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
    const { statistics } = JSON.parse(await ok(['info', 'cage4', '--json'])) as { statistics: Record<string, number> };
    expect(statistics).toMatchObject({ rows: 9, nnz: 49, max: 6, min: 5, emptyRows: 0 });
    expect(statistics['mean']).toBeCloseTo(49 / 9, 12);
    expect(statistics['maxMinusMean']).toBeCloseTo(6 - 49 / 9, 12);
    expect(statistics['relativeStandardDeviation']).toBeCloseTo((100 * Math.sqrt(5 * 4) / 9) / (49 / 9), 8);
    expect(statistics['percentAverageDeviation']).toBeCloseTo((100 * (2 * 5 * 4)) / 81 / (49 / 9), 8);
  });

  it('predicts the bytes of what it refuses', async () => {
    const { storage } = JSON.parse(await ok(['info', 'gen:one-full-row?rows=100000', '--json'])) as { storage: { format: string; valueType: string; bytes: number; refusal: string | null }[] };
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
  const vector = (...values: readonly number[]): string => `%%MatrixMarket matrix array real general\n${values.length} 1\n${values.join('\n')}\n`;

  it('honours alpha, beta, x and y, and reads the matrix from standard input', async () => {
    writeFileSync(at('x.mtx'), vector(1, 2, 3));
    writeFileSync(at('y.mtx'), vector(10, 20));
    const text = await ok(['multiply', '-', '--x', at('x.mtx'), '--y', at('y.mtx'), '--alpha', '2', '--beta', '-0.5'], matrix);
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

describe('bench and validate', () => {
  it('bench gives the document of the contract, without NaN', async () => {
    const text = await ok(['bench', 'dw2048', '--json', '--precision', 'f64', '--csv', at('bench.csv')]);
    expect(text).not.toMatch(/NaN|Infinity/);
    const document = JSON.parse(text) as { schema: string; host: { cpu: string; node: string }; backends: { id: string }[]; results: Record<string, unknown>[] };
    expect(document).toMatchObject({ schema: 'spmv.bench/1', interrupted: false, errors: [] });
    expect(document.host.cpu).not.toBe('');
    expect(document.results.length).toBeGreaterThanOrEqual(5);
    for (const result of document.results) {
      expect(Object.keys(result)).toEqual(expect.arrayContaining([
        'matrix', 'operation', 'backend', 'device', 'format', 'formatParams', 'kernel', 'kernelParams', 'precision', 'status', 'reason', 'storageBytes', 'convertMs', 'prepareMs',
        'clock', 'samplesMs', 'medianMs', 'meanMs', 'minMs', 'hostMedianMs', 'gflops', 'gbPerSecond', 'errorRatio', 'speedup',
      ]));
      expect(result).toMatchObject({ operation: 'spmv', status: 'ok', clock: 'host' });
      const median = result['medianMs'] as number;
      expect(result['gflops']).toBeCloseTo((2 * 10114) / (median / 1000) / 1e9, 9);
      expect(result['gbPerSecond']).toBeCloseTo(((result['storageBytes'] as number) + 8 * 2 * 2048) / (median / 1000) / 1e9, 9);
      expect(result['samplesMs']).toHaveLength(20);
    }
    expect(document.results.find(({ kernel }) => kernel === 'js/csr')).toMatchObject({ speedup: 1 });
    // From the matrix alone: 10,114 values of 8 bytes and columns of 4, 2,049 row starts, x read and y written once.
    const csr = document.results.find(({ kernel, format }) => kernel === 'js/csr' && format === 'csr') as { gbPerSecond: number; medianMs: number };
    expect(csr.gbPerSecond * csr.medianMs * 1e6).toBeCloseTo(10_114 * 12 + 2049 * 4 + 2048 * 16, 3);
    expect(readFileSync(at('bench.csv'), 'utf8').split('\r\n')[0]).toContain('medianMs');
  });

  it('measures the serial CSR for speed-ups though it is not among the selected, and does not list it', async () => {
    const { results, matrices } = JSON.parse(await ok(['bench', 'dw2048', '--kernel', 'js/coo', '--json'])) as { results: { kernel: string; speedup: number }[]; matrices: { baselineMs: object }[] };
    expect(results.map(({ kernel }) => kernel)).toEqual(['js/coo', 'js/coo']);
    expect(results.every(({ speedup }) => speedup > 0)).toBe(true);
    expect(Object.keys(matrices[0]?.baselineMs ?? {})).toEqual(['f64', 'f32']);
  });

  it('sweeps a parameter, refuses a value a format does not have, and counts y twice when beta is not 0', async () => {
    const { results } = JSON.parse(await ok(['bench', 'dw2048', '--format', 'csr-padded', '--kernel', 'js/csr-padded', '--param', 'multiple=4,8', '--precision', 'f64', '--beta', '0.5', '--json'])) as { results: { formatParams: object; compulsoryBytes: number; storageBytes: number }[] };
    expect(results.map(({ formatParams }) => formatParams)).toEqual([{ multiple: 4 }, { multiple: 8 }]);
    expect(results[0]?.compulsoryBytes).toBe((results[0]?.storageBytes ?? 0) + 8 * 3 * 2048);
    const wrong = await runCli(['bench', 'dw2048', '--format', 'csr-padded', '--param', 'multiple=4,0'], { cwd });
    expect(wrong).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('multiple=0 is possible nowhere') as string });
    const here = JSON.parse(await ok(['validate', 'dw2048', '--format', 'ellpack,csr-padded', '--kernel', 'js/ellpack,js/csr-padded', '--param', 'alignment=1,32', '--default-params', '--precision', 'f64', '--json'])) as { results: { format: string; status: string }[] };
    expect(here.results.map(({ format, status }) => `${format} ${status}`).sort()).toEqual(['csr-padded ok', 'ellpack ok', 'ellpack ok']);
  });

  it('validate covers the parameters, agrees, and refuses what does not fit in memory', async () => {
    const document = JSON.parse(await ok(['validate', 'adder_dcop_32', '--json', '--max-bytes', '1M'])) as { schema: string; results: { format: string; status: string; reason: string; storageBytes: number; errorRatio: number; formatParams: { multiple?: number } }[]; matrices: { agreement: { ratio: number }[] }[] };
    expect(document.schema).toBe('spmv.validate/1');
    expect(document.results.every(({ status, errorRatio }) => status === 'refused' || (status === 'ok' && errorRatio <= 1))).toBe(true);
    const refused = document.results.filter(({ status }) => status === 'refused');
    expect(new Set(refused.map(({ format }) => format))).toEqual(new Set(['ellpack', 'ellpack-r']));
    expect(refused[0]?.reason).toMatch(/needs .* above the limit of 1.00 MB/);
    expect(refused[0]?.storageBytes).toBeGreaterThan(1e6);
    expect(new Set(document.results.map(({ formatParams }) => formatParams.multiple))).toEqual(new Set([undefined, 4, 8, 16, 32]));
    expect(document.matrices[0]?.agreement.every(({ ratio }) => ratio <= 1)).toBe(true);
  });

  it('validate compares with the b beside a matrix, and is not misled by an x that solves nothing', async () => {
    await ok(['generate', 'tridiagonal', 'rows=50', '--out', at('t.mtx')]);
    await ok(['generate', 'vector', 'length=50', '--out', at('t_x.mtx')]);
    await ok(['multiply', at('t.mtx'), '--x', at('t_x.mtx'), '--out', at('t_b.mtx')]);
    expect(await ok(['validate', at('t.mtx')])).toContain('A·x is the b beside the matrix');
    writeFileSync(at('t_b.mtx'), readFileSync(at('t_x.mtx')));
    expect(await ok(['validate', at('t.mtx')])).toContain('does not solve');
  });

  it('runs degenerate matrices', async () => {
    for (const [name, size] of [['nothing', '0 0 0'], ['rows', '3 0 0'], ['cols', '0 3 0'], ['empty', '3 3 0']] as const) {
      writeFileSync(at(`${name}.mtx`), `%%MatrixMarket matrix coordinate real general\n${size}\n`);
      await ok(['validate', at(`${name}.mtx`)]);
      await ok(['bench', at(`${name}.mtx`), '--format', 'csr']);
      await ok(['info', at(`${name}.mtx`), '--spy', at('none.png')]);
    }
  });
});

describe('the other commands', () => {
  it('print shows the arrays as stored', async () => {
    const text = '%%MatrixMarket matrix coordinate real general\n4 5 7\n1 1 1\n1 3 2\n2 2 3\n2 5 4\n4 1 5\n4 2 6\n4 4 7\n';
    const lines = (await ok(['print', '-', '--format', 'csr'], text)).split('\n');
    expect(lines).toContain('rowStart  0 2 4 4 7');
    expect(lines).toContain('colIndex  0 2 1 4 0 1 3');
  });

  it('convert and generate round trip', async () => {
    await ok(['convert', 'LF10', at('lf.mtx.gz'), '--symmetry', 'auto']);
    await ok(['convert', at('lf.mtx.gz'), at('lf.mtx')]);
    await ok(['convert', 'LF10', at('lf2.mtx')]);
    expect(readFileSync(at('lf.mtx'), 'utf8')).toBe(readFileSync(at('lf2.mtx'), 'utf8'));
    const stored = JSON.parse(await ok(['convert', 'cage4', '-', '--format', 'coo'])) as { schema: string; arrays: { values: number[] } };
    expect(stored.arrays.values).toHaveLength(49);
    expect(await ok(['generate', 'random', 'rows=20', 'perRow=3', 'seed=7'])).toBe(await ok(['generate', 'random?rows=20&perRow=3&seed=7']).then((text) => text));
  });

  it('formats, kernels, matrices and doctor print rows', async () => {
    const formats = JSON.parse(await ok(['formats', '--json'])) as { id: string; package: string; kernels: string[] }[];
    expect(formats.find(({ id }) => id === 'csr')).toMatchObject({ package: '@spmv/formats' });
    expect(formats.find(({ id }) => id === 'csr')?.kernels).toContain('js/csr');
    expect((JSON.parse(await ok(['kernels', '--json'])) as { id: string }[]).map(({ id }) => id)).toContain('js/ellpack-r');
    expect((JSON.parse(await ok(['matrices', '--json'])) as { matrices: { licence: string }[] }).matrices.every(({ licence }) => licence === 'CC-BY-4.0')).toBe(true);
    const { checks } = JSON.parse(await ok(['doctor', '--json'])) as { checks: { what: string; status: string }[] };
    expect(checks.find(({ what }) => what === 'serial')?.status).toBe('ok');
  });

  it('tune keeps the best points and sweep draws a curve', async () => {
    const { results } = JSON.parse(await ok(['tune', 'dw2048', '--kernel', 'js/csr-padded,js/csr', '--precision', 'f64', '--out', at('tuned.json'), '--json'])) as { results: { kernel: string; points: number }[] };
    expect(new Map(results.map(({ kernel, points }) => [kernel, points]))).toEqual(new Map([['js/csr-padded', 4], ['js/csr', 1]]));
    expect(JSON.parse(readFileSync(at('tuned.json'), 'utf8'))).toMatchObject({ schema: 'spmv.tune/1' });
    const curve = await ok(['sweep', 'size', '--values', '3,5', '--kernel', 'js/csr', '--precision', 'f64']);
    expect(curve).toMatch(/js\/csr serial f64\n[^]*3 [^]*5 /);
  });

  it('conform runs the kit on a plugin and keeps the report', async () => {
    const text = await ok(['conform', '@spmv/formats', '--out', at('conformance.json')]);
    expect(text).toMatch(/@spmv\/formats@.* conforms/);
    expect(JSON.parse(readFileSync(at('conformance.json'), 'utf8'))).toMatchObject({ schema: 'spmv.conformance/1', conforms: true });
  });

  it('conform says which promise a plugin broke on which matrix, and keeps that', async () => {
    const project = fakeProject({ packages: [csrKernel('careless', 'js/acme/careless', 'y[i] = alpha * sum + beta * y[i];')] });
    const { code, stdout } = await runCli(['conform', 'careless', '--out', at('careless.json')], { cwd: project });
    expect(code).toBe(3);
    expect(stdout).toMatch(/✗ js\/acme\/careless@serial\/f64\/beta-zero\/\S+\n +With beta = 0 y is not read.*: row \d+ is .*matrix \S+, shape/);
    expect(stdout).toContain('careless@1.0.0 does not conform');
    const report = JSON.parse(readFileSync(at('careless.json'), 'utf8')) as { conforms: boolean; cases: { status: string; reason?: string }[] };
    expect(report.conforms).toBe(false);
    expect(report.cases.find(({ status }) => status === 'failed')?.reason).toContain('y is not read');
  });

  it('help and version go to standard output', async () => {
    expect(await ok(['--version'])).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(await ok([])).toContain('Exit codes');
    expect(await ok(['bench', '--help'])).toContain('--json');
  });

  it('quiet says nothing on standard error', async () => {
    expect((await runCli(['generate', 'tridiagonal', 'rows=3', '--out', at('quiet.mtx'), '--quiet'], { cwd })).stderr).toBe('');
  });
});
