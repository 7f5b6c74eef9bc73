// Several vectors, transposes and symmetric storage on processors beside MKL, in turns: ours, theirs, ours, theirs. What a turn of theirs is, is
// bench/peers/native-spmm. Prints a line for each product and writes OUT after each: matrices with hash, samples of every kernel and peer.
// Usage: node bench/vectors-cpu.ts PROGRAM OUT.json PLAN…
// PLAN: SOURCE|PRODUCTS|VECTORS|THREADS|SECONDS, divided by bars; products are n, nc (by columns), t, tc, v (one vector, transposed), s (one vector,
// symmetric). A product that would begin after SECONDS of its plan is left out, and said to be.
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { plugin as serial } from '@spmv/backend-serial';
import { plugin as threads } from '@spmv/backend-threads';
import type { Backend, CooMatrix, DenseOrder, Kernel, Plugin, StoredMatrix, ValueArray } from '@spmv/core';
import { buildMatrix, createRegistry, openBackend, spmv } from '@spmv/core';
import { plugin as packed } from '@spmv/format-packed';
import { plugin as sell } from '@spmv/format-sell';
import { plugin as symmetric } from '@spmv/format-symmetric';
import { plugin as formats } from '@spmv/formats';
import { readSciPyNpz, sciPyEntries } from '@spmv/interchange';
import { withFile } from '@spmv/interchange/node';
import { plugin as native } from '@spmv/kernels-native';
import { spmm, plugin as spmmPlugin } from '@spmv/spmm';

const [program, out, ...plans] = process.argv.slice(2) as [string, string, ...string[]];
const registry = createRegistry([
  formats,
  sell,
  packed,
  symmetric,
  serial,
  threads,
  spmmPlugin,
  native,
] as readonly Plugin[]);
const ROUNDS = 2;
const SAMPLES = 4;
/** Products until engines have compiled, and before later turns. */
const WARM_MS = [150, 20] as const;

interface Timed {
  readonly name: string;
  readonly samplesMs: number[];
  /** Largest error over 1e-11 of the sum of magnitudes: right below 1. */
  errorRatio: number;
}

interface Ours extends Timed {
  run(): void;
  dispose(): Promise<void>;
}

/** What one line compares. */
interface Product {
  readonly name: string;
  readonly vectors: number;
  readonly isSingle: boolean;
  readonly transpose: boolean;
  readonly order: DenseOrder;
}

function productOf(name: string, vectors: number): Product {
  return {
    name,
    vectors,
    isSingle: name === 'v' || name === 's',
    transpose: name === 'v' || name.startsWith('t'),
    order: name.endsWith('c') ? 'column' : 'row',
  };
}

/** The kernels to compare; packed rows of several vectors only where decoding them does not take minutes. */
function kernelsFor({ name, isSingle, transpose }: Product): readonly Kernel[] {
  const wanted = { v: ['csr', 'csc'], s: ['csr', 'symmetric', 'sell', 'packed'] }[name] ?? ['csr', 'sell'];
  return registry
    .kernels({ operation: isSingle ? 'spmv' : 'spmm' })
    .filter(
      ({ target, format, options }) =>
        (target === 'wasm' || target === 'native') &&
        format !== undefined &&
        wanted.includes(format) &&
        (options?.['transpose'] === true) === transpose,
    );
}

/** The largest error of Y, of the first and the last vector. */
function errorOf(coo: CooMatrix, product: Product, X: ValueArray, Y: ValueArray): number {
  const { rowIndex, colIndex, values, shape } = coo;
  const { transpose, order, vectors } = product;
  const [from, to, ofX, ofY] = transpose
    ? [rowIndex, colIndex, shape.rows, shape.cols]
    : [colIndex, rowIndex, shape.cols, shape.rows];
  const k = Math.max(1, vectors);
  const at = (i: number, j: number, rows: number): number => (order === 'column' ? j * rows + i : i * k + j);
  let worst = 0;
  for (const j of new Set([0, k - 1])) {
    const [sums, magnitudes] = [new Float64Array(ofY), new Float64Array(ofY)];
    for (let e = 0; e < values.length; e++) {
      const term = (values[e] as number) * (X[at(from[e] as number, j, ofX)] as number);
      const i = to[e] as number;
      sums[i] = (sums[i] as number) + term;
      magnitudes[i] = (magnitudes[i] as number) + Math.abs(term);
    }
    for (let i = 0; i < ofY; i++) {
      const error = Math.abs((Y[at(i, j, ofY)] as number) - (sums[i] as number));
      if (error !== 0) worst = Math.max(worst, error / (1e-11 * (magnitudes[i] as number)));
    }
  }
  return worst;
}

async function prepare(
  backend: Backend,
  coo: CooMatrix,
  matrix: StoredMatrix,
  kernel: Kernel,
  product: Product,
  count: number,
): Promise<Ours> {
  const { isSingle, transpose, order, vectors } = product;
  const { rows, cols } = coo.shape;
  const [ofX, ofY] = transpose ? [rows, cols] : [cols, rows];
  const data = Float64Array.from({ length: ofX * Math.max(1, vectors) }, (_, e) => Math.cos(e % 1000));
  const params = count === 1 ? {} : { threads: count };
  const common = { matrix, kernel, params, options: { transpose } };
  const layouts = { X: { order }, Y: { order } };
  const operator = isSingle
    ? await backend.prepare({ ...common, operation: spmv })
    : await backend.prepare({ ...common, operation: spmm, sizes: { vectors }, layouts });
  const X = isSingle ? await backend.vector(data) : await backend.dense(ofX, vectors, { data, order });
  const Y = isSingle ? await backend.vector(ofY) : await backend.dense(ofY, vectors, { order });
  const run = (): void => operator.apply(X, Y);
  run();
  return {
    name: kernel.id,
    samplesMs: [],
    errorRatio: errorOf(coo, product, data, await Y.read()),
    run,
    async dispose() {
      for (const one of [operator, X, Y]) await one.dispose();
    },
  };
}

