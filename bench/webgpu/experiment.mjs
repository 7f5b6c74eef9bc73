// Kernels of this commit beside those of an earlier build (bench/webgpu/previous, if there) and of backend cuda, in turns, on the
// matrices where WebGPU is behind: what a change is worth, in one run.
// Usage: node bench/webgpu/experiment.mjs --out FOLDER --matrices FOLDER [--rounds 2] [--runs 9] [--seconds 60] [--only REGEX]
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { buildMatrix, createRegistry, isSpmvError, judge, openBackend, spmvReference } from '@spmv/core';
import { plugin as webgpuPlugin, webgpu } from '@spmv/backend-webgpu';
import { plugin as formatsPlugin } from '@spmv/formats';
import { plugin as packedPlugin } from '@spmv/format-packed';
import { randomVector, stencil27 } from '@spmv/testkit';
import { matrixList } from '../cuda/matrices.mjs';

const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: '.' },
    matrices: { type: 'string' },
    rounds: { type: 'string', default: '2' },
    runs: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
    'no-cuda': { type: 'boolean', default: false },
  },
});
const begin = performance.now();
const elapsed = () => (performance.now() - begin) / 1000;
const say = (text) => process.stdout.write(`${elapsed().toFixed(1).padStart(6)} s  ${text}\n`);
const median = (samples) => [...samples].sort((a, b) => a - b)[samples.length >> 1];

const sg = { reduction: 'subgroup' };
const packed = (steps, window, ...params) => ({ kernel: 'packed', formatParams: { steps, window }, params });
const flights = (...blocks) => blocks.flatMap((block) => [4, 8, 16].map((flight) => ({ block, flight, ...sg })));
const oldPacked = (steps) => packed(steps, 8192, { block: 128, ...sg });
const vector = (...T) => ({ kernel: 'csr-vector', params: T.map((one) => ({ T: one, block: 256, ...sg })) });
const ellpack = { kernel: 'ellpack', params: [{ block: 64 }, { block: 128 }, { block: 256 }] };
const ellpackR = { kernel: 'ellpack-r', params: [{ block: 128 }, { block: 256 }] };
const balanced = (...pairs) => ({
  kernel: 'csr-balanced',
  params: pairs.map(([block, items]) => ({ block, items, ...sg })),
});
const compiledIn = (entry) => ({ ...entry, params: entry.params.map((one) => ({ ...one, sizes: 'constant' })) });
const cudaPacked = (steps, ...windows) =>
  windows.map((window) => packed(steps, window, {}, { inFlight: '4' }, { inFlight: 'ahead' }));
const cudaWarp = {
  kernel: 'csr-balanced-warp',
  params: [2, 4].flatMap((perLane) => [256, 512].map((blockSize) => ({ perLane, blockSize }))),
};
const cudaVector = (...threads) => ({
  kernel: 'csr-vector',
  params: threads.map((one) => ({ threads: one, blockSize: 256 })),
});
const cudaEllpack = [
  { kernel: 'ellpack', params: [{ blockSize: 128 }, { blockSize: 256 }] },
  { kernel: 'ellpack-r', params: [{ blockSize: 128 }] },
];

