// Two products of every kernel at every point of its parameters on each small matrix that it takes, for compute-sanitizer to watch.
import type { CooMatrix, Operator, Precision, SpmvArguments } from '@spmv/core';
import {
  buildMatrix,
  enumerateParams,
  headerOf,
  judge,
  openBackend,
  spmvReference,
  spmv,
  kernelContext,
  transposeCoo,
} from '@spmv/core';
import { randomVector } from '@spmv/testkit';
import { gpuRegistry } from './plugins.ts';
import { unlessRefused, watchedMatrices } from './watched-matrices.ts';

const registry = gpuRegistry();
const backend = await openBackend(registry.backend('cuda'));
const kernels = registry
  .kernels({ operation: 'spmv', targets: ['cuda'] })
  .filter((kernel) => kernel.operation === 'spmv' && kernel.vendor !== true);
const tally = { refused: 0 };
const watched = new Set<string>();
let products = 0;
let worst = 0;

/** Two products of an operator, or of the transposed matrix, judged. */
async function multiply(
  operator: Operator<SpmvArguments>,
  matrixCoo: CooMatrix,
  transpose: boolean,
  precision: Precision,
  accumulator: Precision,
): Promise<void> {
  const coo = transpose ? transposeCoo(matrixCoo) : matrixCoo;
  const x = randomVector(coo.shape.cols, { type: precision === 'f64' ? 'f64' : 'f32' });
  const y = randomVector(coo.shape.rows, { type: precision === 'f64' ? 'f64' : 'f32', seed: 3 });
  const dx = await backend.vector(x);
  for (const beta of [0, 0.5]) {
    const dy = await backend.vector(y);
    operator.apply(dx, dy, 1.5, beta);
    const reference = spmvReference({ coo, x, y, alpha: 1.5, beta }, precision);
    worst = Math.max(worst, judge(await dy.read(), reference, accumulator).errorRatio);
    await dy.dispose();
    products++;
  }
  await dx.dispose();
}

for (const kernel of kernels) {
  const format = registry.format(kernel.format ?? '');
  for (const arithmetic of kernel.precisions) {
    const { precision, accumulator } = arithmetic;
    if (precision !== 'f64' && precision !== 'f32') continue;
    for (const matrixCoo of watchedMatrices) {
      for (const steps of format.id === 'packed' ? [2, 16] : [0]) {
        const matrix = await unlessRefused(tally, () =>
          buildMatrix(format, matrixCoo, { valueType: precision, params: steps > 0 ? { steps, window: 64 } : {} }),
        );
        if (!matrix) continue;
        const place = { matrix: headerOf(matrix), device: backend.device, precision: arithmetic };
        const points = enumerateParams(kernel.params, kernelContext(spmv, kernel, place), kernel.id);
        // All of them before the first product: what one asks of the device for a function must not be taken from another.
        const operators: Operator<SpmvArguments>[] = [];
        for (const { params, rejected } of points) {
          if (rejected !== undefined) continue;
          const operator = await unlessRefused(tally, () =>
            backend.prepare({ operation: spmv, matrix, kernel, precision, params }),
          );
          if (operator) operators.push(operator);
        }
        for (const operator of operators) {
          await multiply(operator, matrixCoo, kernel.options?.['transpose'] === true, precision, accumulator);
          watched.add(kernel.id);
          await operator.dispose();
        }
      }
    }
  }
}
await backend.dispose();
const unwatched = kernels.map(({ id }) => id).filter((id) => !watched.has(id));
process.stdout.write(
  `${JSON.stringify({ kernels: kernels.length, products, ...tally, unwatched, errorRatio: worst })}\n`,
);
process.exitCode = unwatched.length === 0 && worst <= 1 ? 0 : 1;
