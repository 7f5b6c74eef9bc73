// Two products of every kernel at every point of its parameters on each small matrix that it takes, for compute-sanitizer to watch.
import type { CooMatrix, Operator, Precision, SpmvArguments } from '@spmv/core';
import { buildMatrix, enumerateParams, headerOf, spmv, kernelContext, transposeCoo } from '@spmv/core';
import { judge, spmvReference } from '@spmv/core/oracle';
import { randomVector } from '@spmv/testkit';
import { gpuRegistry } from './plugins.ts';
import { conclude, count, nothingWatched, openWatched, unlessRefused, watchedMatrices } from './watch.ts';

const registry = gpuRegistry();
const backend = await openWatched(registry);
const kernels = registry
  .kernels({ operation: 'spmv', targets: ['cuda'] })
  .filter((kernel) => kernel.operation === 'spmv' && kernel.vendor !== true);
const watched = nothingWatched();

/** The largest error of two products of an operator, or of the transposed matrix, as a share of its bound. */
async function twoProducts(
  operator: Operator<SpmvArguments>,
  matrixCoo: CooMatrix,
  transpose: boolean,
  precision: Precision,
  accumulator: Precision,
): Promise<number> {
  let worst = 0;
  const coo = transpose ? transposeCoo(matrixCoo) : matrixCoo;
  const x = randomVector(coo.shape.cols, { type: precision === 'f64' ? 'f64' : 'f32' });
  const y = randomVector(coo.shape.rows, { type: precision === 'f64' ? 'f64' : 'f32', seed: 3 });
  const dx = backend.vector(x);
  for (const beta of [0, 0.5]) {
    const dy = backend.vector(y);
    operator.apply(dx, dy, 1.5, beta);
    const reference = spmvReference({ coo, x, y, alpha: 1.5, beta }, precision);
    worst = Math.max(worst, judge(await dy.read(), reference, accumulator).errorRatio);
    await dy.dispose();
  }
  await dx.dispose();
  return worst;
}

for (const kernel of kernels) {
  const format = registry.format(kernel.format ?? '');
  for (const arithmetic of kernel.precisions) {
    const { precision, accumulator } = arithmetic;
    if (precision !== 'f64' && precision !== 'f32') continue;
    for (const matrixCoo of watchedMatrices) {
      for (const steps of format.id === 'packed' ? [2, 16] : [0]) {
        const matrix = await unlessRefused(watched, () =>
          buildMatrix(format, matrixCoo, { valueType: precision, params: steps > 0 ? { steps, window: 64 } : {} }),
        );
        if (!matrix) continue;
        const place = { matrix: headerOf(matrix), device: backend.device, precision: arithmetic };
        const points = enumerateParams(kernel.params, kernelContext(spmv, kernel, place), kernel.id);
        // All of them before the first product: what one asks of the device for a function must not be taken from another.
        const operators: Operator<SpmvArguments>[] = [];
        for (const { params, rejected } of points) {
          if (rejected !== undefined) continue;
          const operator = await unlessRefused(watched, () =>
            backend.prepare({ operation: spmv, matrix, kernel, precision, params }),
          );
          if (operator) operators.push(operator);
        }
        for (const operator of operators) {
          const transposed = kernel.options?.['transpose'] === true;
          count(watched, kernel, 2, await twoProducts(operator, matrixCoo, transposed, precision, accumulator));
          await operator.dispose();
        }
      }
    }
  }
}
await backend.dispose();
conclude(watched, kernels);
