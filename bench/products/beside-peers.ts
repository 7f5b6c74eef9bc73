// C = A·A, or A·Aᵀ of what is not square, by our kernels beside SciPy, Eigen and MKL, in turns: node bench/products/beside-peers.ts [--peers PROGRAM] [--folder FILES] [--size small|full] [--only NAME,…] [--kernels ID,…] [--threads 1] [--turns 3] [--runs 3] [--out ROWS.jsonl]
// PROGRAM is what peers/sparse-products.cpp becomes. Prints a row a matrix: milliseconds of our first kernel, and of every other subject its time over that; CPU time on one thread, the wall's clock on several. Results are compared with SciPy's: positions exactly, values by a sum. Ends with 1 where one differs.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { CooMatrix } from '@spmv/core';
import { rowStartOf, transposeCoo } from '@spmv/core';
import { toCoo } from '@spmv/mmio';
import { readMatrixMarketFile } from '@spmv/mmio/node';
import { powerLaw, randomUniform, stencil27, stencil5, stencil7 } from '@spmv/testkit';

/** What a subject says of its products: milliseconds by the wall's clock and by that of the process, and numbers that tell results apart. */
interface Row {
  readonly subject: string;
  readonly nnz: number;
  readonly nonzeros: number;
  readonly pattern: number;
  readonly values: number;
  readonly wallMs: readonly number[];
  readonly cpuMs: readonly number[];
}

const { values: flags } = parseArgs({
  options: {
    peers: { type: 'string' },
    folder: { type: 'string' },
    size: { type: 'string', default: 'small' },
    only: { type: 'string' },
    kernels: { type: 'string', default: 'native/spgemm-csr,wasm/spgemm-csr' },
    threads: { type: 'string', default: '1' },
    turns: { type: 'string', default: '3' },
    runs: { type: 'string', default: '3' },
    limit: { type: 'string', default: '300' },
    out: { type: 'string' },
  },
});
const sized = (small: number, full: number): number => (flags.size === 'full' ? full : small);

/** Kinds of matrices that products are measured on, with values that do not repeat. */
const GENERATED: Readonly<Record<string, () => CooMatrix>> = {
  '27-point': () => stencil27({ n: sized(32, 64), varied: 1 }),
  '7-point': () => stencil7({ n: sized(48, 128), varied: 1 }),
  '5-point': () => stencil5({ n: sized(300, 1024), varied: 1 }),
  uniform: () => randomUniform({ rows: sized(100_000, 1_000_000), perRow: 8 }),
  skewed: () => powerLaw({ rows: sized(50_000, 300_000), meanPerRow: 8 }),
};

function sources(): Readonly<Record<string, () => CooMatrix | Promise<CooMatrix>>> {
  const { folder } = flags;
  if (folder === undefined) return GENERATED;
  const files = readdirSync(folder).filter((file) => /\.mtx(?:\.gz)?$/u.test(file));
  return Object.fromEntries(
    files.map((file) => [
      file.replace(/\.mtx(?:\.gz)?$/u, ''),
      async () => toCoo(await readMatrixMarketFile(join(folder, file))),
    ]),
  );
}

/** Rows, columns and entries as numbers of 64 bits, then row starts, columns and values. */
function write(path: string, coo: CooMatrix): void {
  const { shape, colIndex, values } = coo;
  writeFileSync(path, BigInt64Array.of(BigInt(shape.rows), BigInt(shape.cols), BigInt(values.length)));
  for (const { buffer, byteOffset, byteLength } of [rowStartOf(coo), colIndex, values])
    appendFileSync(path, new Uint8Array(buffer, byteOffset, byteLength));
}

const scratch = mkdtempSync(join(tmpdir(), 'spmv-products-'));
const [fileA, fileB] = [join(scratch, 'A.csr'), join(scratch, 'B.csr')];
const here = import.meta.dirname;
const kernels = flags.kernels.split(',');
const python = join(here, '..', 'peers', 'scipy-products.py');

