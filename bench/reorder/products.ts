// Products of one device with a matrix as it comes and reordered: the best of our kernels for CSR, and the best of others. Prints Markdown.
// Usage: node bench/reorder/products.ts BACKEND [--parts 64] [--precision f64] MATRIX…       matrices as for halo.ts
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { Backend, Kernel, Plugin, Precision, StoredMatrix } from '@spmv/core';
import { buildMatrix, createRegistry, isSpmvError, openBackend, PRECISIONS, spmv } from '@spmv/core';
import { csr, plugin as formats } from '@spmv/formats';
import { profileOf } from '@spmv/reorder';
import { loadMatrix } from '../cg/matrix.ts';
import { ordersOf, shuffled } from './orders.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { parts: { type: 'string', default: '64' }, precision: { type: 'string', default: 'f64' } },
});
const [id = 'serial', ...sources] = positionals;
const precision = values.precision as Precision;
const { plugin } = (await import(`@spmv/backend-${id}`)) as { readonly plugin: Plugin };
const { plugin: native } = (await import('@spmv/kernels-native')) as { readonly plugin: Plugin };
const registry = createRegistry([formats, native, plugin]);
const backend = await openBackend(registry.backend(id));
const { targets } = registry.backend(id);
const kernels = registry
  .kernels()
  .filter(
    (kernel) =>
      kernel.operation === 'spmv' &&
      kernel.format === 'csr' &&
      targets.includes(kernel.target) &&
      !kernel.options?.['transpose'] &&
      kernel.precisions.some((one) => one.precision === precision),
  );
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const median = (numbers: Iterable<number>): number => {
  const sorted = [...numbers].toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
};

/** Milliseconds of a product: by the clock of the device where it has one. */
async function timeOf(on: Backend, matrix: StoredMatrix, kernel: Kernel): Promise<number> {
  const A = await on.prepare({ operation: spmv, matrix, kernel, precision });
  const [x, y] = [await on.vector(matrix.shape.cols, precision), await on.vector(matrix.shape.rows, precision)];
  try {
    for (let k = 0; k < 3; k++) A.apply(x, y);
    await on.finish();
    const times = await A.time([x, y], { runs: 20 });
    if (times) return median(times);
    const samples: number[] = [];
    for (let sample = 0; sample < 15; sample++) {
      const begin = performance.now();
      A.apply(x, y);
      await on.finish();
      samples.push(performance.now() - begin);
    }
    return median(samples);
  } finally {
    for (const one of [A, x, y]) await one.dispose();
  }
}

print(`${backend.device.name}, ${precision}, CSR.\n`);
print(
  '| matrix | rows, entries | order | made in ms | bandwidth | ours, µs | kernel | against as it comes | of others, µs | kernel |',
);
print('|---|---|---|--:|--:|--:|---|--:|--:|---|');
for (const source of sources) {
  const loaded = await loadMatrix(source.replace(/^~/, ''));
  const coo = source.startsWith('~') ? shuffled(loaded) : loaded;
  let first: number | undefined;
  for (const { method, coo: ordered, ms } of await ordersOf(coo, Number(values.parts), say)) {
    const matrix = buildMatrix(csr, ordered, { valueType: PRECISIONS[precision].host });
    const best = { ours: [Infinity, '—'], others: [Infinity, '—'] } as Record<'ours' | 'others', [number, string]>;
    for (const kernel of kernels)
      try {
        const found = await timeOf(backend, matrix, kernel);
        const of = kernel.vendor ? 'others' : 'ours';
        if (found < best[of][0]) best[of] = [found, kernel.id];
      } catch (error) {
        if (!isSpmvError(error)) throw error;
        say(`${kernel.id}: ${error.message}`);
      }
    first ??= best.ours[0];
    const us = (value: number): string => (value < Infinity ? (1000 * value).toPrecision(4) : '—');
    const [ours, others] = [best.ours, best.others];
    const name = source.split('/').at(-1);
    const size = `${coo.shape.rows}, ${coo.values.length}`;
    const { bandwidth } = profileOf(ordered);
    print(
      `| \`${name}\` | ${size} | ${method} | ${ms.toFixed(0)} | ${bandwidth} | ${us(ours[0])} | ${ours[1]} | ${(first / ours[0]).toFixed(2)}× | ${us(others[0])} | ${others[1]} |`,
    );
  }
}
await backend.dispose();