function sample(one: Ours, round: number): void {
  const begin = performance.now();
  while (performance.now() - begin < (WARM_MS[round] as number)) one.run();
  for (let s = 0; s < SAMPLES; s++) {
    const before = performance.now();
    let products = 0;
    do {
      one.run();
      products++;
    } while (performance.now() - before < 1);
    one.samplesMs.push((performance.now() - before) / products);
  }
}

/** A turn of the peers: their samples join those of the turns before. */
function samplePeers(
  file: string,
  count: string,
  { name, vectors, isSingle }: Product,
  peers: Map<string, Timed>,
): void {
  const args = [file, count, String(SAMPLES), isSingle ? '0' : String(vectors), name === 'v' ? 't' : name, 'mkl'];
  for (const line of execFileSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28 }).split('\n')) {
    if (line === '') continue;
    const row = JSON.parse(line) as { operation: string; kernel: string; errorRatio: number; samplesMs: number[] };
    if ((row.operation === 'spmv') !== isSingle) continue;
    const peer = peers.get(row.kernel) ?? { name: row.kernel, samplesMs: [], errorRatio: row.errorRatio };
    peer.samplesMs.push(...row.samplesMs);
    peers.set(row.kernel, peer);
  }
}

const least = ({ samplesMs }: Timed): number => Math.min(...samplesMs);
const median = ({ samplesMs }: Timed): number => samplesMs.toSorted((a, b) => a - b)[samplesMs.length >> 1] as number;
const ratioOf = (of: (one: Timed) => number, ours: readonly Timed[], peers: readonly Timed[]): string =>
  ours.length > 0 && peers.length > 0 ? (Math.min(...peers.map(of)) / Math.min(...ours.map(of))).toFixed(2) : '?';
const told = (all: readonly Timed[]): string =>
  all
    .toSorted((a, b) => least(a) - least(b))
    .map((o) => `${o.name} ${least(o).toFixed(3)}/${median(o).toFixed(3)}${o.errorRatio < 1 ? '' : ' WRONG'}`)
    .join(', ');

const rows: object[] = [];
const file = join(tmpdir(), `vectors-cpu-${process.pid}.npz`);
for (const plan of plans) {
  const [source, products, vectors, count, seconds] = plan.split('|') as [string, string, string, string, string];
  const begin = performance.now();
  execFileSync('spmv', ['convert', source, file, '--quiet'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const { hash } = JSON.parse(execFileSync('spmv', ['info', file, '--json', '--quiet'], { encoding: 'utf8' })) as {
    hash: string;
  };
  const { shape, positions, values } = sciPyEntries(await withFile(file, async (bytes) => readSciPyNpz(bytes)));
  if (!positions) throw new RangeError('a matrix by entries is expected');
  const coo: CooMatrix = { shape, ...positions, values };
  const backend = await openBackend(registry.backend(count === '1' ? 'serial' : 'threads'));
  const stored = new Map<string, StoredMatrix>();
  for (const name of products.split(','))
    for (const k of name === 'v' || name === 's' ? [0] : vectors.split(',').map(Number)) {
      const product = productOf(name, k);
      const title = `${source} threads ${count} ${name}${product.isSingle ? '' : ` k=${k}`}`;
      if (performance.now() - begin > 1000 * Number(seconds)) {
        process.stdout.write(`${title}: out of time\n`);
        continue;
      }
      const ours: Ours[] = [];
      for (const kernel of kernelsFor(product)) {
        const { format = '' } = kernel;
        try {
          const matrix = stored.get(format) ?? buildMatrix(registry.format(format), coo);
          stored.set(format, matrix);
          ours.push(await prepare(backend, coo, matrix, kernel, product, Number(count)));
        } catch (error) {
          process.stdout.write(`  ${kernel.id}: ${(error as Error).message.slice(0, 100)}\n`);
        }
      }
      const peers = new Map<string, Timed>();
      for (let round = 0; round < ROUNDS; round++) {
        for (const one of ours) sample(one, round);
        samplePeers(file, count, product, peers);
      }
      const theirs = [...peers.values()];
      process.stdout.write(
        `${title}: MKL's time over ours ${ratioOf(least, ours, theirs)} (medians ${ratioOf(median, ours, theirs)}) | ${told(theirs)} | ${told(ours)}\n`,
      );
      const plain = (all: readonly Timed[]): readonly Timed[] =>
        all.map(({ name: id, samplesMs, errorRatio }) => ({ name: id, samplesMs, errorRatio }));
      rows.push({
        matrix: { source, hash, nnz: coo.values.length },
        threads: Number(count),
        product: name,
        vectors: k,
        ours: plain(ours),
        peers: plain(theirs),
      });
      const host = { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
      writeFileSync(out, `${JSON.stringify({ host, rows })}\n`);
      for (const one of ours) await one.dispose();
    }
  await backend.dispose();
  rmSync(file);
}
