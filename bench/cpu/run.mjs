// Table of every matrix against the native peers. Figures are medians; a ratio is the best peer's time over our best.
// Usage: node bench/cpu/run.mjs [--threads N] [--matrices FOLDER] [--only REGEX] [--least NNZ] [--level quick|full] [--seconds S]
//        [--rounds N] [--turn MS] [--out FOLDER] [--name NAME]
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hashOf, matrixList } from './matrices.mjs';
import { measure } from './measure.mjs';
import { core, serial, threads as threadsBackend } from './packages.mjs';
import { provenance, provenanceLine } from './provenance.mjs';
import { geomean, gflops, median, quantile } from './statistics.mjs';

const { values: given } = parseArgs({
  options: {
    threads: { type: 'string', default: String(availableParallelism()) },
    matrices: { type: 'string' },
    only: { type: 'string', default: '' },
    least: { type: 'string', default: '30000' },
    level: { type: 'string', default: 'quick' },
    seconds: { type: 'string', default: '600' },
    out: { type: 'string', default: '.' },
    name: { type: 'string', default: 'cpu' },
    rounds: { type: 'string', default: '6' },
    turn: { type: 'string', default: '15' },
  },
});
const machine = provenance();
const team = Number(given.threads);
const until = performance.now() + Number(given.seconds) * 1000;
const backends = { serial: await core.openBackend(serial), threads: await core.openBackend(threadsBackend) };
const results = [];
mkdirSync(given.out, { recursive: true });
/** Kept after every matrix: what is measured stays where a later one ends the process. */
const keep = () =>
  writeFileSync(
    join(given.out, `${given.name}.json`),
    JSON.stringify({ schema: 'spmv.bench-cpu/1', machine, results }, undefined, 1),
  );
const ratios = { serial: [], bestSerial: [], threads: [] };
const lines = [
  `matrix | nnz | serial CSR: ours / g++ (ratio) | serial, best of ours (ratio) | ${team} threads: ours best | peer best | ratio`,
  '---|---|---|---|---|---|---',
];
for (const { name, load } of matrixList(given.matrices, new RegExp(given.only), Number(given.least))) {
  if (performance.now() > until) {
    lines.push(`${name} | – | out of time | | | |`);
    continue;
  }
  const coo = await load();
  if (!coo) continue;
  const nnz = coo.values.length;
  const rows = (
    await measure(coo, backends, team, { level: given.level, rounds: Number(given.rounds), turnMs: Number(given.turn) })
  ).map((row) => ({
    ...row,
    medianUs: median(row.samples),
    minUs: Math.min(...row.samples),
    p10Us: quantile(row.samples, 0.1),
  }));
  results.push({
    name,
    shape: coo.shape,
    nnz,
    hash: hashOf(coo),
    threads: team,
    rows: rows.map(({ samples, ...row }) => ({ ...row, runs: samples.length, gflops: gflops(nnz, row.medianUs) })),
  });
  keep();
  const at = (label) => rows.find((row) => row.label === label);
  const best = (ours) =>
    rows
      .filter((row) => row.ours === ours && !row.label.startsWith('serial'))
      .sort((a, b) => a.medianUs - b.medianUs)[0];
  const [mine, native, top, peer] = [at('serial wasm/csr-simd'), at('serial'), best(true), best(false)];
  const single = rows
    .filter((row) => row.ours && row.label.startsWith('serial'))
    .sort((a, b) => a.medianUs - b.medianUs)[0];
  const show = (row) => (row ? `${row.label} ${gflops(nnz, row.medianUs).toFixed(2)}` : '–');
  const serialRatio = native ? native.medianUs / mine.medianUs : Number.NaN;
  const ratio = peer ? peer.medianUs / top.medianUs : Number.NaN;
  const bestSerial = native ? native.medianUs / single.medianUs : Number.NaN;
  if (native) ratios.serial.push(serialRatio);
  if (native) ratios.bestSerial.push(bestSerial);
  if (peer) ratios.threads.push(ratio);
  lines.push(
    `${name} | ${nnz} | ${gflops(nnz, mine.medianUs).toFixed(2)} / ${native ? gflops(nnz, native.medianUs).toFixed(2) : '–'} (${serialRatio.toFixed(2)}) | ${single.label.split('/')[1]} ${gflops(nnz, single.medianUs).toFixed(2)} (${bestSerial.toFixed(2)}) | ${show(top)} | ${show(peer)} | ${ratio.toFixed(2)}`,
  );
  process.stderr.write(`${lines.at(-1)}\n`);
}
await backends.threads.dispose();
await backends.serial.dispose();
lines.push(
  '',
  `geometric means: serial CSR ${geomean(ratios.serial).toFixed(3)}, serial best ${geomean(ratios.bestSerial).toFixed(3)}, threads ${geomean(ratios.threads).toFixed(3)} over ${ratios.threads.length} matrices`,
);
keep();
writeFileSync(
  join(given.out, `${given.name}.md`),
  `${provenanceLine(machine)}. GFLOP/s, medians.\n\n${lines.join('\n')}\n`,
);
process.stdout.write(`${lines.join('\n')}\n`);
