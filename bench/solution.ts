// What a solution by CG to 1e-8 takes from arrays in the host's memory, beside SciPy and CuPy: a table with the misses first, in Markdown.
// Usage: node bench/solution.ts [--rounds 3] [--seconds N] [--least 0] [--most 2e7] [--cupy] [--folder FOLDER] [--clock wall|cpu] > TABLE.md   (as bench/opening.ts)
// Opening and solving count, with planning, conversion and upload; start, imports, a device's context and what is compiled do not. b = A·1; ours ends by ‖b − Ax‖ computed anew, theirs by what CG has.
// Every figure is of a process of its own, in turns, and the median of the rounds. Each row is told on standard error as soon as it is there.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { openMatrix } from 'spmv';
import { arraysIn } from './arrays-in.ts';
import { whereAndWhen } from './here.ts';
import { clockOf, clockText, inTurns, jsonOfPeer, jsonOfScript, median, ms, share, tableOf } from './processes.ts';

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: 'Infinity' },
    least: { type: 'string', default: '0' },
    most: { type: 'string', default: '2e7' },
    cupy: { type: 'boolean', default: false },
    folder: { type: 'string' },
    clock: { type: 'string', default: 'wall' },
  },
});

/** Matrices on which CG converges, and about how many entries each has; what takes longest comes last. */
const MATRICES: readonly (readonly [source: string, entries: number])[] = [
  ['stencil5?n=45', 1e4],
  ['stencil5?n=140', 1e5],
  ['stencil27?n=17', 1.2e5],
  ['stencil5?n=250', 3e5],
  ['stencil27?n=30', 7e5],
  ['stencil5?n=500', 1.2e6],
  ['stencil27?n=48', 2.9e6],
  ['stencil27?n=64', 7e6],
  ['stencil27?n=92', 2e7],
  ['stencil5?n=1000', 5e6],
];
const [RTOL, MOST_ITERATIONS] = [1e-8, 20_000];

interface Figures {
  readonly openMs: number;
  readonly solveMs: number;
  readonly iterations: number;
  /** ‖b − Ax‖ / ‖b‖. */
  readonly residual: number;
}

const now = clockOf(given.clock);

/** One figure, in this process. */
async function measured(path: string, backend: string): Promise<Figures> {
  const { shape, rowIndex, colIndex, values } = await arraysIn(path);
  const options = { backend };
  const cg = { method: 'cg', M: 'none', rtol: RTOL, maxiter: MOST_ITERATIONS } as const;
  // Loads what a first call would import and compile, and keeps the context of a device, as theirs is kept.
  const small = { shape: [2, 2], rowIndex: [0, 1], colIndex: [0, 1], values: [1, 2] } as const;
  await using first = await openMatrix(small, options);
  await first.solve([1, 1], cg);
  const b = new Float64Array(shape.rows);
  for (const [e, row] of rowIndex.entries()) b[row] += values[e];
  const begin = now();
  await using matrix = await openMatrix({ shape, rowIndex, colIndex, values }, options);
  const openMs = now() - begin;
  const { x, iterations, converged, error } = await matrix.solve(b, cg);
  const solveMs = now() - begin - openMs;
  if (!converged) throw error ?? new Error('no solution');
  const left = (await matrix.multiply(x)).map((y, i) => y - b[i]);
  return { openMs, solveMs, iterations, residual: norm(left) / norm(b) };
}

const norm = (v: Float64Array): number => Math.sqrt(v.reduce((sum, one) => sum + one * one, 0));

/** What is measured of a matrix, by name. */
const MEASURES = {
  serial: (path: string) => jsonOfScript(import.meta.filename, ['--clock', given.clock, path, 'serial']) as Figures,
  chosen: (path: string) => jsonOfScript(import.meta.filename, ['--clock', given.clock, path, 'auto']) as Figures,
  SciPy: (path: string) => jsonOfPeer('solution.py', ['scipy', path, String(RTOL), given.clock]) as Figures,
  CUDA: (path: string) => jsonOfScript(import.meta.filename, ['--clock', given.clock, path, 'cuda']) as Figures,
  CuPy: (path: string) => jsonOfPeer('solution.py', ['cupy', path, String(RTOL), given.clock]) as Figures,
};
type Name = keyof typeof MEASURES;
const NAMES = (Object.keys(MEASURES) as readonly Name[]).filter((name) => given.cupy || !/^cu/iu.test(name));

/** What was measured of a matrix, round by round. */
type Measured = Readonly<Record<Name, Figures[]>>;

/** What was measured in the middle round. */
interface Row {
  readonly matrix: string;
  readonly rounds: number;
  readonly of: Readonly<Record<Name, Figures>>;
}

const total = ({ openMs, solveMs }: Figures): number => openMs + solveMs;

function rowOf(matrix: string, measured: Measured): Row {
  const figures = Object.entries(measured).map(([name, list]) => {
    const middle = median(list.map(total));
    return [name, list.find((one) => total(one) === middle)] as const;
  });
  return { matrix, rounds: measured.SciPy.length, of: Object.fromEntries(figures) as unknown as Row['of'] };
}

function shares({ of }: Row): Readonly<Record<string, number>> {
  return {
    'serial / SciPy': total(of.serial) / total(of.SciPy),
    'chosen / SciPy': total(of.chosen) / total(of.SciPy),
    ...(given.cupy && { 'CUDA / CuPy': total(of.CUDA) / total(of.CuPy) }),
  };
}

function table(rows: readonly Row[], left: readonly string[]): string {
  const worst = (row: Row): number => Math.max(...Object.values(shares(row)));
  const sorted = rows.toSorted((a, b) => worst(b) - worst(a));
  const all = rows.flatMap((row) => Object.values(shares(row)));
  const told = ({ openMs, solveMs, iterations, residual }: Figures): string =>
    `${ms(openMs)} + ${ms(solveMs)}, ${iterations}, ${residual.toExponential(1)}`;
  return [
    `${whereAndWhen()}, medians of ${[...new Set(rows.map(({ rounds }) => rounds))].join(' or ')} rounds by the ${clockText(given.clock)}.`,
    ...(left.length === 0 ? [] : ['', `Not measured within ${given.seconds} s: ${left.join(', ')}.`]),
    '',
    `Time to a solution over theirs: ${all.filter((one) => !(one <= 1)).length} of ${all.length} are above 1, the worst matrix first. Beside them milliseconds to open and to solve, iterations, ‖b − Ax‖ / ‖b‖.`,
    '',
    ...tableOf(
      ['matrix', ...Object.keys(shares(sorted[0])), ...NAMES],
      sorted.map((row) => [
        row.matrix,
        ...Object.values(shares(row)).map(share),
        ...NAMES.map((name) => told(row.of[name])),
      ]),
    ),
    '',
  ].join('\n');
}

/** Measures all, and prints. */
function measureAll(): void {
  const { rows, left } = inTurns(MATRICES, NAMES, (name, path) => MEASURES[name](path), rowOf, given);
  process.stdout.write(table(rows, left));
}

const [path, backend = 'auto'] = positionals;
if (path === undefined) measureAll();
else process.stdout.write(`${JSON.stringify(await measured(path, backend))}\n`);
