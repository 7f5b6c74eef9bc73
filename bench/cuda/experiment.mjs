// Chosen kernels against cuSPARSE on chosen matrices, turn by turn, with and without overlap of neighbouring products.
// Usage: node bench/cuda/experiment.mjs --out FOLDER --matrices FOLDER [--seconds N] [--conform]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { buildMatrix, createRegistry, judge, openBackend, spmvReference } from '@spmv/core';
import { cuda, measureDevice, plugin as cudaPlugin } from '@spmv/backend-cuda';
import { plugin as packedPlugin } from '@spmv/format-packed';
import { plugin as formatsPlugin } from '@spmv/formats';
import { randomVector, stencil27 } from '@spmv/testkit';
import { matrixList } from './matrices.mjs';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: '.' },
    matrices: { type: 'string' },
    seconds: { type: 'string', default: '1000' },
    conform: { type: 'boolean', default: false },
  },
});
const begin = performance.now();
const seconds = () => (performance.now() - begin) / 1000;
mkdirSync(options.out, { recursive: true });

const vendor = (which) => ({ kernel: `cuda/csr-cusparse-${which}`, vendor: true });
const twoPass = (columns, capacity, blockSize) => ({
  kernel: 'cuda/csr-two-pass',
  params: { columns, capacity, blockSize },
});
const tiles = (capacity, blockSize) => ({ kernel: 'cuda/csr-balanced', params: { capacity, blockSize } });
const warps = (perLane, blockSize) => ({ kernel: 'cuda/csr-balanced-warp', params: { perLane, tiles: 1, blockSize } });
const lanes = (threads, blockSize) => ({ kernel: 'cuda/csr-vector', params: { threads, blockSize } });
const ellpack = (blockSize) => ({ kernel: 'cuda/ellpack', params: { blockSize } });
const slices = (steps, window, inFlight, blockSize) => ({
  kernel: 'cuda/packed',
  formatParams: { steps, window },
  params: { inFlight, blockSize },
});
const skewed = [
  vendor('alg1'),
  warps(4, 512),
  warps(2, 512),
  tiles(256, 256),
  slices(4, 256, '8', 256),
  slices(8, 256, '8', 256),
];
const alike = [vendor('alg1'), vendor('sell'), ellpack(256), ellpack(512), lanes(2, 1024)];

/** What to measure, the most wanted first. @type {[string, object[], { f64?: object[], f32?: object[] }?][]} */
const PLAN = [
  [
    'power-law-4M',
    [vendor('alg1'), tiles(2048, 256)],
    {
      f64: [twoPass(24576, 4096, 512), twoPass(24576, 8192, 512), twoPass(12288, 4096, 256)],
      f32: [twoPass(49152, 4096, 512), twoPass(49152, 8192, 512), twoPass(24576, 4096, 256)],
    },
  ],
  [
    'random-1M-16',
    [vendor('alg1'), vendor('sell'), ellpack(256)],
    {
      f64: [twoPass(24576, 4096, 512), twoPass(24576, 2048, 256)],
      f32: [twoPass(49152, 4096, 512), twoPass(24576, 4096, 512)],
    },
  ],
  ['email-Enron', skewed],
  ['Grond4e4', alike],
  [
    'power-law-1M',
    [
      vendor('alg1'),
      slices(8, 8192, '4', 128),
      slices(8, 8192, 'ahead', 128),
      twoPass(24576, 4096, 512),
      twoPass(12288, 2048, 256),
    ],
  ],
  [
    'ego-twitter_u',
    [
      vendor('alg1'),
      slices(16, 256, 'ahead', 128),
      slices(16, 256, '8', 256),
      twoPass(12288, 4096, 512),
      twoPass(24576, 2048, 256),
    ],
  ],
  ['memplus', skewed],
  ['nk_wing', alike],
  ['wiki-Vote', skewed],
  ['full-row-117k', [vendor('alg1'), tiles(1024, 1024), tiles(256, 256)]],
  ['usroads', alike],
  ['grid5-1500', [vendor('alg1'), vendor('sell'), ellpack(128)]],
  ['stencil27-96', [vendor('alg1'), vendor('sell'), slices(64, 8192, '8', 64), slices(32, 8192, '8', 128)]],
];

