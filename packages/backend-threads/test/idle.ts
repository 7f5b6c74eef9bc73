// Run as a process of its own: computes once with workers, then idles, and ends without disposing of anything.
import type { Kernel } from '@spmv/core';
import { buildMatrix, cooFromEntries, createRegistry, openBackend, spmv } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import process from 'node:process';
import { plugin, threads } from '../src/index.ts';

const registry = createRegistry([formats, plugin]);
const backend = await openBackend(threads);
const matrix = buildMatrix(
  registry.format('csr'),
  cooFromEntries({ rows: 2, cols: 2 }, { rowIndex: [0, 1], colIndex: [0, 1], values: [1, 1] }),
);
const operator = await backend.prepare({
  operation: spmv,
  matrix,
  kernel: registry.kernel('wasm/csr-simd') as Kernel,
  params: { threads: 4 },
});
const x = backend.vector(new Float64Array(2).fill(1));
const y = backend.vector(2);
operator.apply(x, y);
const wait = async (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
await wait(200);
const cpu = process.cpuUsage();
const begin = performance.now();
await wait(1500);
const { user, system } = process.cpuUsage(cpu);
process.stdout.write(`${JSON.stringify({ cpuMs: (user + system) / 1000, wallMs: performance.now() - begin })}\n`);
