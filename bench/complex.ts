// Complex products beside real ones of the same positions: GB/s in turns, after the oracle has judged each. A table in Markdown, row by row as they are known, the vendor's kernels first.
// Usage: node bench/complex.ts BACKEND [--precision c128] [--vectors 8] [--rounds 7] [--only REGEX] [--tune] [MATRIX…] > TABLE.md   (c64 beside f32; --vectors: several vectors at once, by rows; --tune: by the fastest of what a kernel suggests, one parameter changed at a time; MATRIX: a .mtx file or a generator)
// What the vendor's kernels of the backend take for the same product is a column of its own, where there are any.
import process from 'node:process';
import { parseArgs } from 'node:util';
import type {
  AnyCoo,
  Backend,
  ComplexCoo,
  CooMatrix,
  Kernel,
  Operation,
  Operator,
  Params,
  Precision,
  StoredMatrix,
  ValueArray,
  Vector,
} from '@spmv/core';
import {
  buildMatrix,
  complexCoo,
  createRegistry,
  createWorkload,
  enumerateParams,
  formatParams,
  headerOf,
  kernelContext,
  numbersOf,
  openBackend,
  precisionOf,
  PRECISIONS,
  precisionsWith,
  realPart,
  referencesOf,
  spmv,
  SpmvError,
  storageBytes,
  toValueType,
  valueArray,
} from '@spmv/core';
import type { Reference } from '@spmv/core/oracle';
import { judge } from '@spmv/core/oracle';
import { plugin as serial } from '@spmv/backend-serial';
import { plugin as threads } from '@spmv/backend-threads';
import { plugin as csr16 } from '@spmv/format-csr16';
import { plugin as rowSegments } from '@spmv/format-row-segments';
import { plugin as native } from '@spmv/kernels-native';
import { toComplexCoo } from '@spmv/mmio';
import { readMatrixMarketFile } from '@spmv/mmio/node';
import { spmm } from '@spmv/spmm';
import { generateMatrix, randomVector } from '@spmv/testkit';
import { gpuPlugins } from '../tools/device/plugins.ts';
import { someRows } from './some-rows.ts';

const MATRICES = [
  'stencil27?n=40',
  'stencil5?n=500',
  'powerlaw?rows=100000&meanPerRow=10',
  'random?rows=100000&perRow=16',
];
const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    precision: { type: 'string' },
    vectors: { type: 'string', default: '0' },
    rounds: { type: 'string', default: '7' },
    only: { type: 'string', default: '' },
    tune: { type: 'boolean', default: false },
  },
});
const [id = 'serial', ...named] = positionals;
const complex = precisionsWith(2).find((one) => one === given.precision) ?? precisionOf('f64', 2);
const { host } = PRECISIONS[complex];
/** Columns of X and Y; 0 for a product with one vector. */
const vectors = Number(given.vectors);
const operation: Operation = vectors > 0 ? spmm : spmv;
const sizes = vectors > 0 ? { vectors } : {};
const [nameOfX, nameOfY] = vectors > 0 ? ['X', 'Y'] : ['x', 'y'];
const real = precisionOf(host);
const registry = createRegistry([...gpuPlugins, serial, threads, native, csr16, rowSegments]);

/** One row of the table. */
interface Row {
  readonly matrix: string;
  readonly kernel: string;
  /** Where it is tuned, those of the complex product, and of the real one. */
  readonly params: string;
  readonly ms: number;
  readonly realMs: number;
  /** GB/s of the complex product over those of the real one. */
  readonly ratio: number;
}

/** A product ready to run, and the bytes that it moves at least. */
interface Bound {
  readonly operator: Operator;
  readonly x: Vector;
  readonly y: Vector;
  readonly bytes: number;
  readonly params: Params;
}

/** Entries beyond which every so many rows are judged: sums in twice the digits take a second for each million. */
const MOST_JUDGED = 2 ** 21;

/** Samples of which a median is one, and most that are taken until as many were not interrupted. */
const [LEAST_WHOLE, MOST_SAMPLES] = [11, 1500];

/** The same numbers each time, of the host's type. */
const operandOf = (length: number): ValueArray => toValueType(host, randomVector(length, { seed: 3 }));

const median = (list: readonly number[]): number => [...list].sort((a, b) => a - b)[list.length >> 1] ?? Number.NaN;