/** Kernels whose conformance is looked at beside. */
const CONFORM = '/(csr-two-pass|packed|ellr-t)$';
/** Matrices whose products are compared with exact ones. */
const JUDGED = new Set(['power-law-4M']);
/** Entries above which a kernel and the one after it have nothing to gain from overlapping. */
const LARGE = 2 ** 22;

const registry = createRegistry([cudaPlugin, formatsPlugin, packedPlugin]);
// Kernels once as they run, and once waiting for one another, while the matrices are made.
const conform = (name, environment) =>
  once(
    spawn(
      process.execPath,
      [
        join(import.meta.dirname, 'conform.mjs'),
        '--out',
        join(options.out, name),
        '--tiers',
        'quick',
        '--only',
        CONFORM,
        '--seconds',
        '15',
      ],
      {
        stdio: 'inherit',
        env: { ...process.env, ...environment },
      },
    ),
    'exit',
  );
const conformed = options.conform ? [conform('overlapping', {}), conform('alone', { SPMV_CUDA_NO_OVERLAP: '1' })] : [];
const listed = new Map(matrixList(options.matrices, /./, 1).map((matrix) => [matrix.name, matrix]));
listed.set('stencil27-96', { load: async () => stencil27({ n: 96 }) });
const loaded = new Map();
for (const [name] of PLAN) {
  if (!listed.has(name)) continue;
  loaded.set(name, await listed.get(name).load());
  // Their time is used for what comes first; the rest is loaded when its turn comes.
  if (seconds() > 12) break;
}
process.stdout.write(`${seconds().toFixed(1)} s  loaded ${[...loaded.keys()].join(', ')}\n`);
const operandOf = (coo, precision) => randomVector(coo.shape.cols, { type: precision, seed: 7 });
// Exact products of a large matrix take seconds: they too are made meanwhile.
const references = new Map();
for (const name of JUDGED) {
  const coo = loaded.get(name);
  for (const precision of coo ? ['f64', 'f32'] : []) {
    references.set(
      `${name} ${precision}`,
      spmvReference(
        { coo, x: operandOf(coo, precision), y: new Float64Array(coo.shape.rows), alpha: 1, beta: 0 },
        precision,
      ),
    );
  }
}
process.stdout.write(`${seconds().toFixed(1)} s  exact products of ${[...references.keys()].join(', ')}\n`);
await Promise.all(conformed);
const measured = await measureDevice();
process.stdout.write(`${seconds().toFixed(1)} s  ${measured.device}: copy ${measured.copyGBs.toFixed(0)} GB/s\n`);
const backend = await openBackend(cuda);
const document = { device: backend.device, measured, cells: [], failures: [] };
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const label = (spec) =>
  `${spec.kernel.replace('cuda/', '')} ${Object.values({ ...spec.formatParams, ...spec.params }).join('/')}${spec.overlap === false ? ' alone' : ''}`;

async function prepareAll(coo, precision, specs) {
  const prepared = [];
  const kept = new Map();
  for (const spec of specs) {
    const kernel = registry.kernel(spec.kernel);
    const key = kernel.format + JSON.stringify(spec.formatParams ?? {});
    try {
      if (!kept.has(key))
        kept.set(
          key,
          buildMatrix(registry.format(kernel.format), coo, { params: spec.formatParams ?? {}, valueType: precision }),
        );
      for (const overlap of spec.vendor || coo.values.length > LARGE ? [true] : [true, false]) {
        if (overlap) delete process.env.SPMV_CUDA_NO_OVERLAP;
        else process.env.SPMV_CUDA_NO_OVERLAP = '1';
        const start = performance.now();
        const operator = await backend.prepare({
          operation: 'spmv',
          matrix: kept.get(key),
          kernel,
          precision,
          params: spec.params ?? {},
        });
        prepared.push({ spec: { ...spec, overlap }, operator, prepareMs: performance.now() - start, hot: [], cold: 0 });
      }
    } catch (error) {
      failures.push({ precision, label: label(spec), reason: error.message });
      process.stdout.write(`FAILED ${precision} ${label(spec)}: ${error.message}\n`);
    }
  }
  delete process.env.SPMV_CUDA_NO_OVERLAP;
  return prepared;
}

