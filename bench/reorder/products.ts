// Products of one device with a matrix as it comes and reordered: the best of our kernels for CSR, and the best of others. Prints Markdown.
// Usage: node bench/reorder/products.ts BACKEND [--parts 64] [--precision f64] [--rounds 7] [--kernel native/csr] MATRIX…       matrices as for halo.ts
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { Backend, Kernel, Plugin, Precision, StoredMatrix } from '@spmv/core';
import { buildMatrix, createRegistry, isSpmvError, openBackend, PRECISIONS, spmv } from '@spmv/core';
import { csr, plugin as formats } from '@spmv/formats';
import { profileOf } from '@spmv/reorder';
import { loadMatrix } from '../cg/matrix.ts';
import type { OrderedMatrix } from './orders.ts';
import { ordersOf, shuffled } from './orders.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    parts: { type: 'string', default: '64' },
    precision: { type: 'string', default: 'f64' },
    rounds: { type: 'string', default: '7' },
    kernel: { type: 'string' },
  },
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
      (kernel.vendor === true || values.kernel === undefined || kernel.id === values.kernel) &&
      kernel.precisions.some((one) => one.precision === precision),
  );
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const median = (numbers: Iterable<number>): number => {
  const sorted = [...numbers].toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
};

/** An operator with its vectors, that is timed now and then. */
interface Timed {
  /** Milliseconds of a product: by the clock of the device where it has one. */
  ms(): Promise<number>;
  dispose(): Promise<void>;
}

async function timed(on: Backend, matrix: StoredMatrix, kernel: Kernel): Promise<Timed> {
  const A = await on.prepare({ operation: spmv, matrix, kernel, precision });
  const [x, y] = [await on.vector(matrix.shape.cols, precision), await on.vector(matrix.shape.rows, precision)];
  for (let k = 0; k < 3; k++) A.apply(x, y);
  await on.finish();
  return {
    async ms() {
      A.apply(x, y);
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
    },
    async dispose() {
      for (const one of [A, x, y]) await one.dispose();
    },
  };
}

/** The fastest of kernels by a first look, kept; the others are disposed of. */
async function fastest(
  matrix: StoredMatrix,
  list: readonly Kernel[],
): Promise<{ kernel: Kernel; found: Timed } | undefined> {
  let best: { kernel: Kernel; found: Timed; ms: number } | undefined;
  for (const kernel of list) {
    let found: Timed | undefined;
    try {
      found = await timed(backend, matrix, kernel);
      const ms = await found.ms();
      const slower = !best || ms < best.ms ? best?.found : found;
      if (!best || ms < best.ms) best = { kernel, found, ms };
      await slower?.dispose();
    } catch (error) {
      if (!isSpmvError(error)) throw error;
      say(`${kernel.id}: ${error.message}`);
      await found?.dispose();
    }
  }
  return best;
}

print(`${backend.device.name}, ${precision}, CSR; ${values.rounds} rounds over the orders in turns, medians.\n`);
print(
  '| matrix | rows, entries | order | made in ms | bandwidth | ours, µs | kernel | as it comes over it, rounds | of others, µs | kernel |',
);
print('|---|---|---|--:|--:|--:|---|--:|--:|---|');
const us = (ms: number): string => (ms < Infinity ? (1000 * ms).toPrecision(4) : '—');
for (const source of sources) {
  const loaded = await loadMatrix(source.replace(/^~/, ''));
  const coo = source.startsWith('~') ? shuffled(loaded) : loaded;
  const rows: { order: OrderedMatrix; ours: Kept; others: Kept }[] = [];
  for (const order of await ordersOf(coo, Number(values.parts), say)) {
    const matrix = buildMatrix(csr, order.coo, { valueType: PRECISIONS[precision].host });
    const pick = async (isVendor: boolean): Promise<Kept> => ({
      ...(await fastest(
        matrix,
        kernels.filter((kernel) => (kernel.vendor ?? false) === isVendor),
      )),
      samples: [],
    });
    rows.push({ order, ours: await pick(false), others: await pick(true) });
  }
  // In turns, so that a busy minute is one of all orders.
  for (let round = 0; round < Number(values.rounds); round++)
    for (const { ours, others } of rows)
      for (const one of [ours, others]) if (one.found) one.samples.push(await one.found.ms());
  const [first] = rows;
  const name = source.split('/').at(-1);
  for (const { order, ours, others } of rows) {
    const ratios = ours.samples
      .map((ms, round) => (first?.ours.samples[round] ?? Number.NaN) / ms)
      .toSorted((a, b) => a - b);
    const { bandwidth } = profileOf(order.coo);
    const spread = `${median(ratios).toFixed(2)}×, ${ratios[0]?.toFixed(2)} … ${ratios.at(-1)?.toFixed(2)}`;
    const cell = ({ found, samples }: Kept): string => (found ? us(median(samples)) : '—');
    print(
      `| \`${name}\` | ${coo.shape.rows}, ${coo.values.length} | ${order.method} | ${order.ms.toFixed(0)} | ${bandwidth} | ${cell(ours)} | ${ours.kernel?.id ?? '—'} | ${spread} | ${cell(others)} | ${others.kernel?.id ?? '—'} |`,
    );
    await ours.found?.dispose();
    await others.found?.dispose();
  }
}
await backend.dispose();

/** The fastest kernel of a matrix, if there is one, and what it took in each round. */
interface Kept {
  readonly kernel?: Kernel;
  readonly found?: Timed;
  readonly samples: number[];
}