async function matrixOf(text: string): Promise<ComplexCoo> {
  if (text.includes('.mtx')) return toComplexCoo(await readMatrixMarketFile(text));
  const [name = '', query = ''] = text.split('?');
  const options = Object.fromEntries([...new URLSearchParams(query)].map(([key, value]) => [key, Number(value)]));
  const coo: CooMatrix = generateMatrix(name, options);
  return complexCoo(coo, randomVector(coo.values.length, { seed: 5 }));
}

/** A vector, or several of them by rows; zero without contents. */
function vectorOf(backend: Backend, length: number, precision: Precision, data?: ValueArray): Vector {
  if (vectors > 0) return backend.dense(length, vectors, { order: 'row', precision, ...(data ? { data } : {}) });
  return backend.vector(data ?? length, precision);
}

const differing = (params: Params, others: Params): number =>
  Object.keys(params).filter((name) => params[name] !== others[name]).length;

/** The points of a kernel's parameters that are tried from the one that it suggests: those that differ in one of them. */
function pointsOf(
  { device }: Backend,
  kernel: Kernel,
  matrix: StoredMatrix,
  precision: Precision,
  suggested: Params,
): readonly Params[] {
  const arithmetic = kernel.precisions.find((one) => one.precision === precision) ?? {
    precision,
    accumulator: precision,
  };
  const context = kernelContext(operation, kernel, { matrix: headerOf(matrix), device, precision: arithmetic, sizes });
  const points = enumerateParams(kernel.params, context, kernel.id).filter(({ rejected }) => rejected === undefined);
  return points.map(({ params }) => params).filter((params) => differing(params, suggested) === 1);
}

async function bind(backend: Backend, kernel: Kernel, matrix: StoredMatrix, precision: Precision): Promise<Bound> {
  const { rows, cols } = matrix.shape;
  const each = Math.max(1, vectors);
  const x = vectorOf(backend, cols, precision, operandOf(numbersOf(precision, cols * each)));
  const y = vectorOf(backend, rows, precision);
  const moved = (rows + cols) * each * PRECISIONS[precision].storedBytes;
  const bytes = storageBytes(matrix, precision) + moved;
  const prepared = async (params: Params): Promise<Bound> => {
    const operator = await backend.prepare({ operation, matrix, kernel, precision, sizes, params });
    return { operator, x, y, bytes, params: { ...operator.kernelParams, ...operator.launchParams } };
  };
  let fastest = await prepared({});
  if (!given.tune) return fastest;
  let least = await timed(backend, fastest);
  for (const params of pointsOf(backend, kernel, matrix, precision, fastest.params)) {
    const bound = await prepared(params);
    const ms = await timed(backend, bound);
    const slower = ms < least ? fastest : bound;
    if (ms < least) [fastest, least] = [bound, ms];
    await slower.operator.dispose();
  }
  return fastest;
}

/** (0.5 − 2i)·Ax, of a large matrix for some rows. */
function referenceOf(whole: ComplexCoo): Reference {
  const each = 2 * Math.max(1, vectors);
  const step = Math.ceil(whole.rowIndex.length / MOST_JUDGED);
  const coo = step === 1 ? whole : someRows(whole, step);
  const found = referencesOf(
    createWorkload(operation, coo, { sizes }),
    {
      [nameOfX]: operandOf(each * coo.shape.cols),
      [nameOfY]: valueArray(host, each * coo.shape.rows),
    },
    { alpha: 0.5, alphaImaginary: -2, beta: 0, betaImaginary: 0 },
    { precision: complex, accumulator: complex },
  )[nameOfY];
  if (!found) throw new Error(`'${operation.id}' has no ${nameOfY}.`);
  const elements = found.high.map((_, e) => Math.floor(e / each) * step * each + (e % each));
  return step === 1 ? found : { ...found, elements: Int32Array.from(elements) };
}

async function check({ operator, x, y }: Bound, reference: Reference, kernel: Kernel): Promise<void> {
  operator.apply(x, y, [0.5, -2], 0);
  const { accumulator } = kernel.precisions.find(({ precision }) => precision === complex) ?? { accumulator: complex };
  const { errorRatio } = judge(await y.read(), reference, accumulator);
  if (!(errorRatio <= 1)) throw new Error(`${kernel.id} is wrong: ${errorRatio} of the bound`);
}

