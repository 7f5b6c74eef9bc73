// LLᵀ by so many threads beside CHOLMOD, whose BLAS has as many: node bench/solve/threads.ts --suitesparse PROGRAM [--threads 1,2,4,8,16] [--only NAME,…] [--turns 3]
// PROGRAM is what peers/suitesparse.c becomes, with a libblas.so.3 that has threads. A row is a number of threads: milliseconds of the clock of analysis and factorization, ours, then CHOLMOD's, in turns, medians; below, CHOLMOD's best over ours with most threads.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatMatrixMarket } from '@spmv/mmio';
import { FAMILIES } from './families.ts';

const { values: flags } = parseArgs({
  options: {
    suitesparse: { type: 'string', default: './suitesparse' },
    threads: { type: 'string', default: '1,2,4,8,16' },
    only: { type: 'string', default: 'grid-512^2,grid-40^3,elasticity-200^2,grid-1024^2' },
    turns: { type: 'string', default: '3' },
  },
});
const scratch = mkdtempSync(join(tmpdir(), 'spmv-threads-'));
const file = join(scratch, 'A.mtx');

/** Milliseconds of what a subject does. */
interface Phases {
  readonly analyze: number;
  readonly factor: number;
}

function phasesOf(threads: string, program: string, args: readonly string[]): Phases {
  const env = { ...process.env, WALL: '1', OPENBLAS_NUM_THREADS: threads, OMP_NUM_THREADS: threads };
  const text = execFileSync(program, args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'inherit'] });
  return JSON.parse(text) as Phases;
}

const median = (all: readonly number[]): number => all.toSorted((x, y) => x - y)[all.length >> 1];
const whole = (all: readonly Phases[]): number => median(all.map(({ analyze, factor }) => analyze + factor));
const told = (all: readonly Phases[]): string =>
  `${median(all.map(({ analyze }) => analyze)).toFixed(0)} + ${median(all.map(({ factor }) => factor)).toFixed(0)}`;

for (const [name, make] of FAMILIES.flatMap(({ matrices }) => Object.entries(matrices))) {
  if (!make || !flags.only.split(',').includes(name)) continue;
  writeFileSync(file, formatMatrixMarket(make()));
  process.stdout.write(`| ${name}: threads | ours, ms | CHOLMOD, ms |\n| --: | --: | --: |\n`);
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (const threads of flags.threads.split(',')) {
    const [mine, peer]: [Phases[], Phases[]] = [[], []];
    for (let turn = 0; turn < Number(flags.turns); turn++) {
      mine.push(
        phasesOf(threads, process.execPath, [join(import.meta.dirname, 'factor.ts'), file, '2', 'cholesky', threads]),
      );
      peer.push(phasesOf(threads, flags.suitesparse, [file, '2', 'CHOLMOD']));
    }
    ours.push(whole(mine));
    theirs.push(whole(peer));
    process.stdout.write(`| ${threads} | ${told(mine)} | ${told(peer)} |\n`);
  }
  const ratio = Math.min(...theirs) / (ours.at(-1) ?? Number.NaN);
  process.stdout.write(`| CHOLMOD's best over ours with most | ${ratio.toFixed(2)} | |\n\n`);
}
rmSync(scratch, { recursive: true });
