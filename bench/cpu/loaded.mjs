// Products by a team while other processes keep every core busy: ours by each schedule, and OpenMP's dynamic loop with passive waiting,
// each against one thread beside the same load. Medians; what a team must not exceed is twice its own kind's one thread.
// Usage: node bench/cpu/loaded.mjs [--threads N] [--busy N] [--rounds N] [--turn MS] [--only REGEX] [--out FILE without extension]
import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { GENERATED, hashOf, writeNative } from './matrices.mjs';
import { openNative } from './native-peers.mjs';
import { core, mmio, mmioNode, registry, threads as threadsBackend } from './packages.mjs';
import { provenance, provenanceLine } from './provenance.mjs';
import { median, pause, quantile } from './statistics.mjs';
import { callTurn, nativeTurn, takeTurns } from './turns.mjs';

const cores = String(availableParallelism());
const { values: given } = parseArgs({
  options: {
    threads: { type: 'string', default: cores },
    busy: { type: 'string', default: cores },
    rounds: { type: 'string', default: '10' },
    turn: { type: 'string', default: '40' },
    only: { type: 'string', default: '' },
    out: { type: 'string' },
  },
});
const team = Number(given.threads);
const MOST = 2;
const OURS = [
  { label: 'one thread', params: { threads: 1 } },
  ...['balanced', 'static', 'dynamic'].map((schedule) => ({ label: schedule, params: { threads: team, schedule } })),
];
const PEERS = [
  ['g++ one thread', 'serial'],
  ['OpenMP static, passive', 'omp-static'],
  ['OpenMP dynamic, passive', 'omp-dynamic'],
];
const MATRICES = {
  cavity10: async () =>
    mmio.toCoo(
      await mmioNode.readMatrixMarketFile(
        fileURLToPath(new URL('../../packages/cli/matrices/cavity10.mtx.gz', import.meta.url)),
      ),
    ),
  'stencil27-32': async () => GENERATED['stencil27-32'](),
  'stencil27-96': async () => GENERATED['stencil27-96'](),
};

/** Processes that compute for ever; the function ends them. */
function keepBusy(count) {
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  const end = () => children.forEach((child) => child.kill('SIGKILL'));
  process.once('exit', end);
  return end;
}

async function contendersFor(backend, coo, native) {
  const matrix = core.buildMatrix(registry.format('csr'), coo);
  const x = await backend.vector(Float64Array.from({ length: coo.shape.cols }, (_, j) => Math.cos(j % 1000)));
  const y = await backend.vector(coo.shape.rows);
  const reference = core.spmvReference(
    { coo, x: await x.read(), y: new Float64Array(coo.shape.rows), alpha: 1, beta: 0 },
    'f64',
  );
  const ours = [];
  for (const { label, params } of OURS) {
    const operator = await backend.prepare({
      operation: 'spmv',
      matrix,
      kernel: registry.kernel('wasm/csr-simd'),
      params,
    });
    operator.apply(x, y);
    if (!(core.judge(await y.read(), reference, 'f64').errorRatio <= 1)) throw new Error(`${label}: wrong`);
    ours.push({ label, ours: true, one: OURS[0].label, samples: [], turn: callTurn(() => operator.apply(x, y)) });
  }
  const peers = native
    ? PEERS.map(([label, name]) => ({
        label,
        ours: false,
        one: PEERS[0][0],
        samples: [],
        turn: nativeTurn(native, name),
      }))
    : [];
  return [...ours, ...peers];
}

const machine = provenance();
const backend = await core.openBackend(threadsBackend);
const results = [];
const lines = [
  `${provenanceLine(machine)}. ${team} threads, ${given.busy} busy processes beside them. Microseconds; × is the ratio of medians to one thread of the same kind beside the same load.`,
  '',
  'matrix | nnz | who | quiet: median | busy: median | 90 % below | mean | ×',
  '---|---|---|---|---|---|---|---',
];
for (const [name, load] of Object.entries(MATRICES)) {
  if (!new RegExp(given.only).test(name)) continue;
  const coo = await load();
  const file = join(tmpdir(), `spmv-loaded-${process.pid}.bin`);
  writeNative(file, coo);
  const native = await openNative(file, team, { OMP_WAIT_POLICY: 'passive' });
  const timing = { rounds: Number(given.rounds), turnMs: Number(given.turn) };
  const measured = {};
  for (const load of ['quiet', 'busy']) {
    const end = keepBusy(load === 'busy' ? Number(given.busy) : 0);
    await pause(200);
    const contenders = await contendersFor(backend, coo, native);
    await takeTurns(contenders, timing);
    end();
    measured[load] = contenders.map(({ label, one, ours, samples }) => ({
      label,
      one,
      ours,
      runs: samples.length,
      medianUs: median(samples),
      p90Us: quantile(samples, 0.9),
      meanUs: samples.reduce((sum, us) => sum + us, 0) / samples.length,
    }));
  }
  native?.close();
  rmSync(file, { force: true });
  const rows = measured.busy.map((busy, k) => ({
    ...busy,
    quietUs: measured.quiet[k].medianUs,
    ratio: busy.medianUs / measured.busy.find(({ label }) => label === busy.one).medianUs,
  }));
  results.push({ name, shape: coo.shape, nnz: coo.values.length, hash: hashOf(coo), rows });
  for (const { label, quietUs, medianUs, p90Us, meanUs, ratio } of rows)
    lines.push(
      [
        name,
        coo.values.length,
        label,
        ...[quietUs, medianUs, p90Us, meanUs].map((us) => us.toFixed(1)),
        ratio.toFixed(2),
      ].join(' | '),
    );
}
await backend.dispose();
const above = results.flatMap(({ name, rows }) =>
  rows
    .filter(({ ours, ratio }) => ours && ratio > MOST)
    .map(({ label, ratio }) => `${name}, ${label}: ${ratio.toFixed(2)}`),
);
lines.push(
  '',
  above.length === 0
    ? `Every team of ours takes at most ${MOST} times as long as one thread beside the same load.`
    : `Above ${MOST} times one thread: ${above.join('; ')}.`,
);
process.stdout.write(`${lines.join('\n')}\n`);
if (given.out) {
  writeFileSync(
    `${given.out}.json`,
    JSON.stringify(
      { schema: 'spmv.bench-cpu-loaded/1', machine, threads: team, busy: Number(given.busy), results },
      undefined,
      1,
    ),
  );
  writeFileSync(`${given.out}.md`, `${lines.join('\n')}\n`);
}
process.exitCode = above.length === 0 ? 0 : 1;
