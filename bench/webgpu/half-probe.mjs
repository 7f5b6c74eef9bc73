// Products in f16 with all their numbers, to find out how a device rounds. Usage: node bench/webgpu/half-probe.mjs --matrix FILE --out FILE
import { writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { buildMatrix, createRegistry, judge, openBackend, spmvReference } from '@spmv/core';
import { plugin as webgpuPlugin, webgpu } from '@spmv/backend-webgpu';
import { plugin as formatsPlugin } from '@spmv/formats';
import { randomVector } from '@spmv/testkit';
import { matrixList } from '../cuda/matrices.mjs';

const { values: options } = parseArgs({ options: { matrix: { type: 'string' }, out: { type: 'string' } } });
const name = basename(options.matrix).replace(/\.mtx(\.gz)?$/, '');
const [{ load }] = matrixList(dirname(options.matrix), new RegExp(`^${name}$`), 1);
const coo = await load();
const registry = createRegistry([webgpuPlugin, formatsPlugin]);
const backend = await openBackend(webgpu);
if (!backend.device.precisions.includes('f16')) {
  process.stdout.write(`${backend.device.name} has no f16\n`);
} else {
  const x = randomVector(coo.shape.cols, { type: 'f32', seed: 3 });
  const y = randomVector(coo.shape.rows, { type: 'f32', seed: 5 });
  const found = [];
  for (const id of ['wgsl/csr', 'wgsl/ellpack']) {
    const kernel = registry.kernel(id);
    const matrix = buildMatrix(registry.format(kernel.format), coo, { valueType: 'f32', maxBytes: 2 ** 30 });
    const operator = await backend.prepare({ operation: 'spmv', matrix, kernel, precision: 'f16' });
    const dx = await backend.vector(x, 'f16');
    const dy = await backend.vector(y, 'f16');
    for (const [alpha, beta] of [[1, 0], [-1.5, 0.75]]) {
      await dy.write(y);
      operator.apply(dx, dy, alpha, beta);
      const got = await dy.read();
      const verdict = judge(got, spmvReference({ coo, x, y, alpha, beta }, 'f16'), 'f32');
      process.stdout.write(`${id} ${alpha} ${beta}: ${JSON.stringify(verdict)}\n`);
      found.push({ id, alpha, beta, verdict, y: [...got] });
    }
    await operator.dispose();
    for (const vector of [dx, dy]) await vector.dispose();
  }
  // Conversions alone: what reading back gives of what was written.
  const written = Float32Array.from({ length: 4096 }, (_, k) => Math.sin(k) * 2 ** ((k % 30) - 20));
  const vector = await backend.vector(written, 'f16');
  found.push({ id: 'round trip', y: [...(await vector.read())] });
  await vector.dispose();
  if (options.out) writeFileSync(options.out, JSON.stringify(found));
}
await backend.dispose();
