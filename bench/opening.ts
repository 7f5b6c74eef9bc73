// What opening a matrix takes until its first product, from a file and from arrays, beside SciPy: a table with the misses first, in Markdown.
// Usage: node bench/opening.ts [--rounds 5] [--seconds N] [--least 0] [--most 2e7] [--cupy] [--tried] [--folder FOLDER] [--clock wall|cpu] > TABLE.md   (seconds: no matrix is begun after so many, and the table says which were not; FOLDER keeps the files that are made; least, most: entries of the matrices; cupy: also on CUDA, beside CuPy; tried: also with ten products of trial asked for at once; cpu: time of all threads, on a busy machine)
// Every figure is of a process of its own, in turns, and the median of the rounds; start and imports do not count on either side. Needs python3 with SciPy, and CuPy, for their columns. Each row is told on standard error as soon as it is there. Arrays are what a program has: of this thread alone.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { ArraySource } from 'spmv';
import { openMatrix } from 'spmv';
import { toCoo } from '@spmv/mmio';
import { readMatrixMarketFile } from '@spmv/mmio/node';
import { arraysIn } from './arrays-in.ts';
import { whereAndWhen } from './here.ts';
import { clockOf, clockText, jsonOfPeer, jsonOfScript, inTurns, median, ms, share, tableOf } from './processes.ts';

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: 'Infinity' },
    least: { type: 'string', default: '0' },
    most: { type: 'string', default: '2e7' },
    cupy: { type: 'boolean', default: false },
    tried: { type: 'boolean', default: false },
    folder: { type: 'string' },
    clock: { type: 'string', default: 'wall' },
  },
});

/** Grids, bands, graphs and blocks, and about how many entries each has. */
const MATRICES: readonly (readonly [source: string, entries: number])[] = [
  ['stencil5?n=45', 1e4],
  ['powerlaw?rows=5000&meanPerRow=8', 4e4],
  ['fem-band?rows=3000&block=3&perRow=30', 9e4],
  ['stencil5?n=250', 3e5],
  ['random?rows=80000&perRow=10', 8e5],
  ['stencil5?n=700', 2.4e6],
  ['fem-band?rows=150000&block=3&perRow=30', 4.5e6],
  ['powerlaw?rows=1000000&meanPerRow=8', 8e6],
  ['random?rows=1000000&perRow=12', 1.2e7],
  ['stencil27?n=92', 2e7],
];

interface Figures {
  readonly openMs: number;
  readonly firstMs: number;
  readonly peakBytes: number;
  readonly entries?: number;
}

const memory = (name: 'VmHWM' | 'VmRSS'): number =>
  1024 *
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'mu').exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? Number.NaN);

const SMALL = { shape: [2, 2], rowIndex: [0, 1], colIndex: [0, 1], values: [1, 2] } as const;

/** Loads what a first opening imports, and starts what it starts, as the peer's first reading and product do. */
async function importAll(backends: readonly string[]): Promise<void> {
  const path = join(tmpdir(), `spmv-opening-${process.pid}.mtx`);
  writeFileSync(path, '%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\n');
  await using read = await openMatrix(path);
  await read.multiply([1]);
  rmSync(path);
  for (const options of [{}, ...backends.map((backend) => ({ backend, trials: 2 }))]) {
    await using small = await openMatrix(SMALL, options);
    await small.multiply([1, 1]);
  }
}

const now = clockOf(given.clock);

type Kind = 'read' | 'file' | 'arrays' | 'products';

/** How a matrix is opened: as by default, by so many trials at once, or by one kernel. */
const OPTIONS = {
  default: {},
  lent: { copy: false },
  tried: { trials: 10 },
  simple: { backend: 'serial', kernel: 'wasm/csr-simd' },
} as const;
type How = keyof typeof OPTIONS;

/** One figure, in this process, on a backend or on the one that is chosen. */
async function measured(kind: Kind, path: string, how: How, backend = 'auto'): Promise<Figures> {
  await importAll(backend === 'auto' ? ['serial', 'threads'] : [backend]);
  const source = kind === 'arrays' || kind === 'products' ? await arraysIn(path) : undefined;
  // The peer keeps a device's context to the end of its process, this library to that of its last matrix.
  await using kept = new AsyncDisposableStack();
  if (backend === 'cuda') kept.use(await openMatrix(SMALL, { backend }));
  const before = memory('VmRSS');
  const begin = now();
  if (kind === 'read') {
    const entries = toCoo(await readMatrixMarketFile(path)).values.length;
    return { openMs: now() - begin, firstMs: 0, peakBytes: memory('VmHWM') - before, entries };
  }
  await using matrix = await openMatrix((source ?? path) as ArraySource, { backend, ...OPTIONS[how] });
  const openMs = now() - begin;
  const x = new Float64Array(matrix.shape.cols).fill(1);
  if (kind === 'products') for (let p = 0; p < 9; p++) await matrix.multiply(x);
  const first = now();
  await matrix.multiply(x);
  const firstMs = now() - first;
  return { openMs, firstMs, peakBytes: Math.max(0, memory('VmHWM') - before) };
}

function ours(kind: Kind, path: string, how: How = 'default', backend = 'auto'): Figures {
  return jsonOfScript(import.meta.filename, ['--clock', given.clock, kind, path, how, backend]) as Figures;
}

function peer(library: 'scipy' | 'cupy', kind: 'file' | 'arrays', path: string): Figures {
  return jsonOfPeer('opening.py', [library, kind, path, given.clock]) as Figures;
}