/** What is measured on each matrix: earlier build, this one, CUDA. */
const PLAN = {
  lap3d_40: {
    old: [
      { kernel: 'csr-padded', formatParams: { multiple: 4 }, params: [{ T: 2, block: 256, width: 4, ...sg }] },
      vector(4),
      ellpackR,
    ],
    now: [
      ellpack,
      compiledIn({ kernel: 'ellpack', params: [{ block: 256 }] }),
      ellpackR,
      packed(8, 8192, ...flights(128, 256)),
      compiledIn(packed(8, 8192, { block: 128, flight: 8, ...sg })),
      packed(8, 32, { block: 128, flight: 8, ...sg }),
      vector(4),
      balanced([64, 4], [128, 4]),
    ],
    cuda: [cudaVector(2, 4), ...cudaEllpack, ...cudaPacked(8, 8192)],
  },
  usroads: {
    old: [vector(2), { kernel: 'csr', params: [{ block: 256 }] }, ellpackR],
    now: [
      ellpack,
      ellpackR,
      { kernel: 'csr', params: [{ block: 256 }] },
      packed(8, 256, ...flights(128)),
      packed(4, 8192, ...flights(128, 256)),
      balanced([64, 4]),
    ],
    cuda: [cudaVector(1, 2), ...cudaEllpack, ...cudaPacked(4, 8192), ...cudaPacked(8, 256)],
  },
  bcsstk33: {
    old: [vector(16), oldPacked(8)],
    now: [
      packed(8, 8192, ...flights(64, 128, 256)),
      packed(16, 8192, ...flights(128)),
      packed(8, 256, ...flights(128)),
      vector(16, 32),
    ],
    cuda: [...cudaPacked(8, 8192, 256), cudaVector(16)],
  },
  memplus: {
    old: [vector(32), oldPacked(4), balanced([256, 4])],
    now: [
      packed(4, 8192, ...flights(64, 128)),
      packed(8, 8192, ...flights(64, 128)),
      compiledIn(packed(8, 8192, { block: 64, flight: 8, ...sg })),
      packed(8, 256, ...flights(64)),
      packed(16, 8192, ...flights(64)),
      balanced([64, 4], [128, 4], [64, 8]),
      vector(32),
    ],
    cuda: [
      cudaWarp,
      ...cudaPacked(8, 8192, 256),
      { kernel: 'csr-balanced', params: [{ capacity: 256, blockSize: 128 }] },
    ],
  },
  'soc-slashdot0902_u': {
    old: [oldPacked(16), oldPacked(8)],
    now: [
      packed(16, 8192, ...flights(64, 128, 256)),
      packed(16, 256, ...flights(128)),
      packed(8, 8192, ...flights(128)),
      packed(32, 8192, ...flights(128)),
      balanced([64, 4], [128, 4], [128, 8]),
    ],
    cuda: [...cudaPacked(16, 8192, 256)],
  },
  'ego-twitter_u': {
    old: [oldPacked(16), balanced([128, 4])],
    now: [
      packed(16, 8192, ...flights(128)),
      packed(16, 256, ...flights(64, 128)),
      packed(32, 8192, ...flights(128)),
      balanced([128, 4], [64, 4]),
    ],
    cuda: [...cudaPacked(16, 256, 8192)],
  },
  'power-law-1M': {
    old: [oldPacked(8), balanced([128, 4])],
    now: [
      packed(8, 8192, ...flights(64, 128)),
      packed(16, 8192, ...flights(64)),
      packed(8, 256, ...flights(128)),
      balanced([64, 4], [128, 4], [64, 8], [256, 4]),
    ],
    cuda: [...cudaPacked(8, 8192), ...cudaPacked(16, 8192), cudaWarp],
  },
  'grid5-1500': {
    old: [oldPacked(16)],
    now: [ellpack, ellpackR, packed(16, 8192, ...flights(128)), packed(8, 256, ...flights(64))],
    cuda: [...cudaEllpack, ...cudaPacked(16, 8192)],
  },
  'stencil27-112': {
    old: [oldPacked(32)],
    now: [packed(32, 8192, ...flights(64, 128, 256)), ellpackR],
    cuda: [...cudaPacked(32, 8192)],
  },
};

/** { prefix, backend, registry } of each contestant. */
async function contestants() {
  const found = [];
  const add = async (name, prefix, plugin, descriptor) => {
    const registry = createRegistry([plugin, formatsPlugin, packedPlugin]);
    found.push({ name, prefix, registry, backend: await openBackend(descriptor) });
  };
  await add('now', 'wgsl', webgpuPlugin, webgpu);
  const earlier = new URL('previous/dist/index.js', import.meta.url);
  if (existsSync(earlier)) {
    const { plugin, webgpu: descriptor } = await import(earlier.href);
    await add('old', 'wgsl', plugin, descriptor);
  }
  try {
    const { plugin, cuda } = options['no-cuda'] ? {} : await import('@spmv/backend-cuda');
    const probe = await cuda?.probe();
    if (probe?.available) await add('cuda', 'cuda', plugin, cuda);
    else say(`without CUDA: ${probe?.reason}`);
  } catch (error) {
    say(`without CUDA: ${error.message}`);
  }
  return found;
}