/** Largest difference of y from `expected`, over the largest |y|. */
function difference(y, expected) {
  let worst = 0;
  let largest = 0;
  for (let i = 0; i < y.length; i++) {
    const d = Math.abs(y[i] - expected[i]);
    if (!(d <= worst)) worst = d;
    largest = Math.max(largest, Math.abs(expected[i]));
  }
  return worst / largest;
}

const { failures } = document;

/** Does `work` with each operator; one that fails says so, and is left out from then on. */
async function withEach(name, precision, prepared, work) {
  for (const one of prepared) {
    if (one.failed) continue;
    try {
      await work(one);
    } catch (error) {
      one.failed = error.message;
      failures.push({ name, precision, label: label(one.spec), reason: error.message });
      process.stdout.write(`FAILED ${name} ${precision} ${label(one.spec)}: ${error.message}\n`);
    }
  }
}

function report(name, precision, prepared) {
  const us = (ms) => (1000 * ms).toFixed(2);
  const theirs = Math.min(...prepared.filter(({ spec }) => spec.vendor).map((one) => median(one.hot)));
  for (const one of prepared) {
    const hot = median(one.hot);
    const errors =
      one.errorRatio === undefined
        ? ''
        : `, error ratio ${one.errorRatio.toPrecision(3)}${one.errorRatio <= 1 ? '' : ' WRONG'}`;
    process.stdout.write(
      `${seconds().toFixed(1)} s  ${name} ${precision}  ${(theirs / hot).toFixed(3)}  ${us(hot)} us (${us(Math.min(...one.hot))} … ${us(Math.max(...one.hot))}), cold ${us(one.cold)}  ${label(one.spec)}  differs ${one.difference.toExponential(1)}${errors}, prepared in ${one.prepareMs.toFixed(0)} ms\n`,
    );
  }
}

async function measure(name, coo, precision, specs) {
  const prepared = await prepareAll(coo, precision, specs);
  const reference = references.get(`${name} ${precision}`);
  const x = await backend.vector(operandOf(coo, precision));
  const y = await backend.vector(coo.shape.rows, precision);
  let expected;
  await withEach(name, precision, prepared, async (one) => {
    await y.write(
      (precision === 'f64' ? new Float64Array(coo.shape.rows) : new Float32Array(coo.shape.rows)).fill(Number.NaN),
    );
    for (let i = 0; i < 3; i++) one.operator.apply(x, y, 1, 0);
    const found = await y.read();
    expected ??= found;
    one.difference = difference(found, expected);
    if (reference) one.errorRatio = judge(found, reference, precision).errorRatio;
  });
  for (let round = 0; round < 4; round++)
    await withEach(name, precision, prepared, async (one) =>
      one.hot.push(median(await one.operator.time(x, y, { runs: 5 }))),
    );
  await withEach(name, precision, prepared, async (one) => {
    one.cold = median(await one.operator.time(x, y, { runs: 3, cold: true }));
  });
  report(
    name,
    precision,
    prepared.filter((one) => !one.failed),
  );
  for (const one of prepared) {
    document.cells.push({ name, precision, label: label(one.spec), ...one, operator: undefined });
    await one.operator.dispose();
  }
  await x.dispose();
  await y.dispose();
}

for (const [name, specs, more = {}] of PLAN) {
  if (!listed.has(name)) continue;
  const coo = loaded.get(name) ?? (await listed.get(name).load());
  loaded.delete(name);
  for (const precision of ['f64', 'f32']) {
    if (seconds() > Number(options.seconds)) break;
    await measure(name, coo, precision, [...specs, ...(more[precision] ?? [])]).catch((error) => {
      failures.push({ name, precision, reason: error.message });
      process.stdout.write(`FAILED ${name} ${precision}: ${error.message}\n`);
    });
  }
  writeFileSync(
    join(options.out, 'experiment.json'),
    JSON.stringify(document, (_key, value) => (value === undefined ? undefined : value)),
  );
}
await backend.dispose();
process.stdout.write(`${seconds().toFixed(1)} s  done, ${failures.length} failed\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
