// Two products of every kernel of several vectors, at some points of its parameters on each small matrix that it takes, for compute-sanitizer to watch.
import type { DenseRequest, Operator, Precision, Workload } from '@spmv/core';
import { buildMatrix, createWorkload, enumerateParams, headerOf, kernelContext, openBackend } from '@spmv/core';
import { spmm } from '@spmv/spmm';
import { gpuRegistry } from './plugins.ts';
import { conclude, count, nothingWatched, unlessRefused, watchedMatrices } from './watch.ts';
import { watchedProducts } from './watched-products.ts';

/** Whole packs, parts of packs with gaps, one vector, and X by columns. */
const PROBLEMS: readonly { readonly vectors: number; readonly layouts: Readonly<Record<string, DenseRequest>> }[] = [
  { vectors: 16, layouts: {} },
  { vectors: 7, layouts: { X: { leadingDimension: 9 }, Y: { leadingDimension: 8 } } },
  { vectors: 1, layouts: {} },
  { vectors: 5, layouts: { X: { order: 'column' }, Y: { order: 'column' } } },
];

/** Points of a kernel on one problem, spread over all. */
const MOST_POINTS = 12;

const registry = gpuRegistry();
const backend = await openBackend(registry.backend('cuda'));
const kernels = registry
  .kernels({ operation: 'spmm', targets: ['cuda'] })
  .filter((kernel) => kernel.operation === 'spmm' && kernel.vendor !== true);
const watched = nothingWatched();

for (const kernel of kernels) {
  const format = registry.format(kernel.format ?? '');
  for (const arithmetic of kernel.precisions) {
    const { precision }: { readonly precision: Precision } = arithmetic;
    // All of a kernel before its first product: what one asks of the device for a function must not be taken from another.
    const made: (readonly [Operator, Workload])[] = [];
    for (const coo of watchedMatrices) {
      const matrix = await unlessRefused(watched, () =>
        buildMatrix(format, coo, { valueType: precision === 'f32' ? 'f32' : 'f64' }),
      );
      if (!matrix) continue;
      for (const { vectors, layouts } of PROBLEMS) {
        const sizes = { vectors };
        const workload = createWorkload(spmm, coo, { options: kernel.options ?? {}, sizes, layouts });
        const place = { matrix: headerOf(matrix), device: backend.device, precision: arithmetic, sizes, layouts };
        const points = enumerateParams(kernel.params, kernelContext(spmm, kernel, place), kernel.id).filter(
          ({ rejected }) => rejected === undefined,
        );
        const step = Math.max(1, points.length / MOST_POINTS);
        for (const { params } of points.filter((_, p) => p % step < 1)) {
          const request = { operation: spmm, matrix, kernel, precision, params, sizes, layouts };
          const operator = await unlessRefused(watched, () => backend.prepare(request));
          if (operator) made.push([operator, workload]);
        }
      }
    }
    for (const [operator, workload] of made) {
      count(watched, kernel, 2, await watchedProducts(backend, operator, workload, arithmetic));
      await operator.dispose();
    }
  }
}
await backend.dispose();
conclude(watched, kernels);
