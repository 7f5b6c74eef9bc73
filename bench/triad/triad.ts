// a ← b + 3c by the threads of the pool and by OpenMP's, on the memory of the pool and on the system's: what keeps one below the other. Compiles
// triad.cpp with g++ -O3 -march=native -fopenmp. Each way has a process of its own: who touches a page first, and pages of 2 MiB, are for good.
// Usage: node --conditions=@spmv/source bench/triad/triad.ts [--mib 512] [--threads N] [--runs 20]   (the machine must do nothing else)
import type { Kernel, Operation, Vector } from '@spmv/core';
import { openBackend } from '@spmv/core';
import { threads } from '@spmv/backend-threads';
import { execFileSync } from 'node:child_process';
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
    way: { type: 'string' },
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
const ranges = native('range', ['a', 'b', 'c', 'begin', 'end'], n);
const openmp = native('openmp', ['a', 'b', 'c', n, 'workers'], 1);
const pin = native('pin', ['worker'], 'workers');

/** One way to compute it, by words: `pool native huge pinned`. */
const WAYS = ['pool js', 'pool native', 'pool openmp', 'system openmp'].flatMap((who) =>
  ['', ' main-touches', ' huge', ' pinned', ' huge pinned']
    .filter((how) => !(who.startsWith('system') && how.includes('main')))
    .map((how) => `${who}${how}`),
);

function rateOf(product: () => void): number {
  for (let k = 0; k < 5; k++) product();
  const times = Array.from({ length: runs }, () => {
    const begin = performance.now();
    product();
    return performance.now() - begin;
  }).sort((a, b) => a - b);
  return (3 * 8 * n) / (times[runs >> 1] ?? Number.NaN) / 1e6;
}

/** On the memory of the pool, by its threads or by OpenMP's. */
async function onPool(way: string): Promise<number> {
  const { addressOf, bind } = open();
  const backend = await openBackend(threads);
  const [b, c, a] = [await backend.vector(n), await backend.vector(n), await backend.vector(n)];
  const params = { threads: team };
  const prepare = async (kernel: Kernel) => backend.prepare({ operation: triad, kernel, sizes: { n }, params });
  if (way.includes('huge')) {
    // They lie one after another.
    const { buffer, byteOffset } = b.elements as Float64Array;
    bind('advise', Float64Array.of(addressOf(new Uint8Array(buffer)) + byteOffset, 3 * 8 * n))?.();
  }
  if (way.includes('pinned')) {
    if (way.includes('openmp')) bind('pinOpenmp', Float64Array.of(team))?.();
    else (await prepare(pin)).apply(b, c, a);
  }
  if (way.includes('main-touches')) for (const vector of [b, c, a]) await vector.write(new Float64Array(n).fill(1));
  const operator = await prepare(way.includes('js') ? js : way.includes('native') ? ranges : openmp);
  const rate = rateOf(() => operator.apply(b, c, a));
  await backend.dispose();
  return rate;
}

/** On memory of the system, by OpenMP's threads, which touch it first. */
function onSystem(way: string): number {
  const { allocate, bind } = open();
  const [a = 0, b = 0, c = 0] = [0, 1, 2].map(() => allocate(8 * n));
  if (way.includes('huge')) for (const at of [a, b, c]) bind('advise', Float64Array.of(at, 8 * n))?.();
  if (way.includes('pinned')) bind('pinOpenmp', Float64Array.of(team))?.();
  const args = Float64Array.of(a, b, c, n, team);
  bind('touch', args)?.();
  return rateOf(bind('openmp', args) ?? (() => {}));
}

/** Each way in turns, twice: a machine that changes shows. */
function measureAll(): void {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-triad-'));
  const addon = join(folder, 'triad.node');
  const packages = join(import.meta.dirname, '..', '..', 'packages');
  const include = join(packages, 'kernels-vendor', 'node_modules', 'node-api-headers', 'include');
  const flags = ['-O3', '-march=native', '-fopenmp', '-std=c++20', '-fPIC', '-shared', '-DNAPI_VERSION=8'];
  try {
    execFileSync('g++', [...flags, `-I${include}`, join(import.meta.dirname, 'triad.cpp'), '-o', addon]);
    for (const way of [...WAYS, ...WAYS]) {
      const args = ['--conditions=@spmv/source', import.meta.filename, '--way', way];
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

const { way } = values;
if (way === undefined) measureAll();
else {
  const rate = way.startsWith('pool') ? await onPool(way) : onSystem(way);
  process.stdout.write(`${way.padEnd(28)} ${rate.toFixed(1)} GB/s\n`);
}
