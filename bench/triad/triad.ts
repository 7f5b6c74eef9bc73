// a ← b + 3c by the threads of the pool and by OpenMP's, on the memory of the pool and on the system's: what keeps one below the other. Compiles
// triad.cpp with g++ -O3 -march=native -fopenmp. Each way has a process of its own: who touches a page first, and pages of 2 MiB, are for good.
// Usage: node bench/triad/triad.ts [--mib 512] [--threads N] [--runs 20] [--turns 2] [--paired]   (the machine must do nothing else)
import type { Kernel, Operation, Params, Vector } from '@spmv/core';
import { openBackend } from '@spmv/core';
import { threads } from '@spmv/backend-threads';
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { open } from './functions.ts';

const { values } = parseArgs({
  options: {
    mib: { type: 'string', default: '512' },
    threads: { type: 'string', default: String(availableParallelism()) },
    runs: { type: 'string', default: '20' },
    turns: { type: 'string', default: '2' },
    way: { type: 'string' },
    memory: { type: 'string' },
    paired: { type: 'boolean', default: false },
  },
});
const [team, runs] = [Number(values.threads), Number(values.runs)];
/** Elements of each of the three vectors. */
const n = Number(values.mib) * 2 ** 17;

const triad: Operation<readonly [b: Vector, c: Vector, a: Vector]> = {
  kind: 'operation',
  id: 'bench/triad',
  title: 'Triad',
  formula: 'a ← b + 3c',
  sources: [],
  options: {},
  sizes: { n: { default: 1, doc: 'elements' } },
  operands: () => [
    { role: 'vector', name: 'b', length: 'n', access: 'read' },
    { role: 'vector', name: 'c', length: 'n', access: 'read' },
    { role: 'vector', name: 'a', length: 'n', access: 'write' },
  ],
  trivial: { sizes: [], scalars: [] },
  flops: () => 2 * n,
  reference: () => ({}),
  checks: [],
};

const MODULE = new URL('functions.ts', import.meta.url).href;
const JAVASCRIPT = `data:text/javascript,${encodeURIComponent('export function triad({ a, b, c, begin, end }) { for (let i = begin; i < end; i++) a[i] = b[i] + 3 * c[i]; }')}`;

const common = {
  kind: 'kernel',
  operation: triad.id,
  title: 'Triad',
  sources: [],
  precisions: [{ precision: 'f64', accumulator: 'f64' }],
  reproducibility: 'bitwise',
  requires: [],
  params: { axes: {} },
} as const;

/** A function of triad.cpp: on ranges, once for each worker, or once. */
function native(name: string, args: readonly (string | number)[], count: number | 'workers'): Kernel<'native'> {
  const passes = [{ module: MODULE, export: name, arguments: args, partition: { unit: 'elements', count } }];
  return { ...common, id: `native/bench/triad-${name}`, target: 'native', program: () => ({ passes }) };
}

const js: Kernel<'js'> = {
  ...common,
  id: 'js/bench/triad',
  target: 'js',
  program: () => ({ passes: [{ module: JAVASCRIPT, export: 'triad', partition: { unit: 'elements', count: n } }] }),
};
/** By each worker of the pool, once. */
const pin = native('pin', ['worker'], 'workers');

/** Threads of the pool or of OpenMP, on memory of the pool or of the system, by words: `system pool huge pinned`. Those that compute touch pages first, or the main thread does. */
const WAYS = [
  'pool js',
  ...['pool native', 'pool openmp', 'system native', 'system openmp'].flatMap((who) =>
    ['', ' main-touches', ' huge', ' huge pinned'].map((how) => `${who}${how}`),
  ),
];

/** GB/s of a product that takes so many milliseconds. */
const rate = (ms: number): number => (3 * 8 * n) / ms / 1e6;

function msOf(product: () => void): number {
  const begin = performance.now();
  product();
  return performance.now() - begin;
}

const sorted = (samples: readonly number[]): readonly number[] => samples.toSorted((a, b) => a - b);
const median = (samples: readonly number[]): number => sorted(samples)[samples.length >> 1] ?? Number.NaN;

