import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cooFromEntries, createWorkload, spmv } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import type { RunnableCase } from '../src/engine/case.ts';
import { memoryBudget } from '../src/engine/memory-budget.ts';
import { productBytes } from '../src/engine/product-bytes.ts';
import { fakeProject } from './helpers/project.ts';
import type { CliRun } from './helpers/run-cli.ts';
import { runCli, STACK_TRACE, temporaryFolder } from './helpers/run-cli.ts';

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
const HOSTILE = [ROWS, COLS, SQUARE, NO_ROWS, NO_COLS];

/** Far below one array with an element for each row or column, the least of which has 2 GiB. */
const CEILING_KB = 700_000;
const WATCH = `data:text/javascript,${encodeURIComponent('process.on("exit", () => process.stderr.write(`peak ${process.resourceUsage().maxRSS} kB\\n`))')}`;

/** On a large machine too the vectors of a product must not fit. Enough for what engines reserve and never use. */
const ADDRESSES_KB = 40_000_000;

/** Runs, and sees to it that no process took memory of the order of the rows or columns. */
async function lean(args: readonly string[]): Promise<CliRun> {
  const run = await runCli(args, { cwd: project, env: { NODE_OPTIONS: `--import=${WATCH}` }, addressKb: ADDRESSES_KB });
  const peaks = [...run.stderr.matchAll(/peak (\d+) kB/g)].map(([, kb]) => Number(kb));
  expect(peaks.length).toBeGreaterThan(0);
  expect(Math.max(...peaks)).toBeLessThan(CEILING_KB);
  expect(run.stdout + run.stderr).not.toMatch(STACK_TRACE);
  return run;
}

describe('60 bytes of text that announce 2^31 - 1 rows or columns', { timeout: 120_000 }, () => {
  it.each(HOSTILE)('info and --spy answer: %s', async (path) => {
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

describe('the memory that a run may take', () => {
  const workload = createWorkload(
    spmv,
    cooFromEntries({ rows: 1000, cols: 500 }, { rowIndex: [], colIndex: [], values: [] }),
  );
  const place = { backend: 'serial', precision: 'f64' } as RunnableCase;
  const vectors = productBytes(workload, [place], 1);
  const free = (bytes: number) => ({ bytes: 64e9, free: bytes, setBy: 'cgroup' as const });

  it('counts vectors and references of every place and product', () => {
    const threads = { backend: 'threads', precision: 'f64' } as const;
    expect(vectors).toBe(1000 * (28 + 36 + 24 + 8) + 500 * (16 + 8));
    expect(productBytes(workload, [place, place, threads], 1) - vectors).toBe(8 * 1500);
    expect(productBytes(workload, [place], 3) - vectors).toBe(2 * 60 * 1000);
  });

  it('counts references of samples where the operation says that they are of no more', () => {
    const sampling = { ...workload, operation: { ...spmv, judged: () => ({ y: 10 }) } };
    expect(productBytes(workload, [place], 1) - productBytes(sampling, [place], 1)).toBe(60 * 990);
  });

  it('refuses vectors that do not fit, and stored forms that do not fit beside them with the copies of backends', () => {
    expect(() => memoryBudget(workload, [place], 1, 2 ** 31, free(vectors - 1))).toThrow(
      /need 108 kB, but only 108 kB are free under the limit of this container or service/,
    );
    const budget = memoryBudget(workload, [place], 1, 2 ** 31, free(vectors + 8000));
    expect(budget.refusal(3000)).toBeUndefined();
    expect(budget.refusal(3001)?.reason).toContain(
      'needs 3.00 kB, 6.00 kB with the copies of its backend, and 6.00 kB of the memory are left',
    );
    expect(budget.fits(2000, 2000)).toBe(true);
    expect(budget.fits(2000, 2001)).toBe(false);
    expect(memoryBudget(workload, [place], 1, 3000, free(1e9)).fits(2000, 1001)).toBe(false);
    expect(
      memoryBudget(
        workload,
        [place, { backend: 'threads', precision: 'f64' } as RunnableCase],
        1,
        2 ** 31,
        free(1e6),
      ).refusal(260_000)?.reason,
    ).toContain('2 backends');
  });
});