/** Median milliseconds of one product, by the device's clock where it has one. */
async function timed(backend: Backend, { operator, x, y }: Bound): Promise<number> {
  const own = await operator.time([x, y, 1, 0], { runs: 9 });
  if (own) return median([...own]);
  // A sample that another process cut in two holds that one's time slice, which is longer than a product: on a busy machine these are the most once products take milliseconds.
  const whole: number[] = [];
  for (let s = 0; s < 51 || (whole.length < LEAST_WHOLE && s < MOST_SAMPLES); s++) {
    const before = process.resourceUsage().involuntaryContextSwitches;
    const start = performance.now();
    let count = 0;
    for (; count === 0 || performance.now() - start < 0.2; count++) operator.apply(x, y, 1, 0);
    const ms = (performance.now() - start) / count;
    if (process.resourceUsage().involuntaryContextSwitches === before) whole.push(ms);
  }
  await backend.finish();
  return whole.length < LEAST_WHOLE ? Number.NaN : median(whole);
}

/** A matrix, complex and real, in the formats that kernels asked for so far, each built once. */
function storedOnce(coo: ComplexCoo): (format: string) => readonly [StoredMatrix, StoredMatrix] {
  const built = new Map<string, readonly [StoredMatrix, StoredMatrix]>();
  const numbers = realPart(coo);
  return (id) => {
    const format = registry.format(id);
    const of = (one: AnyCoo): StoredMatrix => buildMatrix(format, one, { valueType: host });
    const pair = built.get(id) ?? [of(coo), of(numbers)];
    built.set(id, pair);
    return pair;
  };
}

async function rowOf(
  backend: Backend,
  kernel: Kernel,
  matrix: string,
  stored: readonly [StoredMatrix, StoredMatrix],
  reference: Reference,
): Promise<Row> {
  const pair = [await bind(backend, kernel, stored[0], complex), await bind(backend, kernel, stored[1], real)] as const;
  await check(pair[0], reference, kernel);
  const times: (readonly [number, number])[] = [];
  for (let r = 0; r <= Number(given.rounds); r++)
    times.push([await timed(backend, pair[0]), await timed(backend, pair[1])]);
  // The first round warms up.
  const rest = times.slice(1);
  const share = pair[0].bytes / pair[1].bytes;
  for (const { operator, x, y } of pair) for (const one of [operator, x, y]) await one.dispose();
  return {
    matrix,
    kernel: kernel.id,
    params: pair.map(({ params }) => formatParams(params)).join(' / '),
    ms: median(rest.map(([ms]) => ms)),
    realMs: median(rest.map(([, ms]) => ms)),
    ratio: median(rest.map(([ms, realMs]) => (share * realMs) / ms)),
  };
}

function write({ matrix, kernel, params, ms, realMs, ratio }: Row, vendor: number): void {
  const last = Number.isFinite(vendor) ? (vendor / ms).toFixed(2) : '';
  process.stdout.write(
    `| ${matrix} | ${kernel}${given.tune ? ` ${params}` : ''} | ${ms.toFixed(4)} | ${realMs.toFixed(4)} | ${ratio.toFixed(2)} | ${last} |\n`,
  );
}

const backend = await openBackend(registry, id);
const kernels = registry
  .kernels({ targets: registry.backend(id).targets, operation: operation.id })
  .filter(({ options }) => !options?.['transpose'])
  .filter(({ precisions }) => [complex, real].every((one) => precisions.some(({ precision }) => precision === one)))
  .filter((kernel) => kernel.vendor || new RegExp(given.only, 'u').test(kernel.id))
  .sort((a, b) => Number(b.vendor ?? false) - Number(a.vendor ?? false));
process.stdout.write(
  `| matrix | kernel | ${complex} ms | ${real} ms | GB/s over ${real}'s | vendor's best over this |\n| --- | --- | --: | --: | --: | --: |\n`,
);
for (const matrix of named.length > 0 ? named : MATRICES) {
  const coo = await matrixOf(matrix);
  const reference = referenceOf(coo);
  const stored = storedOnce(coo);
  let vendor = Number.POSITIVE_INFINITY;
  for (const kernel of kernels) {
    try {
      const row = await rowOf(backend, kernel, matrix.replace(/.*\//u, ''), stored(kernel.format ?? ''), reference);
      if (kernel.vendor) vendor = Math.min(vendor, row.ms);
      write(row, vendor);
    } catch (error) {
      process.stderr.write(`${matrix} ${kernel.id}: ${error instanceof SpmvError ? error.message : String(error)}\n`);
    }
  }
}
await backend.dispose();
