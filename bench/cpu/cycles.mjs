// Creates, uses and disposes of a pool again and again, and watches memory, threads and handles.
// Usage: node bench/cpu/cycles.mjs [--cycles 10000] [--threads 2]
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { core, registry, threads } from './packages.mjs';
import { provenanceLine } from './provenance.mjs';

const { values: given } = parseArgs({
  options: { cycles: { type: 'string', default: '10000' }, threads: { type: 'string', default: '2' } },
});
process.stdout.write(`${provenanceLine()}\n`);
const cycles = Number(given.cycles);
const n = 1000;
const coo = core.cooFromEntries(
  { rows: n, cols: n },
  { rowIndex: [...Array(n).keys()], colIndex: [...Array(n).keys()], values: Array(n).fill(2) },
);
const matrix = core.buildMatrix(registry.format('csr'), coo);
const count = (folder) => readdirSync(`/proc/self/${folder}`).length;
for (let cycle = 0; cycle <= cycles; cycle++) {
  const backend = await core.openBackend(threads);
  const operator = await backend.prepare({
    operation: 'spmv',
    matrix,
    kernel: registry.kernel('wasm/csr-simd'),
    params: { threads: Number(given.threads) },
  });
  const x = await backend.vector(new Float64Array(n).fill(cycle));
  const y = await backend.vector(n);
  operator.apply(x, y);
  if ((await y.read()).some((value) => value !== 2 * cycle)) throw new Error(`cycle ${cycle}: wrong`);
  await backend.dispose();
  if (cycle % Math.max(1, cycles / 20) === 0) {
    process.stdout.write(
      `cycle ${cycle}: rss ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MiB, ${count('task')} threads, ${count('fd')} files, ${(performance.now() / 1000).toFixed(0)} s\n`,
    );
  }
}
