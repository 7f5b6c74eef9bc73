// One GPU beside several of the same host: products of generated matrices from 100 MB on, as stored in CSR of f64; halo bytes as planned and as counted; what
// the products of the stripes take by themselves, without what devices copy and wait; what the host pays for a product;
// and in turns the same devices where no rows are multiplied while copies run.
// Every product is judged on sampled rows before it is timed. Prints a line for each matrix and writes OUT.json and OUT.md after each.
// Usage: node --expose-gc tools/device/gpus.ts OUT.json [--devices 0,1] [--sizes 0.4,4.6,0.1,0.2,0.8,1.6] [--matrices stencil27,fem-band,local,random] [--seconds 150]
import type { Backend, Operator, Params, SpmvArguments, StoredMatrix, StoredPart, Vector } from '@spmv/core';
import {
  buildMatrix,
  cooByRows,
  createRegistry,
  isSpmvError,
  openBackend,
  spmv,
  storageBytes,
  stripesOfStored,
} from '@spmv/core';
import { judgeRows, sampleRows } from '@spmv/core/oracle';
import { plugin as cudaPlugin, cuda } from '@spmv/backend-cuda';
import { plugin as packedPlugin } from '@spmv/format-packed';
import { plugin as formats } from '@spmv/formats';
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { Made } from './gpus-matrices.ts';
import { matricesUpTo } from './gpus-matrices.ts';
import type { GpuMeasurement, GpuResult } from './gpus-table.ts';
import { gpusTable } from './gpus-table.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    devices: { type: 'string', default: 'all' },
    sizes: { type: 'string', default: '0.4,4.6,0.1,0.2,0.8,1.6' },
    matrices: { type: 'string', default: 'stencil27,fem-band,local,random' },
    seconds: { type: 'string', default: '150' },
  },
});
const [out] = positionals;
const registry = createRegistry([formats, cudaPlugin, packedPlugin]);
const ROUNDS = 4;
const RUNS = 8;
/** Products of a chain, each of which reads what the one before wrote. */
const CHAIN = 60;

const sizes = options.sizes.split(',').map((gigabytes) => Math.round(Number(gigabytes) * 1e9));
const MATRICES = matricesUpTo(Math.max(...sizes));

interface Choice {
  readonly kernel: string;
  readonly params: Params;
}

const CANDIDATES: readonly Choice[] = [
  ...[4, 8, 16, 32].map((threadsPerRow) => ({ kernel: 'cuda/csr-vector', params: { threadsPerRow } })),
  { kernel: 'cuda/csr-balanced', params: {} },
  { kernel: 'cuda/csr-balanced-warp', params: {} },
];

const median = (samples: ArrayLike<number>): number => {
  const sorted = Float64Array.from(samples).sort();
  return sorted[sorted.length >> 1] ?? Number.NaN;
};

/** The format with the fewest bytes; made of entries one by one, so only of smaller matrices. */
const PACKED: Choice = { kernel: 'cuda/packed', params: { inFlight: '8', blockSize: 64 } };

function packedOf({ matrix, source }: Made): Made {
  const { rowStart, colIndex, values: numbers } = matrix.arrays;
  const positions = { rowStart: rowStart as Int32Array, colIndex: colIndex as Int32Array };
  const coo = cooByRows(matrix.shape, positions, numbers as Float64Array);
  if (!coo) throw new RangeError('columns do not increase');
  const params = { steps: 64, window: 8192 };
  return { matrix: buildMatrix(registry.format('packed'), coo, { params, maxBytes: Infinity }), source };
}

async function prepare(
  backend: Backend,
  matrix: StoredMatrix,
  { kernel, params }: Choice,
): Promise<Operator<SpmvArguments>> {
  const format = registry.format(matrix.format);
  return backend.prepare({ operation: spmv, matrix, format, trusted: true, kernel: registry.kernel(kernel), params });
}

interface Subject {
  readonly backend: Backend;
  readonly operator: Operator<SpmvArguments>;
  readonly x: Vector;
  readonly y: Vector;
}