/** What is measured of a matrix, by name. */
const MEASURES = {
  read: (path: string) => ours('read', path),
  file: (path: string) => ours('file', path),
  fileTried: (path: string) => ours('file', path, 'tried'),
  fileScipy: (path: string) => peer('scipy', 'file', path),
  arrays: (path: string) => ours('arrays', path),
  arraysTried: (path: string) => ours('arrays', path, 'tried'),
  arraysLent: (path: string) => ours('arrays', path, 'lent'),
  arraysScipy: (path: string) => peer('scipy', 'arrays', path),
  products: (path: string) => ours('products', path, 'simple'),
  fileCuda: (path: string) => ours('file', path, 'default', 'cuda'),
  fileCupy: (path: string) => peer('cupy', 'file', path),
  arraysCuda: (path: string) => ours('arrays', path, 'default', 'cuda'),
  arraysCupy: (path: string) => peer('cupy', 'arrays', path),
};
type Name = keyof typeof MEASURES;
const ON_GPU: ReadonlySet<Name> = new Set(['fileCuda', 'fileCupy', 'arraysCuda', 'arraysCupy']);
const TRIED: ReadonlySet<Name> = new Set(['fileTried', 'arraysTried']);
const NAMES = (Object.keys(MEASURES) as readonly Name[]).filter(
  (name) => (given.cupy || !ON_GPU.has(name)) && (given.tried || !TRIED.has(name)),
);

/** What was measured of a matrix, round by round. */
type Measured = Readonly<Record<Name, Figures[]>>;

/** The medians of a matrix. */
interface Row {
  readonly matrix: string;
  readonly entries: number;
  readonly rounds: number;
  readonly of: Readonly<Record<Name, Figures>>;
}

function rowOf(matrix: string, lists: Measured): Row {
  const figures = Object.entries(lists).map(([name, list]) => {
    const middle = (key: 'openMs' | 'firstMs' | 'peakBytes'): number => median(list.map((one) => one[key]));
    return [name, { openMs: middle('openMs'), firstMs: middle('firstMs'), peakBytes: middle('peakBytes') }] as const;
  });
  const of = Object.fromEntries(figures) as unknown as Row['of'];
  return { matrix, entries: lists.read[0]?.entries ?? 0, rounds: lists.read.length, of };
}

const MS_PER_MILLION = 30;
const BYTES_PER_ENTRY = 2.2 * 16;
/** From arrays of fewer entries SciPy may be sooner by so many milliseconds. */
const [FEW, LATE_MS] = [1e6, 20];

const total = ({ openMs, firstMs }: Figures): number => openMs + firstMs;

/** What was taken over what is allowed: above 1 is a miss. */
function shares({ entries, of }: Row): Readonly<Record<string, number>> {
  const late = entries < FEW ? LATE_MS : 0;
  const allowed = Math.max(10 * of.products.firstMs, (MS_PER_MILLION * entries) / 1e6);
  return {
    'file / 1.3 reading': of.file.openMs / (1.3 * of.read.openMs),
    'arrays / allowed': of.arrays.openMs / allowed,
    'peak / 2.2': of.file.peakBytes / entries / BYTES_PER_ENTRY,
    'file / SciPy': total(of.file) / total(of.fileScipy),
    'arrays / SciPy': total(of.arrays) / (total(of.arraysScipy) + late),
    'arrays lent / SciPy': total(of.arraysLent) / (total(of.arraysScipy) + late),
    ...(given.tried && {
      'peak tried / 2.2': of.fileTried.peakBytes / entries / BYTES_PER_ENTRY,
      'file tried / SciPy': total(of.fileTried) / total(of.fileScipy),
      'arrays tried / SciPy': total(of.arraysTried) / (total(of.arraysScipy) + late),
    }),
    ...(given.cupy && {
      'file CUDA / CuPy': total(of.fileCuda) / total(of.fileCupy),
      'arrays CUDA / CuPy': total(of.arraysCuda) / (total(of.arraysCupy) + late),
    }),
  };
}

function table(rows: readonly Row[], left: readonly string[]): string {
  const worst = (row: Row): number => Math.max(...Object.values(shares(row)));
  const sorted = rows.toSorted((a, b) => worst(b) - worst(a));
  const all = rows.flatMap((row) => Object.values(shares(row)));
  return [
    `${whereAndWhen()}, medians of ${[...new Set(rows.map(({ rounds }) => rounds))].join(' or ')} rounds by the ${clockText(given.clock)}.`,
    ...(left.length === 0 ? [] : ['', `Not measured within ${given.seconds} s: ${left.join(', ')}.`]),
    '',
    `What was taken over what is allowed: ${all.filter((one) => !(one <= 1)).length} of ${all.length} are above 1, the worst matrix first. Beside SciPy with the first product. \`lent\`: arrays that are not copied. \`tried\`: with ten products of trial.`,
    '',
    ...tableOf(
      ['matrix', 'million entries', ...Object.keys(shares(sorted[0]))],
      sorted.map((row) => [row.matrix, (row.entries / 1e6).toPrecision(3), ...Object.values(shares(row)).map(share)]),
    ),
    '',
    'Milliseconds to an open matrix, and of ten products of `wasm/csr-simd` on one thread; bytes an entry at the peak:',
    '',
    ...tableOf(
      ['matrix', ...NAMES, 'bytes: file', 'SciPy'],
      sorted.map(({ matrix, entries, of }) => [
        matrix,
        ...NAMES.map((name) => ms(name === 'products' ? 10 * of.products.firstMs : of[name].openMs)),
        ...[of.file, of.fileScipy].map(({ peakBytes }) => (peakBytes / entries).toFixed(0)),
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

const [kind, path = '', how, backend] = positionals;
if (kind === undefined) measureAll();
else process.stdout.write(`${JSON.stringify(await measured(kind as Kind, path, how as How, backend))}\n`);
