import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BenchOutput } from './helpers/bench.ts';
import { benchIn, CSR } from './helpers/bench.ts';
import { fakeProject } from './helpers/project.ts';
import { ROOT, runCli } from './helpers/run-cli.ts';

const TOYS = join(ROOT, 'tools', 'outside', 'toy-operations');
const text = (name: string): string => readFileSync(join(TOYS, name), 'utf8');

/** Operations of a stranger. */
const operations = {
  name: 'acme-operations',
  manifest: (JSON.parse(text('package.json')) as { readonly spmv: unknown }).spmv,
  files: Object.fromEntries(
    readdirSync(TOYS)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, text(name)]),
  ),
};

const cwd = fakeProject({ workspace: ['core', 'backend-serial'], packages: [operations] });
const { folder, file, bench, fails } = benchIn(cwd);

describe('what a bench computes', () => {
  const SDDMM = ['LF10', '--operation', 'acme/sddmm', '--backend', 'serial', '--precision', 'f64'];

  it('must be the same to resume, operation and options, and rows of other sizes are measured anew', async () => {
    const path = file('norms.json', (await runCli(['bench', ...SDDMM, '--size', 'depth=2', '--json'], { cwd })).stdout);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      options: { operation: 'acme/sddmm', variant: {} },
      results: [{ operation: 'acme/sddmm', status: 'ok', problem: { name: 'LF10 depth=2', sizes: { depth: 2 } } }],
    });
    const resume = ['--resume', path];
    await fails(['bench', 'LF10', ...CSR, ...resume], 2, /operation acme\/sddmm, but this run has spmv/);
    const deeper = await bench([...SDDMM, '--size', 'depth=4', ...resume]);
    expect(deeper.results).toMatchObject([{ status: 'ok', problem: { sizes: { depth: 4 } } }]);
    const same = await bench([...SDDMM, '--size', 'depth=2', ...resume]);
    const [row] = (JSON.parse(readFileSync(path, 'utf8')) as BenchOutput).results;
    expect(same.results.map(({ samplesMs }) => samplesMs)).toEqual([row?.samplesMs]);
    expect(deeper.results[0]?.samplesMs).not.toEqual(row?.samplesMs);
    const plain = file('plain.json', (await runCli(['bench', 'LF10', ...CSR, '--json'], { cwd })).stdout);
    await fails(
      ['bench', 'LF10', '--transpose', '--resume', plain],
      2,
      /options at their defaults, but this run has transpose=true/,
    );
  });

  it('keeps rows of two precisions of stored values apart, and takes each where it is that', async () => {
    const args = ['LF10', '--backend', 'serial', '--kernel', 'js/csr', '--precision', 'f64'];
    const path = file('stored.json', (await runCli(['bench', ...args, '--stored', 'f32', '--json'], { cwd })).stdout);
    const both = await bench([...args, '--stored', 'f32,f64', '--resume', path]);
    const [held] = (JSON.parse(readFileSync(path, 'utf8')) as BenchOutput).results;
    expect(both.results).toHaveLength(2);
    expect(both.results.filter(({ samplesMs }) => samplesMs?.join() === held?.samplesMs?.join())).toMatchObject([
      { stored: 'f32' },
    ]);
    const shown = await runCli(['bench', ...args, '--stored', 'f32,f64', '--resume', file('both.json', both)], { cwd });
    expect(
      shown.stdout
        .match(/^f64(, stored f32)? +csr/gm)
        ?.map((row) => row.replace(/ +csr/, ''))
        .sort(),
    ).toEqual(['f64', 'f64, stored f32']);
    const run = await runCli(['compare', file('both.json', both), path, '--json'], { cwd });
    const { rows } = JSON.parse(run.stdout) as { readonly rows: readonly { readonly verdict: string }[] };
    expect(rows.map(({ verdict }) => verdict).sort()).toEqual(['only in A', 'same']);
  });

  it('is told apart by compare', async () => {
    const [two, four] = await Promise.all(
      [2, 4].map((depth) => bench([...SDDMM, '--size', `depth=${depth}`]).then((one) => file(`d${depth}.json`, one))),
    );
    const run = await runCli(['compare', two ?? '', four ?? '', '--json'], { cwd });
    const { rows } = JSON.parse(run.stdout) as { readonly rows: readonly { readonly case: string }[] };
    expect(rows.map((row) => / depth=\d/.exec(row.case)?.[0] ?? '').sort()).toEqual([' depth=2', ' depth=4']);
  });

  it('beside peers only plain products run, at tuned points only what the search measured', async () => {
    const peers = file('peers.json', { schema: 'spmv.peer/1', rows: [] });
    await fails(
      ['bench', 'LF10', '--stored', 'f32', '--peer', peers],
      2,
      /Peers measure products with alpha 1, beta 0/,
    );
    await fails(
      ['bench', 'LF10', '--transpose', '--peer', peers],
      2,
      /no row has operation 'spmv' with transpose=true/,
    );
    await fails(
      ['bench', 'LF10', '--operation', 'acme/row-norms', '--peer', peers],
      2,
      /peers\.json: no row has operation 'acme\/row-norms' with no options/,
    );
    const out = join(folder, 'tuned-spmv.json');
    expect((await runCli(['tune', 'LF10', ...CSR, '--out', out], { cwd })).code).toBe(0);
    await fails(['bench', ...SDDMM, '--tuned', out], 5, /has no point for acme\/sddmm of LF10/);
  });
});
