import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fakeProject } from './helpers/project.ts';
import { runCli } from './helpers/run-cli.ts';

const cwd = fakeProject({ workspace: ['backend-serial', 'formats', 'spmm'] });
const row = {
  peer: 'native',
  operation: 'spmm',
  matrix: { name: 'LF10', hash: '9aea72904c3958a6' },
  format: 'csr',
  params: {},
  precision: 'f64',
  samplesMs: Array.from({ length: 20 }, () => 1e-3),
};
const byColumns = { X: { order: 'column' }, Y: { order: 'column' } };
const transpose = { transpose: true };
const path = join(cwd, 'peers.json');
writeFileSync(
  path,
  JSON.stringify({
    schema: 'spmv.peer/1',
    rows: [
      { ...row, kernel: 'usual' },
      { ...row, kernel: 'two', sizes: { vectors: 2 } },
      { ...row, kernel: 'two-columns', sizes: { vectors: 2 }, layouts: byColumns },
      { ...row, kernel: 'two-turned', sizes: { vectors: 2 }, options: transpose },
    ],
  }),
);

/** The kernels of peers, with their rates, that stand beside a run of these sizes. */
async function imported(...args: readonly string[]): Promise<readonly (readonly [string, number | null])[]> {
  const kernel = args.includes('--transpose') ? 'js/spmm-csr-transposed' : 'js/spmm-csr';
  const common = ['LF10', '--operation', 'spmm', '--kernel', kernel, '--backend', 'serial', '--precision', 'f64'];
  const run = await runCli(['bench', ...common, ...args, '--peer', path, '--json'], { cwd });
  expect(run.code, run.stderr).toBe(0);
  const { results } = JSON.parse(run.stdout) as {
    readonly results: readonly {
      readonly kernel: string;
      readonly gflops: number | null;
      readonly imported?: unknown;
    }[];
  };
  return results.filter((one) => one.imported).map(({ kernel: name, gflops }) => [name, gflops]);
}

it('rows of peers stand beside products of their matrix, sizes, layouts and options', async () => {
  // 82 entries, two operations for each and vector, in a microsecond.
  const rate = (vectors: number) => expect.closeTo((2 * 82 * vectors * 1e-9) / 1e-6, 9) as number;
  expect(await imported('--vectors', '4')).toEqual([['usual', rate(4)]]);
  expect(await imported('--vectors', '2')).toEqual([['two', rate(2)]]);
  expect(await imported('--vectors', '2', '--layout', 'X=column', '--layout', 'Y=column')).toEqual([
    ['two-columns', rate(2)],
  ]);
  expect(await imported('--vectors', '2', '--layout', 'X=column,ld=30', '--layout', 'Y=column')).toEqual([]);
  expect(await imported('--vectors', '2', '--transpose')).toEqual([['two-turned', rate(2)]]);
  expect(await imported('--vectors', '3')).toEqual([]);
}, 240_000);
