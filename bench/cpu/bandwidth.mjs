// Triad bandwidth by the pool's own threads, the fraction of it that products reach, and the cost of an empty product.
// The matrix and the vectors of the triad are each at least four times the last-level cache, so that no product finds them there.
// Usage: node bench/cpu/bandwidth.mjs [--threads N] [--cache BYTES] [--out FILE.json]   (cache: what the system says of its level 3)
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { diagonalKernel, diagonalMatrix } from './diagonal.mjs';
import { hashOf, randomValues, writeNative } from './matrices.mjs';
import { openNative } from './native-peers.mjs';
import { core, registry, testkit, threads as threadsBackend } from './packages.mjs';
import { lastLevelCache, provenance, provenanceLine } from './provenance.mjs';
import { median, pause, quantile } from './statistics.mjs';

const { values: given } = parseArgs({
  options: {
    threads: { type: 'string', default: String(availableParallelism()) },
    cache: { type: 'string', default: String(lastLevelCache()) },
    out: { type: 'string' },
  },
});
const from = provenance();
const result = { schema: 'spmv.bench-cpu-bandwidth/1', machine: from, products: [] };
process.stdout.write(`${provenanceLine(from)}\n`);
const cache = Number(given.cache);
const team = Number(given.threads);
const backend = await core.openBackend(threadsBackend);

async function time(matrix, kernel, params, runs) {
  const operator = await backend.prepare({
    operation: 'spmv',
    matrix,
    trusted: true,
    kernel,
    params: { threads: team, ...params },
  });
  const x = await backend.vector(new Float64Array(matrix.shape.cols).fill(1));
  const y = await backend.vector(matrix.shape.rows);
  for (let run = 0; run < 3; run++) operator.apply(x, y);
  const samples = Float64Array.from({ length: runs }, () => {
    const begin = performance.now();
    operator.apply(x, y);
    return (performance.now() - begin) * 1000;
  });
  await Promise.all([operator.dispose(), x.dispose(), y.dispose()]);
  return samples;
}

// y = d∘x: reads two vectors and writes one, as the triad of STREAM does, 24 bytes an element.
const n = Math.max(24 * 2 ** 20, Math.ceil(cache / 6));
const triad = await time(diagonalMatrix(n), diagonalKernel(), {}, 20);
const triadGBs = (24 * n) / quantile(triad, 0.1) / 1e3;
process.stdout.write(
  `last-level cache ${(cache / 2 ** 20).toFixed(0)} MiB; triad of ${((24 * n) / 2 ** 20).toFixed(0)} MiB\n`,
);
process.stdout.write(
  `triad, ${team} threads of the pool: ${triadGBs.toFixed(1)} GB/s (best of 20 within 10 %; median ${((24 * n) / median(triad) / 1e3).toFixed(1)})\n`,
);
const small = diagonalMatrix(team);
const empties = [];
const batches = 2000;
for (let k = 0; k < 5; k++) empties.push(...(await time(small, diagonalKernel(), { schedule: 'static' }, batches)));
process.stdout.write(
  `empty product, ${team} threads: median ${median(empties).toFixed(2)} µs, 90 % below ${quantile(empties, 0.9).toFixed(2)} µs\n`,
);
Object.assign(result, {
  threads: team,
  cacheMiB: cache / 2 ** 20,
  triadGBs,
  emptyUs: median(empties),
  emptyBusyUs: quantile(empties, 0.9),
});
const file = `/tmp/spmv-bandwidth-${process.pid}.bin`;
writeNative(file, core.cooFromEntries({ rows: 1, cols: 1 }, { rowIndex: [0], colIndex: [0], values: [1] }));
const native = await openNative(file, team);
if (native) {
  const omp = await native.time('omp-empty', 10000);
  process.stdout.write(
    `empty OpenMP region, ${team} threads: median ${median(omp).toFixed(2)} µs, 90 % below ${quantile(omp, 0.9).toFixed(2)} µs\n`,
  );
  const theirs = await native.time('triad', 20);
  const theirN = 24 * 2 ** 20;
  process.stdout.write(`triad, OpenMP, 576 MiB: ${((24 * theirN) / quantile(theirs, 0.1) / 1e3).toFixed(1)} GB/s\n`);
  Object.assign(result, { ompEmptyUs: median(omp), ompTriadGBs: (24 * theirN) / quantile(theirs, 0.1) / 1e3 });
  native.close();
}
await pause(5);

// 27 entries of 12 bytes a point; 32-bit addresses end at 4 GiB.
const side = Math.min(205, Math.ceil(Math.cbrt((4 * cache) / (27 * 12)))) + 2;
for (const [name, coo] of [
  [`stencil27-${side}`, randomValues(testkit.stencil27({ n: side }))],
  [`stencil27-${side}, values exact in f32`, testkit.stencil27({ n: side })],
]) {
  const csrBytes = 12 * coo.values.length + 4 * (coo.shape.rows + 1) + 8 * (coo.shape.rows + coo.shape.cols);
  const hash = hashOf(coo);
  process.stdout.write(
    `${name}: ${coo.values.length} entries, hash ${hash}, CSR ${(csrBytes / 2 ** 20).toFixed(0)} MiB = ${(csrBytes / cache).toFixed(1)} × the cache\n`,
  );
  for (const id of ['wasm/csr-simd', 'wasm/csr16-simd', 'wasm/row-segments-simd']) {
    const kernel = registry.kernel(id);
    const matrix = core.buildMatrix(registry.format(kernel.format), coo);
    const samples = await time(matrix, kernel, {}, 20);
    const bytes = core.storageBytes(matrix) + 8 * (coo.shape.rows + coo.shape.cols);
    const gbs = (size) => size / median(samples) / 1e3;
    result.products.push({
      name,
      hash,
      nnz: coo.values.length,
      kernel: id,
      bytesPerEntry: bytes / coo.values.length,
      medianUs: median(samples),
      ofTriad: gbs(bytes) / triadGBs,
      nominalOfTriad: gbs(csrBytes) / triadGBs,
    });
    process.stdout.write(
      `  ${id}: ${((2 * coo.values.length) / median(samples) / 1e3).toFixed(1)} GFLOP/s, ${(bytes / coo.values.length).toFixed(1)} bytes an entry, ${gbs(bytes).toFixed(1)} GB/s = ${((100 * gbs(bytes)) / triadGBs).toFixed(0)} % of triad; nominal (CSR bytes) ${((100 * gbs(csrBytes)) / triadGBs).toFixed(0)} %\n`,
    );
  }
}
await backend.dispose();
if (given.out) writeFileSync(given.out, JSON.stringify(result, undefined, 1));
