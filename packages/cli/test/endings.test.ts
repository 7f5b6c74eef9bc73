import { expect, it } from 'vitest';
import { fakeProject } from './helpers/project.ts';
import { runCli, STACK_TRACE } from './helpers/run-cli.ts';

/** 18 × 18, of 82 entries. */
const MATRIX = 'LF10';
const cwd = fakeProject({ workspace: ['core', 'backend-serial', 'formats', 'fused'] });

interface Row {
  readonly status: string;
  readonly kernel: string;
  readonly precision: string;
  readonly medianMs: number;
  readonly gflops: number;
  readonly gbPerSecond: number;
}

async function rows(command: string, ending: string, more: readonly string[] = []): Promise<readonly Row[]> {
  const args = [command, MATRIX, '--operation', 'fused', '--option', `ending=${ending}`, '--json', ...more];
  const { code, stdout, stderr } = await runCli(args, { cwd });
  expect(stderr).not.toMatch(STACK_TRACE);
  expect(code).toBe(0);
  return (JSON.parse(stdout) as { readonly results: readonly Row[] }).results;
}

it('validate compares sums and updates of every kernel of an ending', async () => {
  for (const ending of ['dot', 'norm', 'dot-norm', 'axpy']) {
    const found = await rows('validate', ending);
    expect(new Set(found.map(({ kernel }) => kernel))).toEqual(
      new Set([`js/fused-csr-${ending}`, `wasm/fused-csr-${ending}`]),
    );
    for (const { status } of found) expect(status).toBe('ok');
  }
}, 240_000);

it('bench counts the operations of an ending, and what it reads and writes: no y a second time', async () => {
  // Row starts, columns and values; x, y; z and s, t, s and z and t, or gamma and w twice.
  const matrix = 19 * 4 + 82 * (4 + 8);
  const expected = {
    dot: [2 * 82 + 2 * 18, matrix + 8 * (18 + 18 + 18 + 1)],
    norm: [2 * 82 + 2 * 18, matrix + 8 * (18 + 18 + 1)],
    'dot-norm': [2 * 82 + 4 * 18, matrix + 8 * (18 + 18 + 18 + 2)],
    axpy: [2 * 82 + 2 * 18, matrix + 8 * (18 + 18 + 1 + 36)],
  };
  for (const [ending, [flops, bytes]] of Object.entries(expected)) {
    const found = await rows('bench', ending, ['--kernel', `js/fused-csr-${ending}`, '--precision', 'f64']);
    const row = found.find(({ precision }) => precision === 'f64');
    if (!row) throw new RangeError(`no row for ${ending}`);
    const seconds = row.medianMs / 1000;
    expect([ending, Math.round(row.gflops * 1e9 * seconds), Math.round(row.gbPerSecond * 1e9 * seconds)]).toEqual([
      ending,
      flops,
      bytes,
    ]);
  }
}, 240_000);
