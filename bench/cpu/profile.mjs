// Where the time of a product goes: V8's sampling profiler over repeated products, by kernel, waiting and the rest.
// Usage: node bench/cpu/profile.mjs --matrices FOLDER --only PATTERN [--threads N] [--out FILE.md]
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { candidates } from './candidates.mjs';
import { hashOf, matrixList } from './matrices.mjs';
import { core, registry, serial, threads as team } from './packages.mjs';
import { provenanceLine } from './provenance.mjs';

const { values: given } = parseArgs({
  options: {
    matrices: { type: 'string' },
    only: { type: 'string', default: '' },
    threads: { type: 'string', default: String(availableParallelism()) },
    seconds: { type: 'string', default: '2' },
    out: { type: 'string' },
  },
});

/** Where a sample of the calling thread was: in a kernel, looking for its workers, or elsewhere. */
function roomOf({ functionName, url }) {
  if (url.startsWith('wasm:') || functionName.startsWith('wasm-function') || /\/kernels\/.*\.js$/.test(url))
    return 'kernel';
  if (/\/backend-threads\//.test(url)) return 'team';
  if (functionName === '(garbage collector)') return 'collector';
  return 'rest';
}

/** Shares of the samples by room, and the time of a product, of `apply` repeated for so many seconds. */
async function profile(apply, seconds) {
  const session = new Session();
  session.connect();
  for (let k = 0; k < 200; k++) apply();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 1000 });
  await session.post('Profiler.start');
  const begin = performance.now();
  let count = 0;
  while (performance.now() - begin < 1000 * seconds) {
    for (let k = 0; k < 50; k++) apply();
    count += 50;
  }
  const microseconds = (1000 * (performance.now() - begin)) / count;
  const { profile: made } = await session.post('Profiler.stop');
  session.disconnect();
  const rooms = { kernel: 0, team: 0, collector: 0, rest: 0 };
  for (const { callFrame, hitCount = 0 } of made.nodes) rooms[roomOf(callFrame)] += hitCount;
  const all = Object.values(rooms).reduce((a, b) => a + b, 0);
  return { microseconds, shares: Object.fromEntries(Object.entries(rooms).map(([room, hits]) => [room, hits / all])) };
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;
const lines = [
  provenanceLine(),
  '',
  'Samples of the calling thread, each millisecond. `team`: its share of dispatching and of waiting for the other threads.',
  '',
  'matrix | nnz | hash | who | µs | GFLOP/s | kernel | team | collector | rest',
  '---|---|---|---|---|---|---|---|---|---',
];
const backends = { serial: await core.openBackend(serial), threads: await core.openBackend(team) };
const wanted = candidates(Number(given.threads), 'quick').filter(({ kernel }) => /csr-simd|row-segments/.test(kernel));
for (const { name, load } of matrixList(given.matrices, new RegExp(given.only), 30_000)) {
  const coo = await load();
  if (coo === undefined) continue;
  const x = Float64Array.from({ length: coo.shape.cols }, (_, j) => Math.cos(j % 1000));
  for (const { label, backend, kernel: id, params } of wanted) {
    const kernel = registry.kernel(id);
    const structure = core.structureOf(coo);
    if (core.planStorage(registry.format(kernel.format), structure, {}, 'f64').refusal !== undefined) continue;
    const operator = await backends[backend].prepare({
      operation: 'spmv',
      matrix: core.buildMatrix(registry.format(kernel.format), coo),
      kernel,
      params,
    });
    const [dx, dy] = [await backends[backend].vector(x), await backends[backend].vector(coo.shape.rows)];
    const { microseconds, shares } = await profile(() => operator.apply(dx, dy), Number(given.seconds));
    lines.push(
      `${name} | ${coo.values.length} | ${hashOf(coo)} | ${label} | ${microseconds.toFixed(1)} | ${((2 * coo.values.length) / microseconds / 1000).toFixed(2)} | ${percent(shares.kernel)} | ${percent(shares.team)} | ${percent(shares.collector)} | ${percent(shares.rest)}`,
    );
    process.stderr.write(`${lines.at(-1)}\n`);
    await Promise.all([operator.dispose(), dx.dispose(), dy.dispose()]);
  }
}
await Promise.all(Object.values(backends).map((backend) => backend.dispose()));
if (given.out) writeFileSync(given.out, `${lines.join('\n')}\n`);
else process.stdout.write(`${lines.join('\n')}\n`);
