// What the measurements of this folder have in common: matrices as files, the plain C program on them, and products of backend petsc.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import type { BackendDescriptor, CooMatrix, Plugin, RankClock, StoredMatrix, Vector } from '@spmv/core';
import { writePetsc } from '@spmv/interchange';
import { loadMatrix } from '../cg/matrix.ts';

/** With it the program is the one that the bundle brings, else it is compiled. */
export const prefix = process.env['SPMV_PETSC_PREFIX'];

/** `petscProductTimes` of backend petsc, in microseconds. */
type ProductTimes = Readonly<
  Record<'total' | 'publish' | 'product' | 'lateBegin' | 'lateEnd' | 'notice' | 'loop', Float64Array>
>;

/** What a product has on top of the ranks' own: there and back, each of so many products by one clock. The difference of two medians would be noise. */
export const onTop = ({ publish, notice }: ProductTimes): Float64Array =>
  publish.map((there, product) => there + (notice[product] ?? 0));

type TimeProducts = (
  matrix: StoredMatrix,
  seconds: number,
  options: Readonly<Record<string, string | number | boolean>>,
) => Promise<ProductTimes>;

/** Backend petsc of the bundle, or of this clone, which does not list it among what every command opens. */
export async function petscPlugin(): Promise<{
  readonly plugin: Plugin;
  readonly descriptor: BackendDescriptor;
  readonly rankClock: RankClock;
  readonly productTimes: TimeProducts;
}> {
  const found = prefix
    ? '@spmv/backend-petsc'
    : new URL('../../packages/backend-petsc/dist/index.js', import.meta.url).href;
  const { plugin, petscProductTimes: productTimes } = (await import(found)) as {
    readonly plugin: Plugin;
    readonly petscProductTimes: TimeProducts;
  };
  const [descriptor] = plugin.backends ?? [];
  if (!descriptor?.rankClock) throw new Error('backend petsc measures ranks');
  return { plugin, descriptor, rankClock: descriptor.rankClock, productTimes };
}

/** What the C program says of a matrix. */
export interface PlainRow {
  readonly medianMs: number;
  readonly meanMs: number;
  readonly loadMs: number;
  readonly norm: number;
  /** What all ranks send for a product, by PETSc's counters. */
  readonly messages: number;
  readonly haloBytes: number;
  /** On which each rank was at the end. */
  readonly processors: readonly number[];
  readonly cg?: { readonly iterations: number; readonly seconds: number };
}

/** How the C program is run, besides its file and its rows. */
export interface PlainRun {
  readonly withCg?: boolean;
  readonly bind?: 'none' | 'core';
  readonly environment?: Readonly<Record<string, string>>;
}

/** The C program, on the ranks that bounds name. */
export function plainProgram(
  folder: string,
  {
    seconds,
    oversubscribe,
    rtol,
  }: { readonly seconds: number; readonly oversubscribe: boolean; readonly rtol: number },
): (file: string, bounds: Int32Array, run?: PlainRun) => PlainRow {
  let words = ['run', 'mpiexec', 'petsc-products'].map((name) => join(prefix ?? '', 'bin', name));
  if (!prefix) {
    const program = join(folder, 'products');
    const flags = execFileSync('pkg-config', ['--cflags', '--libs', 'petsc'], { encoding: 'utf8' }).trim().split(/\s+/);
    const source = fileURLToPath(new URL('products.c', import.meta.url));
    execFileSync('mpicc', ['-O2', source, '-o', program, ...flags, '-lm']);
    words = ['env', 'mpiexec', program];
  }
  const [starter = '', mpiexec = '', program = ''] = words;
  return (file, bounds, { withCg = false, bind = 'none', environment = {} } = {}) => {
    const division = join(folder, 'bounds');
    writeFileSync(division, bounds.join('\n'));
    const flags = ['--allow-run-as-root', '--bind-to', bind, ...(oversubscribe ? ['--oversubscribe'] : [])];
    const cg = withCg ? ['cg', 'jacobi', String(rtol)] : [];
    const args = [mpiexec, ...flags, '-n', String(bounds.length - 1), program, file, String(seconds), division, ...cg];
    const env = { ...process.env, ...environment };
    return JSON.parse(execFileSync(starter, args, { encoding: 'utf8', env })) as PlainRow;
  };
}

export const median = (values: Iterable<number>): number => {
  const sorted = [...values].toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
};

/** What products are timed of. */
interface Timed {
  apply(x: Vector, y: Vector): void;
  time(vectors: [Vector, Vector], how: { runs: number }): Promise<readonly number[] | Float64Array | undefined>;
}

/** The median of products in a loop of the ranks, with no ring between them and Node. */
export async function loopMs(operator: Timed, x: Vector, y: Vector, seconds: number): Promise<number> {
  for (let k = 0; k < 5; k++) operator.apply(x, y);
  const start = performance.now();
  for (let k = 0; k < 5; k++) operator.apply(x, y);
  const runs = Math.min(5000, Math.max(20, Math.round((1000 * seconds * 5) / (performance.now() - start))));
  return median((await operator.time([x, y], { runs })) ?? []);
}

/** A matrix, and the file of it that the C program reads. */
export interface Case {
  readonly source: string;
  readonly coo: CooMatrix;
  readonly file: string;
  readonly withCg: boolean;
}

export async function prepared(folder: string, argument: string, index: number): Promise<Case> {
  const withCg = argument.endsWith('+cg');
  const source = withCg ? argument.slice(0, -3) : argument;
  const coo = await loadMatrix(source);
  const file = join(folder, `${index}.petsc`);
  const stream = createWriteStream(file);
  const { shape, rowIndex, colIndex, values } = coo;
  const whole = {
    shape,
    positions: { rowIndex, colIndex },
    values,
    field: 'real',
    symmetry: 'general',
    about: '',
  } as const;
  for (const chunk of writePetsc(whole)) if (!stream.write(chunk)) await once(stream, 'drain');
  stream.end();
  await finished(stream);
  return { source, coo, file, withCg };
}
