// Factorizations of ten matrices a family beside SuiteSparse and SciPy's SuperLU, in turns: node bench/solve/beside-peers.ts --folder FILES --suitesparse PROGRAM [--only FAMILY,…] [--turns 3] [--runs 3] [--limit SECONDS] [--out ROWS.jsonl]
// PROGRAM is what peers/suitesparse.c becomes. Prints a table a family; a row is a matrix, and a column the time of the peer over ours, of everything (analyze, factor, solve), of the factorization, and of another one with values of the same places and a solution.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { formatMatrixMarket } from '@spmv/mmio';
import type { Family } from './families.ts';
import { FAMILIES } from './families.ts';

const PHASES = ['analyze', 'factor', 'refactor', 'solve'] as const;

/** What a subject says of a matrix: milliseconds of CPU a phase. */
interface Row extends Readonly<Record<(typeof PHASES)[number], number>> {
  readonly subject: string;
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
    out: { type: 'string' },
  },
});
const scratch = mkdtempSync(join(tmpdir(), 'spmv-factors-'));
const file = join(scratch, 'A.mtx');
const ENV = { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' };

function rowsOf(program: string, args: readonly string[]): readonly Row[] {
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
  } catch {
    // Beyond the limit, or without memory: said as a failure.
    return [];
  }
}

const median = (all: readonly number[]): number => all.toSorted((x, y) => x - y)[all.length >> 1];

/** The medians over turns of each subject that solved the system each time. */
function measured({ way, peers }: Family): Map<string, Row> {
  const found = new Map<string, Row[]>();
  for (let turn = 0; turn < Number(flags.turns); turn++)
    for (const subject of ['spmv', ...peers]) {
      const rows =
        subject === 'spmv'
          ? rowsOf(process.execPath, [join(import.meta.dirname, 'factor.ts'), file, flags.runs, way])
          : subject === 'SuperLU'
            ? rowsOf('python3', [join(import.meta.dirname, '..', 'peers', 'scipy-splu.py'), file, flags.runs])
            : rowsOf(flags.suitesparse, [file, flags.runs, subject]);
      for (const row of rows) if (!row.failed) found.set(subject, [...(found.get(subject) ?? []), row]);
    }
  const medians = ([subject, rows]: [string, Row[]]): [string, Row] => [
    subject,
    { ...rows[0], ...Object.fromEntries(PHASES.map((phase) => [phase, median(rows.map((row) => row[phase]))])) },
  ];
  return new Map([...found].map(medians));
}

const whole = (row: Row): number => row.analyze + row.factor + row.solve;
const again = (row: Row): number => row.refactor + row.solve;
const mean = (all: readonly number[]): number =>
  Math.exp(all.reduce((sum, value) => sum + Math.log(value), 0) / all.length);

for (const family of FAMILIES) {
  if (!flags.only.split(',').includes(family.name)) continue;
  const ratios = family.peers.map((): number[][] => [[], [], []]);
  const heads = family.peers.flatMap((peer) => [`${peer}: all`, 'factor', 'again']);
  const line = (cells: readonly string[]): void => void process.stdout.write(`| ${cells.join(' | ')} |\n`);
  line([family.name, 'ours: analyze, factor, solve, ms', 'entries', ...heads]);
  line(['---', ...Array.from({ length: 2 + heads.length }, () => '--:')]);
  for (const [name, make] of Object.entries(family.matrices)) {
    if (make) writeFileSync(file, formatMatrixMarket(make()));
    else {
      const bytes = readFileSync(join(flags.folder, name));
      writeFileSync(file, name.endsWith('.gz') ? gunzipSync(bytes) : bytes);
    }
    const found = measured(family);
    if (flags.out) for (const row of found.values()) appendFileSync(flags.out, `${JSON.stringify({ name, ...row })}\n`);
    const ours = found.get('spmv');
    const cells = family.peers.flatMap((peer, at) => {
      const row = found.get(peer);
      if (!row || !ours) return [row ? 'solved' : 'failed', '', ''];
      return [whole, (one: Row) => one.factor, again].map((of, k) => {
        const ratio = of(row) / of(ours);
        ratios[at][k].push(ratio);
        return ratio.toFixed(2);
      });
    });
    const own = ours
      ? [[ours.analyze, ours.factor, ours.solve].map((ms) => ms.toPrecision(3)).join(', '), ours.entries.toPrecision(3)]
      : ['failed', ''];
    line([name, ...own, ...cells]);
  }
  line(['geometric mean', '', '', ...ratios.flatMap((all) => all.map((some) => mean(some).toFixed(2)))]);
  line(['least', '', '', ...ratios.flatMap((all) => all.map((some) => Math.min(...some).toFixed(2)))]);
  process.stdout.write('\n');
}
rmSync(scratch, { recursive: true });
