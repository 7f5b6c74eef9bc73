// Opens the device, multiplies a small matrix, disposes of everything and ends by itself. What stress.mjs runs many times.
import process from 'node:process';
import { buildMatrix, createRegistry, openBackend } from '@spmv/core';
import { plugin as webgpuPlugin, webgpu } from '@spmv/backend-webgpu';
import { plugin as formatsPlugin } from '@spmv/formats';
import { stencil5 } from '@spmv/testkit';

const registry = createRegistry([webgpuPlugin, formatsPlugin]);
const matrix = buildMatrix(registry.format('csr'), stencil5({ n: 16 }), { valueType: 'f32' });
const backend = await openBackend(webgpu);
const A = await backend.prepare({ operation: 'spmv', matrix, kernel: registry.kernel('wgsl/csr-vector') });
const x = await backend.vector(new Float32Array(matrix.shape.cols).fill(1));
const y = await backend.vector(matrix.shape.rows, 'f32');
A.apply(x, y);
const result = await y.read();
if (process.argv.includes('--idle')) {
  const before = process.cpuUsage();
  const begin = performance.now();
  await new Promise((resolve) => {
    setTimeout(resolve, 3000);
  });
  const used = process.cpuUsage(before);
  process.stdout.write(
    `${((used.user + used.system) / 10 / (performance.now() - begin)).toFixed(2)} % of a core idle\n`,
  );
}
// --abandon: as an application that forgets to dispose.
if (!process.argv.includes('--abandon')) await backend.dispose();
// Rows of the interior of the grid sum to 0, of its corners to 2.
if (result[0] !== 2) process.exitCode = 3;