/** What prints rows, by name: ours first. */
function subjects(right: string): readonly (readonly [name: string, program: string, args: readonly string[]])[] {
  const given = [fileA, right, flags.runs];
  return [
    ...kernels.map((id) => [id, process.execPath, [join(here, 'multiply.ts'), ...given, id, flags.threads]] as const),
    ['scipy', 'python3', [python, ...given]],
    ...(flags.peers === undefined
      ? []
      : (['eigen', 'mkl'] as const).map((peer) => [peer, flags.peers as string, [...given, peer]] as const)),
  ];
}

function rowsOf(program: string, args: readonly string[]): readonly Row[] {
  try {
    const text = execFileSync(program, args, {
      encoding: 'utf8',
      env: { ...process.env, OMP_NUM_THREADS: '1', MKL_NUM_THREADS: flags.threads },
      timeout: Number(flags.limit) * 1000,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return text
      .split('\n')
      .filter((line) => line.length > 0)
      .map((line) => JSON.parse(line) as Row);
  } catch (error) {
    // Beyond the limit, or without memory: said, and no row.
    process.stderr.write(`${program} ${args.join(' ')}: ${(error as Error).message.split('\n')[0]}\n`);
    return [];
  }
}

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1] ?? Number.NaN;
const mean = (all: readonly number[]): number =>
  Math.exp(all.reduce((sum, value) => sum + Math.log(value), 0) / all.length);
const line = (cells: readonly string[]): void => void process.stdout.write(`| ${cells.join(' | ')} |\n`);

const ratios = new Map<string, number[]>();
let names: readonly string[] | undefined;
const clock = flags.threads === '1' ? 'cpuMs' : 'wallMs';
for (const [name, make] of Object.entries(sources())) {
  if (flags.only !== undefined && !flags.only.split(',').includes(name)) continue;
  const A = await make();
  const isSquare = A.shape.rows === A.shape.cols;
  write(fileA, A);
  if (!isSquare) write(fileB, transposeCoo(A));
  const found = new Map<string, Row[]>();
  for (let turn = 0; turn < Number(flags.turns); turn++)
    for (const [, program, args] of subjects(isSquare ? fileA : fileB))
      for (const row of rowsOf(program, args)) {
        found.set(row.subject, [...(found.get(row.subject) ?? []), row]);
        if (flags.out) appendFileSync(flags.out, `${JSON.stringify({ name, turn, ...row })}\n`);
      }
  const timeOf = (subject: string): number => median((found.get(subject) ?? []).flatMap((row) => row[clock]));
  const [reference] = found.get('scipy') ?? [];
  const differing = [...found.values()]
    .flat()
    .filter(
      (row) =>
        reference?.nonzeros !== row.nonzeros ||
        reference.pattern !== row.pattern ||
        !(Math.abs(row.values - reference.values) <= 1e-12 * Math.abs(reference.values) + 1e-9),
    )
    .map(({ subject }) => subject);
  if (differing.length > 0) process.exitCode = 1;
  if (!names) {
    names = [...found.keys()].filter((subject) => subject !== kernels[0]);
    line(['C = A·A', 'entries', `${kernels[0]}, ms`, ...names, 'as SciPy']);
    line(['---', ...Array.from({ length: 2 + names.length }, () => '--:'), '---']);
  }
  const ours = timeOf(kernels[0] ?? '');
  const cells = names.map((subject) => {
    const ratio = timeOf(subject) / ours;
    ratios.set(subject, [...(ratios.get(subject) ?? []), ratio]);
    return ratio.toFixed(2);
  });
  const right = differing.length === 0 ? 'yes' : `not ${[...new Set(differing)].join(', ')}`;
  line([
    name,
    (found.get(kernels[0] ?? '')?.[0]?.nnz ?? Number.NaN).toPrecision(4),
    ours.toPrecision(4),
    ...cells,
    right,
  ]);
}
const all = (names ?? []).map((subject) => (ratios.get(subject) ?? []).filter(Number.isFinite));
line(['geometric mean', '', '', ...all.map((some) => mean(some).toFixed(2)), '']);
line(['least', '', '', ...all.map((some) => Math.min(...some).toFixed(2)), '']);
rmSync(scratch, { recursive: true });