async function subjectOf(
  backend: Backend,
  { matrix, source }: Made,
  choice: Choice,
): Promise<Subject & { readonly errorRatio: number; readonly failures: number }> {
  const { rows, cols } = matrix.shape;
  const x = new Float64Array(cols);
  for (let j = 0; j < cols; j++) x[j] = 1 + (j % 1021) / 1024;
  const y = new Float64Array(rows);
  for (let i = 0; i < rows; i++) y[i] = (i % 509) / 512 - 0.5;
  const operator = await prepare(backend, matrix, choice);
  const [dx, dy] = [backend.vector(x), backend.vector(y)];
  operator.apply(dx, dy, -0.75, 0.5);
  const result = await dy.read();
  const { failures, errorRatio } = judgeRows(
    result,
    sampleRows(source),
    { source, x, y, alpha: -0.75, beta: 0.5 },
    'f64',
    'f64',
  );
  return { backend, operator, x: dx, y: dy, errorRatio, failures };
}

async function disposeOf({ operator, x, y }: Subject): Promise<void> {
  for (const one of [operator, x, y]) await one.dispose();
}

async function times({ operator, x, y }: Subject): Promise<number> {
  try {
    return median((await operator.time([x, y], { runs: RUNS })) ?? [Number.NaN]);
  } catch (error) {
    if (!isSpmvError(error)) throw error;
    // The chain may still be measured.
    process.stdout.write(`NOT TIMED: ${error.message}\n`);
    return Number.NaN;
  }
}

/** Milliseconds of a product by the host's clock where each reads what the one before wrote, and of the host alone to start one. */
async function chain({ backend, operator, x, y }: Subject): Promise<{ readonly ms: number; readonly hostUs: number }> {
  const samples: { readonly ms: number; readonly hostUs: number }[] = [];
  for (let round = 0; round < 3; round++) {
    await backend.finish();
    const begin = performance.now();
    for (let p = 0; p < CHAIN; p++) operator.apply(p % 2 === 0 ? x : y, p % 2 === 0 ? y : x, 1e-3, 0);
    const started = performance.now();
    await backend.finish();
    samples.push({ ms: (performance.now() - begin) / CHAIN, hostUs: (1000 * (started - begin)) / CHAIN });
  }
  return { ms: median(samples.map(({ ms }) => ms)), hostUs: Math.min(...samples.map(({ hostUs }) => hostUs)) };
}

/** The kernel that is fastest on one device. */
async function best(
  backend: Backend,
  made: Made,
): Promise<Choice & { readonly tried: readonly (readonly [string, number])[] }> {
  const tried: { readonly choice: Choice; readonly ms: number }[] = [];
  for (const choice of CANDIDATES) {
    const subject = await subjectOf(backend, made, choice);
    tried.push({ choice, ms: await times(subject) });
    await disposeOf(subject);
  }
  const [first] = tried.toSorted((a, b) => a.ms - b.ms) as [(typeof tried)[number]];
  return {
    ...first.choice,
    tried: tried.map(({ choice, ms }) => [`${choice.kernel} ${JSON.stringify(choice.params)}`, ms] as const),
  };
}

/** Milliseconds of each stripe's product by itself, as a matrix of its own on its device. */
async function stripeTimes(singles: readonly Backend[], { matrix }: Made, choice: Choice): Promise<readonly number[]> {
  const rule = { count: singles.length, gap: 2 ** 16 };
  const found: number[] = [];
  for (const [s, { parts }] of stripesOfStored(registry.format(matrix.format), matrix, rule).entries()) {
    const [{ matrix: part }] = parts as readonly [StoredPart];
    const backend = singles[s];
    const operator = await prepare(backend, part, choice);
    const x = backend.vector(new Float64Array(part.shape.cols).fill(1));
    const y = backend.vector(part.shape.rows);
    const subject = { backend, operator, x, y };
    found.push(await times(subject));
    await disposeOf(subject);
  }
  return found;
}

const begin = performance.now();
const seconds = (): number => Math.round((performance.now() - begin) / 100) / 10;
const several = await openBackend(cuda, { device: options.devices });
const waiting = await openBackend(cuda, { device: options.devices, options: { overlap: 'never' } });
const ordinals = String(several.device.details?.['device'] ?? '0').split(',');
const singles: Backend[] = [];
for (const device of ordinals) singles.push(await openBackend(cuda, { device }));
const one = singles[0];
const results: GpuResult[] = [];
const choices = new Map<string, Choice & { readonly tried?: readonly (readonly [string, number])[] }>();

