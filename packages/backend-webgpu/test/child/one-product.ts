// A program of its own: opens the device, multiplies, disposes unless told not to, and ends by itself.
import { buildMatrix, cooFromEntries, createRegistry, openBackend, spmv } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import process from 'node:process';
import { plugin, webgpu, wgslKernels } from '../../src/index.ts';

const registry = createRegistry([plugin, formats]);
const coo = cooFromEntries({ rows: 2, cols: 2 }, { rowIndex: [0, 1], colIndex: [1, 0], values: [3, 4] });
const kernel = wgslKernels.find(({ id }) => id === 'wgsl/csr-vector');
if (!kernel) throw new Error('there is no wgsl/csr-vector');
const backend = await openBackend(webgpu);
const A = await backend.prepare({
  operation: spmv,
  matrix: buildMatrix(registry.format('csr'), coo, { valueType: 'f32' }),
  kernel,
});
const x = backend.vector(Float32Array.of(1, 2));
const y = backend.vector(2, 'f32');
A.apply(x, y);
const result = [...(await y.read())].join();
if (process.argv.includes('idle')) {
  const before = process.cpuUsage();
  await new Promise((resolve) => {
    setTimeout(resolve, 2000);
  });
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(`${(user + system) / 2e6}\n`);
}
if (!process.argv.includes('abandon')) await backend.dispose();
process.exitCode = result === '6,4' ? 0 : 3;
