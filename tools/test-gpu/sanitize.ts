// One product of every kernel at every point of its parameters on a small skewed matrix, for compute-sanitizer to watch.
import type { Precision, Operator, SpmvArguments } from '@spmv/core';
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
import { powerLaw, randomVector } from '@spmv/testkit';
import { gpuRegistry } from './plugins.ts';

const registry = gpuRegistry();
const backend = await openBackend(registry.backend('cuda'));
const kernels = registry
  .kernels({ operation: 'spmv', targets: ['cuda'] })
  .filter((kernel) => kernel.operation === 'spmv' && kernel.vendor !== true);
const matrixCoo = powerLaw({ rows: 700, cols: 900, meanPerRow: 9, maxPerRow: 800 });
let products = 0;
let worst = 0;

/** Two products of an operator, or of the transposed matrix, judged. */
async function multiply(
  operator: Operator<SpmvArguments>,
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
    for (const steps of format.id === 'packed' ? [2, 16] : [0]) {
      const matrix = buildMatrix(format, matrixCoo, {
        valueType: precision,
        params: steps > 0 ? { steps, window: 64 } : {},
      });
      const context = kernelContext(spmv, kernel, {
        matrix: headerOf(matrix),
        device: backend.device,
        precision: arithmetic,
      });
      const points = enumerateParams(kernel.params, context, kernel.id).filter(
        ({ rejected }) => rejected === undefined,
      );
      // All of them before the first product: what one asks of the device for a function must not be taken from another.
      const operators: Operator<SpmvArguments>[] = [];
      for (const { params } of points)
        operators.push(await backend.prepare({ operation: spmv, matrix, kernel, precision, params }));
      for (const operator of operators) {
        await multiply(operator, kernel.options?.['transpose'] === true, precision, accumulator);
        await operator.dispose();
      }
    }
  }
}
await backend.dispose();
process.stdout.write(`${JSON.stringify({ products, errorRatio: worst })}\n`);
process.exitCode = products > 0 && worst <= 1 ? 0 : 1;
