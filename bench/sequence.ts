// What the host pays for a product: one by one, and as a sequence. Usage: node bench/sequence.ts [cuda|webgpu|serial|threads]...
import process from 'node:process';
import type { Backend, Plugin, Product } from '@spmv/core';
import { buildMatrix, createRegistry, openBackend, product, spmv } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { generateMatrix } from '@spmv/testkit';

const PACKAGES = {
  cuda: ['@spmv/backend-cuda', 'cuda/csr-vector'],
  webgpu: ['@spmv/backend-webgpu', 'wgsl/csr-vector'],
  serial: ['@spmv/backend-serial', 'wasm/csr-simd'],
  threads: ['@spmv/backend-threads', 'wasm/csr-simd'],
} as const;
type Name = keyof typeof PACKAGES;

const ROUNDS = 60;

function median(samples: readonly number[]): number {
  return samples.toSorted((a, b) => a - b)[samples.length >> 1] ?? Number.NaN;
}

/** Microseconds of the host for each of `count` products, while the device is idle before. */
async function hostTimes(backend: Backend, count: number, start: () => void): Promise<number> {
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await backend.finish();
    const before = performance.now();
    start();
    samples.push(((performance.now() - before) * 1000) / count);
  }
  await backend.finish();
  return median(samples);
}

const names = (process.argv.length > 2 ? process.argv.slice(2) : ['serial', 'threads']) as readonly Name[];
for (const name of names) {
  const [id, kernel] = PACKAGES[name];
  const { plugin } = (await import(id)) as { readonly plugin: Plugin };
  const registry = createRegistry([formats, plugin]);
  const backend = await openBackend(registry.backend(name));
  const precision = backend.device.precisions.includes('f64') ? 'f64' : 'f32';
  const coo = generateMatrix('stencil5', { n: 64 });
  const matrix = buildMatrix(registry.format('csr'), coo, { valueType: precision });
  const operator = await backend.prepare({ operation: spmv, matrix, kernel: registry.kernel(kernel), precision });
  const [x, y] = [await backend.vector(coo.shape.cols, precision), await backend.vector(coo.shape.rows, precision)];
  for (const count of [1, 4, 16, 64, 256]) {
    const products: readonly Product[] = Array.from({ length: count }, (_, p) =>
      p % 2 === 0 ? product(operator, x, y) : product(operator, y, x),
    );
    const sequence = await backend.sequence(products);
    const one = await hostTimes(backend, count, () => {
      for (let p = 0; p < count; p++) operator.apply(p % 2 === 0 ? x : y, p % 2 === 0 ? y : x);
    });
    const together = await hostTimes(backend, count, () => sequence.run());
    console.log(
      JSON.stringify({ backend: name, device: backend.device.name, count, applyUs: one, sequenceUs: together }),
    );
    await sequence.dispose();
  }
  await backend.dispose();
}
