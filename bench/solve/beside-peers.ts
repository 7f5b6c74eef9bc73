// Factorizations of ten matrices a family beside SuiteSparse and SciPy's SuperLU, in turns: node bench/solve/beside-peers.ts --folder FILES --suitesparse PROGRAM [--only FAMILY or MATRIX,…] [--turns 3] [--runs 3] [--limit SECONDS] [--code WebAssembly|JavaScript] [--out ROWS.jsonl] [--from ROWS.jsonl]
// PROGRAM is what peers/suitesparse.c becomes. --from prints what several calls, side by side, have measured, and measures nothing. Prints a table a family; a row is a matrix, and a column the time of the peer over ours, of everything (analyze, factor, solve), of the factorization, and of another one with values of the same places and a solution.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { CooMatrix } from '@spmv/core';
import { formatMatrixMarket } from '@spmv/mmio';
import type { Family } from './families.ts';
import { FAMILIES } from './families.ts';

const PHASES = ['analyze', 'factor', 'refactor', 'solve'] as const;

/** What a subject says of a matrix: milliseconds of CPU a phase. */
interface Row extends Readonly<Record<(typeof PHASES)[number], number>> {
  readonly subject: string;
  /** Seconds, where it ended for the limit. */
  readonly limit?: number;
  readonly failed: boolean;
  readonly entries: number;
  readonly backwardError: number;
}

const { values: flags } = parseArgs({
  options: {
    folder: { type: 'string', default: '.' },
    suitesparse: { type: 'string', default: './suitesparse' },
    only: { type: 'string', default: FAMILIES.map(({ name }) => name).join(',') },
    turns: { type: 'string', default: '3' },
    runs: { type: 'string', default: '3' },
    limit: { type: 'string', default: '120' },
    code: { type: 'string', default: '' },
    out: { type: 'string' },
    from: { type: 'string' },
  },
});
const scratch = mkdtempSync(join(tmpdir(), 'spmv-factors-'));
const file = join(scratch, 'A.mtx');
const ENV = { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' };

function rowsOf(subject: string, program: string, args: readonly string[]): readonly Row[] {
  try {
    const text = execFileSync(program, args, {
      encoding: 'utf8',
      env: ENV,
      timeout: Number(flags.limit) * 1000,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);
  } catch (error) {
    const limit = (error as NodeJS.ErrnoException).code === 'ETIMEDOUT' ? { limit: Number(flags.limit) } : {};
    const none = Object.fromEntries(PHASES.map((phase) => [phase, Number.NaN])) as Pick<Row, (typeof PHASES)[number]>;
    return [{ subject, failed: true, ...limit, ...none, entries: 0, backwardError: Number.NaN }];
  }
}

const median = (all: readonly number[]): number => all.toSorted((x, y) => x - y)[all.length >> 1];

/** The medians over turns of each subject, or a turn in which it failed. */
function measured({ way, peers }: Family): Row[] {
  const found: Row[] = [];
  for (let turn = 0; turn < Number(flags.turns); turn++)
    for (const subject of ['spmv', ...peers]) {
      const rows =
        subject === 'spmv'
          ? rowsOf(subject, process.execPath, [
              join(import.meta.dirname, 'factor.ts'),
              file,
              flags.runs,
              way,
              flags.code,
            ])
          : subject === 'SuperLU'
            ? rowsOf(subject, 'python3', [join(import.meta.dirname, '..', 'peers', 'scipy-splu.py'), file, flags.runs])
            : rowsOf(subject, flags.suitesparse, [file, flags.runs, subject]);
      found.push(...rows);
    }
  return ['spmv', ...peers].map((subject) => {
    const turns = found.filter((row) => row.subject === subject);
    const failed = turns.find((row) => row.failed);
    const medians = Object.fromEntries(PHASES.map((phase) => [phase, median(turns.map((row) => row[phase]))]));
    return failed ?? { ...turns[0], ...medians };
  });
}

function writeMatrix(name: string, make: (() => CooMatrix) | undefined): void {
  if (make) return writeFileSync(file, formatMatrixMarket(make()));
  const bytes = readFileSync(join(flags.folder, name));
  writeFileSync(file, name.endsWith('.gz') ? gunzipSync(bytes) : bytes);
}

const whole = (row: Row): number => row.analyze + row.factor + row.solve;
const again = (row: Row): number => row.refactor + row.solve;
const mean = (all: readonly number[]): number =>
  Math.exp(all.reduce((sum, value) => sum + Math.log(value), 0) / all.length);

const only = new Set(flags.only.split(','));
const recorded = flags.from
  ? readFileSync(flags.from, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row & { readonly name: string })
  : undefined;
const line = (cells: readonly string[]): void => void process.stdout.write(`| ${cells.join(' | ')} |\n`);
for (const family of FAMILIES) {
  const matrices = Object.entries(family.matrices).filter(
    ([name]) => (only.has(family.name) || only.has(name)) && recorded?.every((row) => row.name !== name) !== true,
  );
  if (matrices.length === 0) continue;
  const ratios = family.peers.map((): number[][] => [[], [], []]);
  const heads = family.peers.flatMap((peer) => [`${peer}: all`, 'factor', 'again']);
  line([family.name, 'ours: analyze, factor, solve, ms', 'entries', 'backward error', ...heads]);
  line(['---', ...Array.from({ length: 3 + heads.length }, () => '--:')]);
  for (const [name, make] of matrices) {
    if (!recorded) writeMatrix(name, make);
    const found = recorded?.filter((row) => row.name === name) ?? measured(family);
    if (flags.out) for (const row of found) appendFileSync(flags.out, `${JSON.stringify({ name, ...row })}\n`);
    const of = (subject: string): Row | undefined => found.find((row) => row.subject === subject);
    const failure = ({ limit }: Row): string => (limit ? `> ${limit} s` : 'failed');
    const ours = of('spmv');
    if (!ours) continue;
    const cells = family.peers.flatMap((peer, at) => {
      const row = of(peer);
      if (!row) return ['', '', ''];
      if (row.failed || ours.failed) return [row.failed ? failure(row) : 'solved', '', ''];
      return [whole, (one: Row) => one.factor, again].map((time, k) => {
        const ratio = time(row) / time(ours);
        ratios[at][k].push(ratio);
        return ratio.toFixed(2);
      });
    });
    const own = ours.failed
      ? [failure(ours), '', '']
      : [
          [ours.analyze, ours.factor, ours.solve].map((ms) => ms.toPrecision(3)).join(', '),
          ours.entries.toPrecision(3),
          ours.backwardError.toExponential(1),
        ];
    line([name, ...own, ...cells]);
  }
  const told = (one: (some: readonly number[]) => number): string[] =>
    ratios.flatMap((all) => all.map((some) => (some.length === 0 ? '' : one(some).toFixed(2))));
  line(['geometric mean', '', '', '', ...told(mean)]);
  line(['least', '', '', '', ...told((some) => Math.min(...some))]);
  process.stdout.write('\n');
}
rmSync(scratch, { recursive: true });
