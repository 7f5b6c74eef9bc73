// Matrices that do not stay on the device: products in pieces by every CUDA kernel that takes them, compared in all elements; several in flight, of several
// operators in turns, in sequences; and what is refused. Prints a line of JSON. Usage: pieces.ts [--few]   (--few: one matrix and precision a kernel)
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { Backend, CooMatrix, Kernel, KernelPrecision, Operation, Operator, SpmvArguments } from '@spmv/core';
import {
  buildMatrix,
  buildStripes,
  createWorkload,
  cutFor,
  isRefusal,
  isSpmvError,
  openBackend,
  planStorage,
  product,
  spmv,
  storedPrecision,
  structureOf,
} from '@spmv/core';
import { judge, spmvReference } from '@spmv/core/oracle';
import { cuda } from '@spmv/backend-cuda';
import { generateMatrix, oneFullRow, powerLaw } from '@spmv/testkit';
import { gpuRegistry } from './plugins.ts';
import { kernelsToWatch } from './watch-stored.ts';
import { watchedProducts } from './watched-products.ts';

const { values: options } = parseArgs({ options: { few: { type: 'boolean', default: false } } });
const LIMIT = 2 ** 26;
const registry = gpuRegistry();
const backend = await openBackend(cuda, { options: { memoryBytes: LIMIT } });

/** Rows of unlike length with some empty ones, one row of everything, rows alike, and more columns than rows. */
const ALL: readonly (readonly [name: string, coo: CooMatrix])[] = [
  ['power-law', powerLaw({ rows: 3000, cols: 2500, meanPerRow: 8, maxPerRow: 2000, seed: 3 })],
  ['one full row', oneFullRow({ rows: 1500, cols: 20_000 })],
  ['stencil', generateMatrix('stencil5', { n: 60 })],
  ['wide', generateMatrix('random', { rows: 700, cols: 9000, perRow: 12, seed: 8 })],
];
const matrices = options.few ? ALL.slice(0, 1) : ALL;

interface Found {
  readonly name: string;
  products: number;
  refused: number;
  worst: number;
  readonly reasons: string[];
}

/** Products of one kernel on all matrices, cut in 2 and 7 stripes. */
async function ofKernel(operation: Operation, kernel: Kernel, arithmetics: readonly KernelPrecision[]): Promise<Found> {
  const found: Found = { name: `${operation.id} ${kernel.id}`, products: 0, refused: 0, worst: 0, reasons: [] };
  for (const arithmetic of arithmetics) {
    const stored = storedPrecision(arithmetic);
    for (const [, coo] of matrices) {
      for (const count of [2, 7]) {
        try {
          const stripes = buildStripes(
            registry.format(kernel.format ?? ''),
            coo,
            { count },
            { precision: stored, target: 'cuda' },
          );
          const { precision } = arithmetic;
          const operator = await backend.prepare({ operation, kernel, stripes, precision, stored });
          const workload = createWorkload(operation, coo, { options: kernel.options ?? {} });
          found.worst = Math.max(found.worst, await watchedProducts(backend, operator, workload, arithmetic));
          found.products += 2;
          await operator.dispose();
        } catch (error) {
          if (!isRefusal(error)) throw error;
          found.refused++;
          if (!found.reasons.includes(error.message)) found.reasons.push(error.message);
        }
      }
    }
  }
  return found;
}