/** Vectors in memory of the pool or of the system, and what computes with them. */
async function openVectors(onPool: boolean) {
  const { addressOf, allocate, bind } = open();
  const call = (name: string, ...args: readonly number[]): void => bind(name, Float64Array.of(...args))?.();
  // What lies in memory of the system is no operand: its place is one of the arguments.
  const backend = await openBackend(threads);
  const length = onPool ? n : 1;
  const [b, c, a] = [await backend.vector(length), await backend.vector(length), await backend.vector(length)];
  const places = onPool
    ? [a, b, c].map(({ elements }) => {
        const { buffer, byteOffset } = elements as Float64Array;
        return addressOf(new Uint8Array(buffer)) + byteOffset;
      })
    : [a, b, c].map(() => allocate(8 * n));
  const run = async (kernel: Kernel, params: Params = {}): Promise<() => void> => {
    const given = { threads: team, ...params };
    const operator = await backend.prepare({ operation: triad, kernel, sizes: { n: length }, params: given });
    return () => operator.apply(b, c, a);
  };
  return {
    places,
    call,
    run,
    /** By the pool's threads. */
    ranges: (name: string) => native(name, [...places, 'begin', 'end'], n),
    openmp: () => call('openmp', ...places, n, team),
    dispose: () => backend.dispose(),
  };
}

/** The rate of a way, in this process. */
async function measure(way: string): Promise<number> {
  const words = new Set(way.split(' '));
  const { places, call, run, ranges, openmp, dispose } = await openVectors(way.startsWith('pool'));
  if (words.has('huge')) for (const at of places) call('advise', at, 8 * n);
  if (words.has('pinned')) {
    if (words.has('openmp')) call('pinOpenmp', team);
    else (await run(pin))();
  }
  if (words.has('main-touches')) call('touch', ...places, n, 1);
  else if (words.has('openmp')) call('touch', ...places, n, team);
  else (await run(ranges('touchRange')))();
  const product = words.has('js') ? await run(js) : words.has('native') ? await run(ranges('range')) : openmp;
  for (let k = 0; k < 5; k++) product();
  const ms = median(Array.from({ length: runs }, () => msOf(product)));
  await dispose();
  return rate(ms);
}

/** Teams in turns on the same memory, in one process: a machine that changes changes for all. Between them threads go to sleep. */
async function measurePaired(memory: string): Promise<void> {
  const { places, call, run, ranges, openmp, dispose } = await openVectors(memory.startsWith('pool'));
  if (memory.includes('huge')) for (const at of places) call('advise', at, 8 * n);
  (await run(ranges('touchRange')))();
  const teams: Readonly<Record<string, () => void>> = {
    'pool, one range each': await run(ranges('range'), { schedule: 'balanced', chunk: 0 }),
    'pool, dynamic': await run(ranges('range'), { schedule: 'dynamic' }),
    OpenMP: openmp,
  };
  const samples = new Map(Object.keys(teams).map((name) => [name, [] as number[]]));
  const asleep = new Int32Array(new SharedArrayBuffer(4));
  for (let round = 0; round < runs; round++) {
    for (const [name, product] of Object.entries(teams)) {
      Atomics.wait(asleep, 0, 0, 5);
      product();
      for (let k = 0; k < 2; k++) samples.get(name)?.push(msOf(product));
    }
  }
  for (const [name, ms] of samples)
    process.stdout.write(
      `${memory.padEnd(12)} ${name.padEnd(22)} ${rate(median(ms)).toFixed(1)} GB/s, at best ${rate(sorted(ms)[0] as number).toFixed(1)}\n`,
    );
  await dispose();
}

/** Each way in a process of its own. */
function measureAll(ways: readonly string[], word: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-triad-'));
  const addon = join(folder, 'triad.node');
  // In a clone beside the package that needs them, in a bundle beside all packages.
  const vendor = join(import.meta.dirname, '..', '..', 'packages', 'kernels-vendor', 'package.json');
  const { include_dir: include } = createRequire(vendor)('node-api-headers') as { readonly include_dir: string };
  const flags = ['-O3', '-march=native', '-fopenmp', '-std=c++20', '-fPIC', '-shared', '-DNAPI_VERSION=8'];
  try {
    execFileSync('g++', [...flags, `-I${include}`, join(import.meta.dirname, 'triad.cpp'), '-o', addon]);
    for (const way of Array.from({ length: Number(values.turns) }, () => ways).flat()) {
      const args = [...process.execArgv, import.meta.filename, word, way];
      const given = ['mib', 'threads', 'runs'].flatMap((name) => [`--${name}`, values[name as 'mib']]);
      execFileSync(process.execPath, [...args, ...given], {
        env: { ...process.env, SPMV_TRIAD: addon },
        stdio: 'inherit',
      });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const { way, memory } = values;
if (memory !== undefined) await measurePaired(memory);
else if (way !== undefined) process.stdout.write(`${way.padEnd(28)} ${(await measure(way)).toFixed(1)} GB/s\n`);
else if (values.paired) measureAll(['pool', 'pool huge', 'system', 'system huge'], '--memory');
else measureAll(WAYS, '--way');