function record(): void {
  const head = { device: several.device.name, devices: ordinals, details: one.device.details, seconds: seconds() };
  if (out === undefined) return;
  writeFileSync(out, `${JSON.stringify({ ...head, results }, null, 1)}\n`);
  writeFileSync(out.replace(/\.json$/u, '.md'), gpusTable(several.device.name, results));
}

async function measure(name: string, bytes: number, isPacked = false): Promise<GpuMeasurement> {
  const from = seconds();
  const entries = MATRICES[name](bytes);
  const made = isPacked ? packedOf(entries) : entries;
  const generated = seconds();
  const choice = isPacked ? PACKED : (choices.get(name) ?? (await best(one, made)));
  if (!isPacked) choices.set(name, choice);
  const { matrix } = made;
  const facts = {
    matrix: name,
    bytes: storageBytes(matrix),
    rows: matrix.shape.rows,
    nnz: matrix.nnz,
    ...choice,
  };
  const single = await subjectOf(one, made, choice);
  const before = seconds();
  const team = await subjectOf(several, made, choice);
  const prepared = seconds();
  const waits = await subjectOf(waiting, made, choice);
  const samples: Record<'one' | 'several' | 'waiting', number[]> = { one: [], several: [], waiting: [] };
  for (let round = 0; round < ROUNDS; round++) {
    samples.one.push(await times(single));
    samples.several.push(await times(team));
    samples.waiting.push(await times(waits));
  }
  const chains = { one: await chain(single), several: await chain(team), waiting: await chain(waits) };
  const exchange = team.operator.exchange?.();
  await disposeOf(single);
  await disposeOf(team);
  await disposeOf(waits);
  const stripes = await stripeTimes(singles, made, choice);
  const [a, b] = [median(samples.one), median(samples.several)];
  const found = {
    ...facts,
    ms: { one: a, several: b, waiting: median(samples.waiting), stripes, samples },
    ratio: a / b,
    chains: { ...chains, ratio: chains.one.ms / chains.several.ms },
    /** What copies and waiting add to the longest stripe. */
    exposedUs: 1000 * (b - Math.max(...stripes)),
    gigabytesPerSecond: { one: facts.bytes / a / 1e6, several: facts.bytes / b / 1e6 },
    exchange,
    movedAsPlanned: exchange !== undefined && exchange.movedBytes === exchange.products * exchange.bytes,
    errorRatio: [single.errorRatio, team.errorRatio, waits.errorRatio],
    failures: [single.failures, team.failures, waits.failures],
    seconds: { generate: generated - from, prepareSeveral: prepared - before, all: seconds() - from },
  };
  return found;
}

async function measureAll(): Promise<void> {
  const names = options.matrices.split(',');
  const wanted = [
    ...sizes.flatMap((bytes) => names.map((name) => [name, bytes, false] as const)),
    ...['stencil27', 'fem-band'].map((name) => [name, sizes[0] ?? 0, true] as const),
  ];
  for (const [name, bytes, isPacked] of wanted) {
    if (seconds() > Number(options.seconds)) {
      results.push({ matrix: name, bytes, message: 'left out: no time' });
      continue;
    }
    try {
      results.push(await measure(name, bytes, isPacked));
    } catch (error) {
      if (!isSpmvError(error)) throw error;
      results.push({ matrix: name, bytes, code: error.code, message: error.message });
    }
    process.stdout.write(`${JSON.stringify({ at: seconds(), ...results.at(-1) })}\n`);
    record();
    (globalThis as { readonly gc?: () => void }).gc?.();
  }
}

await measureAll();
for (const backend of [several, waiting, ...singles]) await backend.dispose();
record();
if (
  /"failures":\[(0,){0,2}[1-9]/u.test(JSON.stringify(results)) ||
  JSON.stringify(results).includes('"movedAsPlanned":false')
)
  process.exitCode = 1;