/** A matrix beyond the limit, cut as its device says; and products that follow one another in every way there is. */
async function inFlight(): Promise<Found> {
  const kernel = registry.kernel('cuda/csr-vector');
  const csr = registry.format('csr');
  const coo = generateMatrix('stencil27', { n: 62 });
  const { bytes } = planStorage(csr, structureOf(coo), {}, 'f64');
  const cut = cutFor(backend.device, bytes, 16 * coo.shape.rows);
  if (!cut) throw new Error(`${bytes} bytes are not beyond ${LIMIT}.`);
  const prepare = (): Promise<Operator<SpmvArguments>> =>
    backend.prepare({ operation: spmv, kernel, stripes: buildStripes(csr, coo, cut) });
  const [a, b] = [await prepare(), await prepare()];
  const { rows, cols } = coo.shape;
  const x = Float64Array.from({ length: cols }, (_, j) => 1 + (j % 97) / 128);
  const [dx, dy, dz] = [backend.vector(x), backend.vector(rows), backend.vector(rows)];
  // y ← A x; z ← ½ A x − y; y ← z + y … of both operators in turns, none waited for.
  a.apply(dx, dy);
  b.apply(dx, dz, 0.5);
  for (let k = 0; k < 6; k++) (k % 2 === 0 ? a : b).apply(dx, dz, 1, 1);
  const chain = await backend.sequence([product(b, dx, dy), product(a, dx, dy, -2, 1), product(b, dx, dy, 1, -1)]);
  chain.run();
  chain.run();
  const zero = new Float64Array(rows);
  const judged = (found: Float64Array, alpha: number): number =>
    judge(found, spmvReference({ coo, x, y: zero, alpha, beta: 0 }, 'f64'), 'f64').errorRatio;
  // Sums of several products have the errors of several.
  const ratio = judged(await dz.read(), 6.5) / 7;
  const second = judged(await dy.read(), 2) / 5;
  const found: Found = {
    name: `in flight: ${a.streaming?.pieces} pieces of ${bytes} bytes`,
    products: 14,
    refused: 0,
    worst: Math.max(ratio, second),
    reasons: [],
  };
  // The next products are under way when their operators go.
  for (let k = 0; k < 3; k++) for (const one of [a, b]) one.apply(dx, dz, 1, 1);
  await a.dispose();
  await b.dispose();
  await backend.finish();
  return found;
}

/** What is refused, in words with numbers. */
async function refusals(open: Backend): Promise<Found> {
  const found: Found = { name: 'refused', products: 0, refused: 0, worst: 0, reasons: [] };
  const coo = generateMatrix('stencil27', { n: 62 });
  const csr = registry.format('csr');
  const attempts: readonly (() => Promise<unknown>)[] = [
    async () => open.vector(LIMIT / 8 + 1),
    () => open.prepare({ operation: spmv, kernel: registry.kernel('cuda/csr-vector'), matrix: buildMatrix(csr, coo) }),
    async () =>
      buildStripes(csr, oneFullRow({ rows: 300, cols: 2 ** 20 }), {
        maxStripeBytes: open.device.limits['maxStripeBytes'] ?? 0,
      }),
    () =>
      open.prepare({
        operation: spmv,
        kernel: registry.kernel('cuda/csr-transposed'),
        stripes: buildStripes(csr, coo, { count: 2 }),
      }),
    () =>
      open.prepare({
        operation: spmv,
        kernel: registry.kernel('cuda/csr-cusparse-alg2'),
        stripes: buildStripes(csr, coo, { count: 2 }),
      }),
  ];
  for (const attempt of attempts) {
    try {
      await attempt();
      throw new Error('It was not refused.');
    } catch (error) {
      if (!isSpmvError(error) || !isRefusal(error)) throw error;
      found.refused++;
      found.reasons.push(`${error.code}: ${error.message}`);
    }
  }
  return found;
}

const cases: Found[] = [];
for (const id of ['spmv', 'spmm', 'fused']) {
  const operation = registry.operation(id);
  for (const kernel of kernelsToWatch(registry, operation, registry.backend('cuda'))) {
    cases.push(await ofKernel(operation, kernel, options.few ? kernel.precisions.slice(0, 1) : kernel.precisions));
    process.stderr.write(`${JSON.stringify(cases.at(-1))}\n`);
  }
}
cases.push(await inFlight(), await refusals(backend));
await backend.dispose();
const multiplied = cases.filter(({ products }) => products > 0);
process.stdout.write(
  `${JSON.stringify({ kernels: multiplied.length, products: cases.reduce((sum, { products }) => sum + products, 0), cases })}\n`,
);
process.exitCode = cases.every(({ worst }) => worst <= 1) && multiplied.length > 20 ? 0 : 1;
