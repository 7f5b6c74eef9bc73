import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../src/exit-codes.ts';
import { memoryOf } from '../src/host/this-host.ts';
import { fakeProject } from './helpers/project.ts';
import type { CliRun } from './helpers/run-cli.ts';
import { runProcess, STACK_TRACE, temporaryFolder } from './helpers/run-cli.ts';

const project = fakeProject({
  workspace: [
    'backend-serial',
    'format-sell',
    'format-hyb',
    'format-bell',
    'format-csr16',
    'format-packed',
    'format-row-segments',
    'format-symmetric',
  ],
});
const folder = temporaryFolder();
const MOST = 2 ** 31 - 1;

function file(kind: 'coordinate' | 'array', ...lines: readonly string[]): string {
  const path = join(folder, `${lines[0]?.replaceAll(' ', '-') ?? ''}-${kind}.mtx`);
  writeFileSync(path, `${[`%%MatrixMarket matrix ${kind} real general`, ...lines].join('\n')}\n`);
  return path;
}

const ROWS = file('coordinate', `${MOST} 1 1`, '1 1 1');
const COLS = file('coordinate', `3 ${MOST} 1`, '1 1 1');
const SQUARE = file('coordinate', `${MOST} ${MOST} 2`, '1 1 1', `${MOST} 1 2`);
const NO_ROWS = file('array', `0 ${MOST}`);
const NO_COLS = file('array', `${MOST} 0`);
const CONSTANTS = join(folder, 'constants.json');
writeFileSync(
  CONSTANTS,
  JSON.stringify({
    schema: 'spmv.ranks/1',
    machine: '',
    software: '',
    hosts: [
      {
        ranks: 1,
        productSeconds: 0,
        local: [{ bytes: 1e4, rowSeconds: 0, entrySeconds: 1e-9 }],
        messageSeconds: 0,
        byteSeconds: 0,
      },
    ],
  }),
);
const HOSTILE = [ROWS, COLS, SQUARE, NO_ROWS, NO_COLS];

/** Far below one array with an element for each row or column, the least of which has 2 GiB. */
const CEILING_KB = 700_000;
const WATCH = `data:text/javascript,${encodeURIComponent('process.on("exit", () => process.stderr.write(`peak ${process.resourceUsage().maxRSS} kB\\n`))')}`;

/** On a large machine too the vectors of a product must not fit. Enough for what engines reserve and never use. */
const ADDRESSES_KB = 40_000_000;

/** Runs, and sees to it that no process took memory of the order of the rows or columns. */
async function lean(args: readonly string[]): Promise<CliRun> {
  const run = await runProcess(args, {
    cwd: project,
    env: { NODE_OPTIONS: `--import=${WATCH}` },
    addressKb: ADDRESSES_KB,
  });
  const peaks = [...run.stderr.matchAll(/peak (\d+) kB/g)].map(([, kb]) => Number(kb));
  expect(peaks.length).toBeGreaterThan(0);
  expect(Math.max(...peaks)).toBeLessThan(CEILING_KB);
  expect(run.stdout + run.stderr).not.toMatch(STACK_TRACE);
  return run;
}

describe('60 bytes of text that announce 2^31 - 1 rows or columns', { timeout: 120_000 }, () => {
  it.each(HOSTILE)('info and --spy describe a matrix of many empty rows or columns: %s', async (path) => {
    const run = await lean(['info', path, '--spy', join(folder, 'spy.png'), '--json']);
    expect(run.code).toBe(0);
    const { statistics, storage } = JSON.parse(run.stdout) as {
      statistics: { rows: number; cols: number; nnz: number; emptyRows: number };
      storage: { format: string; bytes: number | null; refusal: string | null }[];
    };
    expect(Math.max(statistics.rows, statistics.cols)).toBe(MOST);
    expect(storage.find(({ format }) => format === 'csr')?.bytes).toBe(4 * (statistics.rows + 1) + 12 * statistics.nnz);
    for (const { bytes, refusal } of storage) expect(bytes === null && refusal === null).toBe(false);
  });

  it.each([
    ['multiply', ROWS],
    ['multiply', COLS],
    ['validate', ROWS],
    ['validate', COLS],
    ['bench', SQUARE],
    ['tune', ROWS],
  ])('%s %s refuses with the number before it begins', async (command, path) => {
    const run = await lean([command, path]);
    expect(run.stderr).toMatch(/(vectors|operands) of .* need \d+(\.\d)? GB, but only .* are free/);
    expect(run.code).toBe(1);
  });

  it.each([
    ['rank', SQUARE],
    ['solve', SQUARE],
    ['plan', SQUARE, '--ranks', '4', '--constants', CONSTANTS],
    ['reorder', SQUARE],
    ['conform', '@spmv/format-csr16', ROWS],
  ])('%s %s refuses a shape that is out of proportion', async (...args) => {
    const run = await lean(args);
    expect(run.stderr).toMatch(/declares 2.147.483.647 × .* is out of proportion/u);
    expect(run.code).toBe(EXIT.badInput);
  });

  it.each(['.npy', '.npz', '.bsp.npz', '.petsc'])(
    'convert to %s is refused, with what to write instead',
    async (ending) => {
      const run = await lean(['convert', SQUARE, join(folder, `out${ending}`)]);
      expect(run.stderr).toMatch(/of this matrix are \d+, for 2 entries[\s\S]*layout=coo/u);
      expect(run.code).not.toBe(0);
    },
  );

  it('print and convert to the arrays of a format refuse too, and convert to Matrix Market does it', async () => {
    for (const args of [
      ['print', ROWS, '--format', 'csr'],
      ['convert', ROWS, join(folder, 'out.json'), '--format', 'csr'],
    ]) {
      const run = await lean(args);
      expect(run.stderr).toMatch(/21474836\d\d array elements|needs 8\.59 GB/);
      expect(run.code).not.toBe(0);
    }
    expect((await lean(['convert', SQUARE, '-'])).stdout).toContain(`${MOST} ${MOST} 2`);
  });
});

it('sizes beyond memory are refused with the numbers and the limit', () => {
  const limit = { bytes: 64e9, free: 107_999, setBy: 'cgroup' as const };
  expect(() => memoryOf(limit).require('The vectors', 108_000)).toThrow(
    /need 108 kB, but only 108 kB are free under the limit of this container or service/,
  );
  expect(() => memoryOf(limit).require('The vectors', 107_999)).not.toThrow();
});