/** Prepares every candidate that exists, checks its product and keeps its operator. */
async function prepareAll({ prefix, registry, backend, name }, list, coo, built) {
  const x = randomVector(coo.shape.cols, { type: 'f32', seed: 7 });
  const dx = await backend.vector(x, 'f32');
  const dy = await backend.vector(coo.shape.rows, 'f32');
  const reference =
    coo.values.length < 3e6
      ? (built.reference ??= spmvReference({ coo, x, y: new Float64Array(0), alpha: 1, beta: 0 }, 'f32'))
      : undefined;
  const poison = new Float32Array(coo.shape.rows).fill(Number.NaN);
  const entries = [];
  for (const { kernel: short, formatParams = {}, params } of list ?? []) {
    const id = `${prefix}/${short}`;
    if (!registry.kernels().some((kernel) => kernel.id === id)) continue;
    const kernel = registry.kernel(id);
    for (const given of params) {
      // A device of small subgroups, on which this program is tried out.
      const one =
        given.reduction && backend.device.limits.subgroupSize < 32 ? { ...given, reduction: 'workgroup' } : given;
      const label = `${kernel.id} ${JSON.stringify({ ...formatParams, ...one })}`;
      try {
        const key = `${kernel.format} ${JSON.stringify(formatParams)}`;
        const matrix = (built[key] ??= buildMatrix(registry.format(kernel.format), coo, {
          params: formatParams,
          valueType: 'f32',
          maxBytes: 2 ** 33,
        }));
        const operator = await backend.prepare({ operation: 'spmv', matrix, kernel, precision: 'f32', params: one });
        await dy.write(poison);
        operator.apply(dx, dy, 1, 0);
        const errorRatio = reference ? judge(await dy.read(), reference, 'f32').errorRatio : null;
        if (errorRatio !== null && !(errorRatio <= 1)) say(`WRONG ${label}: ${errorRatio}`);
        await operator.time(dx, dy, { runs: 2 });
        entries.push({ name, label, operator, dx, dy, errorRatio, times: [] });
      } catch (error) {
        if (!isSpmvError(error)) throw error;
        if (!/^(?:PARAM|FORMAT\.REFUSED)/.test(error.code)) say(`FAILED ${label}: ${error.message}`);
      }
    }
  }
  return entries;
}

mkdirSync(options.out, { recursive: true });
const runners = await contestants();
for (const { name, backend } of runners) say(`${name}: ${JSON.stringify(backend.device)}`);
const stencil = { name: 'stencil27-112', load: async () => stencil27({ n: 112 }) };
const wanted = Object.keys(PLAN).filter((name) => new RegExp(options.only).test(name));
const sources = [
  ...matrixList(options.matrices, new RegExp(`^(?:${wanted.join('|')})$`), 1),
  ...(wanted.includes(stencil.name) ? [stencil] : []),
];
sources.sort((a, b) => wanted.indexOf(a.name) - wanted.indexOf(b.name));
const results = [];
for (const { name, load } of sources) {
  if (elapsed() > Number(options.seconds)) {
    say(`out of time before ${name}`);
    continue;
  }
  const coo = await load();
  const built = {};
  const entries = [];
  for (const runner of runners) entries.push(...(await prepareAll(runner, PLAN[name][runner.name], coo, built)));
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const entry of entries)
      entry.times.push(median(await entry.operator.time(entry.dx, entry.dy, { runs: Number(options.runs) })) * 1000);
  }
  const rows = entries.map(({ name: who, label, times, errorRatio }) => ({
    who,
    label,
    times,
    us: Math.min(...times),
    errorRatio,
  }));
  results.push({ matrix: name, nnz: coo.values.length, rows });
  const best = (who) => rows.filter((row) => row.who === who).sort((a, b) => a.us - b.us)[0];
  const [now, old, cuda] = ['now', 'old', 'cuda'].map(best);
  say(
    `== ${name}: now ${now?.us.toFixed(2)} us, old ${old?.us.toFixed(2)}, cuda ${cuda?.us.toFixed(2)}; over cuda ${(cuda?.us / now?.us).toFixed(2)}, before ${(cuda?.us / old?.us).toFixed(2)}`,
  );
  for (const row of rows.sort((a, b) => a.us - b.us))
    say(`   ${row.who.padEnd(4)} ${row.times.map((us) => us.toFixed(2)).join(' ')}  ${row.label}`);
  for (const { operator } of entries) await operator.dispose();
  for (const vector of new Set(entries.flatMap(({ dx, dy }) => [dx, dy]))) await vector.dispose();
  writeFileSync(join(options.out, 'experiment.json'), JSON.stringify(results));
}
for (const { backend } of runners) await backend.dispose();
say('done');
