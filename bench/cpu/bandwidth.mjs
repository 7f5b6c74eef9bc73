// Triad bandwidth by the pool's own threads, the fraction of it that products reach, and the cost of an empty product.
// Usage: node bench/cpu/bandwidth.mjs [--threads N] [--only REGEX]
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { diagonalKernel, diagonalMatrix } from './diagonal.mjs';
import { matrixList, writeNative } from './matrices.mjs';
import { openNative } from './native-peers.mjs';
import { core, registry, threads as threadsBackend } from './packages.mjs';
import { median, pause, quantile } from './statistics.mjs';

const { values: given } = parseArgs({ options: { threads: { type: 'string', default: String(availableParallelism()) }, only: { type: 'string', default: '^(stencil27-96|fem-band-300k)' } } });
const team = Number(given.threads);
const backend = await core.openBackend(threadsBackend);

async function time(matrix, kernel, params, runs) {
  const operator = await backend.prepare({ operation: 'spmv', matrix, kernel, params: { threads: team, ...params } });
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
const n = 24 * 2 ** 20;
const triad = await time(diagonalMatrix(n), diagonalKernel(), {}, 20);
const triadGBs = (24 * n) / quantile(triad, 0.1) / 1e3;
process.stdout.write(`triad, ${team} threads of the pool: ${triadGBs.toFixed(1)} GB/s (best of 20 within 10 %; median ${((24 * n) / median(triad) / 1e3).toFixed(1)})\n`);
const small = diagonalMatrix(team);
const empties = [];
const batches = 2000;
for (let k = 0; k < 5; k++) empties.push(...(await time(small, diagonalKernel(), { schedule: 'static' }, batches)));
process.stdout.write(`empty product, ${team} threads: median ${median(empties).toFixed(2)} µs, 90 % below ${quantile(empties, 0.9).toFixed(2)} µs\n`);
const file = `/tmp/spmv-bandwidth-${process.pid}.bin`;
writeNative(file, core.cooFromEntries({ rows: 1, cols: 1 }, { rowIndex: [0], colIndex: [0], values: [1] }));
const native = await openNative(file, team);
if (native) {
  const omp = await native.time('omp-empty', 10000);
  process.stdout.write(`empty OpenMP region, ${team} threads: median ${median(omp).toFixed(2)} µs, 90 % below ${quantile(omp, 0.9).toFixed(2)} µs\n`);
  const theirs = await native.time('triad', 20);
  process.stdout.write(`triad, OpenMP: ${((24 * n) / quantile(theirs, 0.1) / 1e3).toFixed(1)} GB/s\n`);
  native.close();
}
await pause(5);
for (const { name, load } of matrixList(undefined, new RegExp(given.only), 1)) {
  const coo = await load();
  for (const id of ['wasm/csr-simd', 'wasm/csr16-simd']) {
    const kernel = registry.kernel(id);
    const matrix = core.buildMatrix(registry.format(kernel.format), coo);
    const samples = await time(matrix, kernel, {}, 30);
    const csrBytes = 12 * coo.values.length + 4 * coo.shape.rows + 8 * (coo.shape.rows + coo.shape.cols);
    const bytes = core.storageBytes(matrix) + 8 * (coo.shape.rows + coo.shape.cols);
    const gbs = (size) => size / quantile(samples, 0.1) / 1e3;
    process.stdout.write(`${name} ${id}: ${gbs(bytes).toFixed(1)} GB/s = ${((100 * gbs(bytes)) / triadGBs).toFixed(0)} % of triad; nominal (CSR bytes) ${((100 * gbs(csrBytes)) / triadGBs).toFixed(0)} %\n`);
  }
}
await backend.dispose();
