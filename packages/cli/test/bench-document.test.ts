import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeProject } from './helpers/project.ts';
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

describe('bench and validate', () => {
  it('bench gives the document of the contract, without NaN', async () => {
    const text = await ok(['bench', 'dw2048', '--json', '--precision', 'f64', '--csv', at('bench.csv')]);
    expect(text).not.toMatch(/NaN|Infinity/);
    const document = JSON.parse(text) as {
      schema: string;
      host: { cpu: string; node: string };
      backends: { id: string }[];
      results: Record<string, unknown>[];
    };
    expect(document).toMatchObject({ schema: 'spmv.bench/1', interrupted: false, errors: [] });
    expect(document.host.cpu).not.toBe('');
    expect(document.results.length).toBeGreaterThanOrEqual(5);
    const { advice = [] } = document as { readonly advice?: readonly Record<string, unknown>[] };
    expect(advice.map(({ matrix, backend, precision }) => [matrix, backend, precision])).toEqual([
      ['dw2048', 'serial', 'f64'],
    ]);
    expect(Number(advice[0]?.['ratio'])).toBeGreaterThanOrEqual(1);
    expect(Number(advice[0]?.['trials'])).toBeLessThanOrEqual(10);
    for (const result of document.results) {
      expect(Object.keys(result)).toEqual(
        expect.arrayContaining([
          'matrix',
          'operation',
          'backend',
          'device',
          'format',
          'formatParams',
          'kernel',
          'kernelParams',
          'precision',
          'status',
          'reason',
          'storageBytes',
          'convertMs',
          'prepareMs',
          'clock',
          'samplesMs',
          'medianMs',
          'meanMs',
          'minMs',
          'hostMedianMs',
          'gflops',
          'gbPerSecond',
          'errorRatio',
          'speedup',
        ]),
      );
      expect(result).toMatchObject({ operation: 'spmv', status: 'ok', clock: 'host' });
      const median = result['medianMs'] as number;
      expect(result['gflops']).toBeCloseTo((2 * 10114) / (median / 1000) / 1e9, 9);
      expect(result['compulsoryBytes']).toBe((result['storageBytes'] as number) + 8 * 2 * 2048);
      const moved = result['movedBytes'] as number;
      expect(moved).toBeLessThanOrEqual(result['compulsoryBytes'] as number);
      expect(result['gbPerSecond']).toBeCloseTo(moved / (median / 1000) / 1e9, 9);
      // Without --runs fewer of those alone that are clearly beaten.
      const { length } = result['samplesMs'] as readonly number[];
      expect(length).toBeGreaterThanOrEqual(result['beaten'] === true ? 6 : 20);
      expect(length).toBeLessThanOrEqual(result['beaten'] === true ? 19 : 20);
    }
    expect(document.results.find(({ kernel }) => kernel === 'js/csr')).toMatchObject({ speedup: 1 });
    // From the matrix alone: 10,114 values of 8 bytes and columns of 4, 2,049 row starts, x read and y written once.
    const csr = document.results.find(({ kernel, format }) => kernel === 'js/csr' && format === 'csr') as {
      gbPerSecond: number;
      medianMs: number;
    };
    expect(csr.gbPerSecond * csr.medianMs * 1e6).toBeCloseTo(10_114 * 12 + 2049 * 4 + 2048 * 16, 3);
    expect(readFileSync(at('bench.csv'), 'utf8').split('\r\n')[0]).toContain('medianMs');
  });

  it('measures the serial CSR for speed-ups though it is not among the selected, and does not list it', async () => {
    const { results, matrices } = JSON.parse(await ok(['bench', 'dw2048', '--kernel', 'js/coo', '--json'])) as {
      results: { kernel: string; speedup: number }[];
      matrices: { baselineMs: object }[];
    };
    expect(results.map(({ kernel }) => kernel)).toEqual(['js/coo', 'js/coo']);
    expect(results.every(({ speedup }) => speedup > 0)).toBe(true);
    expect(Object.keys(matrices[0]?.baselineMs ?? {})).toEqual(['f64', 'f32']);
  });

  it('sweeps a parameter, refuses a value a format does not have, and counts y twice when beta is not 0', async () => {
    const { results } = JSON.parse(
      await ok([
        'bench',
        'dw2048',
        '--format',
        'csr-padded',
        '--kernel',
        'js/csr-padded',
        '--param',
        'multiple=4,8',
        '--precision',
        'f64',
        '--beta',
        '0.5',
        '--json',
      ]),
    ) as {
      results: {
        formatParams: object;
        compulsoryBytes: number;
        movedBytes: number;
        storageBytes: number;
        slots: number;
      }[];
    };
    expect(results.map(({ formatParams }) => formatParams)).toEqual([{ multiple: 4 }, { multiple: 8 }]);
    expect(results[0]?.compulsoryBytes).toBe((results[0]?.storageBytes ?? 0) + 8 * 3 * 2048);
    // A row ends at its padding: rows of 5 entries have 3 places more, of which nothing is read.
    for (const { compulsoryBytes, movedBytes, slots } of results) {
      expect(slots).toBeGreaterThan(10114);
      expect(compulsoryBytes - movedBytes).toBe(12 * (slots - 10114));
    }
    const wrong = await runCli(['bench', 'dw2048', '--format', 'csr-padded', '--param', 'multiple=4,0'], { cwd });
    expect(wrong).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('multiple=0 is possible nowhere') as string,
    });
    const here = JSON.parse(
      await ok([
        'validate',
        'dw2048',
        '--format',
        'ellpack,csr-padded',
        '--kernel',
        'js/ellpack,js/csr-padded',
        '--param',
        'alignment=1,32',
        '--default-params',
        '--precision',
        'f64',
        '--json',
      ]),
    ) as { results: { format: string; status: string }[] };
    expect(here.results.map(({ format, status }) => `${format} ${status}`).sort()).toEqual([
      'csr-padded ok',
      'ellpack ok',
      'ellpack ok',
    ]);
  });

  it('validate covers the parameters, agrees, and refuses what does not fit in memory', async () => {
    const document = JSON.parse(await ok(['validate', 'adder_dcop_32', '--json', '--max-bytes', '2M'])) as {
      schema: string;
      results: {
        format: string;
        status: string;
        reason: string;
        storageBytes: number;
        errorRatio: number;
        formatParams: { multiple?: number };
      }[];
      matrices: { agreement: { pairs: { ratio: number }[] }[] }[];
    };
    expect(document.schema).toBe('spmv.validate/1');
    expect(
      document.results.every(({ status, errorRatio }) => status === 'refused' || (status === 'ok' && errorRatio <= 1)),
    ).toBe(true);
    const refused = document.results.filter(({ status }) => status === 'refused');
    expect(new Set(refused.map(({ format }) => format))).toEqual(new Set(['ellpack', 'ellpack-r']));
    expect(refused[0]?.reason).toMatch(/needs .* above the limit of 2.00 MB/);
    expect(refused[0]?.storageBytes).toBeGreaterThan(1e6);
    expect(new Set(document.results.map(({ formatParams }) => formatParams.multiple))).toEqual(
      new Set([undefined, 4, 8, 16, 32]),
    );
    expect(document.matrices[0]?.agreement.every(({ pairs }) => pairs.every(({ ratio }) => ratio <= 1))).toBe(true);
  });

  it('validate compares with the b beside a matrix, and is not misled by an x that solves nothing', async () => {
    await ok(['generate', 'tridiagonal', 'rows=50', '--out', at('t.mtx')]);
    await ok(['generate', 'vector', 'length=50', '--out', at('t_x.mtx')]);
    await ok(['multiply', at('t.mtx'), '--x', at('t_x.mtx'), '--out', at('t_b.mtx')]);
    expect(await ok(['validate', at('t.mtx')])).toContain('A·x is the b beside the matrix');
    writeFileSync(at('t_b.mtx'), readFileSync(at('t_x.mtx')));
    const wrong = await runCli(['validate', at('t.mtx')], { cwd });
    expect([wrong.code, wrong.stdout]).toEqual([3, expect.stringContaining('does not solve')]);
  });

  it('runs degenerate matrices', async () => {
    for (const [name, size] of [
      ['nothing', '0 0 0'],
      ['rows', '3 0 0'],
      ['cols', '0 3 0'],
      ['empty', '3 3 0'],
    ] as const) {
      writeFileSync(at(`${name}.mtx`), `%%MatrixMarket matrix coordinate real general\n${size}\n`);
      await ok(['validate', at(`${name}.mtx`)]);
      await ok(['bench', at(`${name}.mtx`), '--format', 'csr']);
      await ok(['info', at(`${name}.mtx`), '--spy', at('none.png')]);
    }
  });
});

it('what speed-ups refer to is a row of the table, or a line below it where it was not asked for', async () => {
  const args = ['bench', 'LF10', '--backend', 'serial', '--precision', 'f64'];
  expect(await ok(args)).toMatch(/^f64 +(?:csr +)?js\/csr +serial/m);
  expect(await ok([...args, '--format', 'coo'])).toMatch(/^speed-up over js\/csr on serial: f64 \S+ µs$/mu);
});

it('a run that read no matrix counts none', async () => {
  const wrong = at('wrong.mtx');
  writeFileSync(wrong, 'nothing of ours');
  const { stdout } = await runCli(['bench', wrong], { cwd });
  expect(stdout).toMatch(/^Nothing was read\./m);
  expect(stdout).not.toContain('0 matrices');
});
