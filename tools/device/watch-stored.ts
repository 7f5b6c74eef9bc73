// Two products of every kernel of an operation with a stored matrix, at some points of its parameters on each small matrix that it takes.
import type {
  Backend,
  BackendDescriptor,
  DenseRequest,
  Kernel,
  Operation,
  Operator,
  Params,
  Registry,
  Sizes,
  Workload,
} from '@spmv/core';
import {
  buildMatrix,
  createWorkload,
  enumerateParams,
  headerOf,
  kernelContext,
  PRECISIONS,
  storedPrecision,
} from '@spmv/core';
import type { Watched } from './watch.ts';
import { count, nothingWatched, unlessRefused, watchedMatrices } from './watch.ts';
import { watchedProducts } from './watched-products.ts';

interface Problem {
  readonly sizes: Sizes;
  readonly layouts: Readonly<Record<string, DenseRequest>>;
}

/** What operations are given; of others all that is usual. */
const PROBLEMS: Readonly<Record<string, readonly Problem[]>> = {
  // Whole packs, parts of packs with gaps, one vector, and X by columns.
  spmm: [
    { sizes: { vectors: 16 }, layouts: {} },
    { sizes: { vectors: 7 }, layouts: { X: { leadingDimension: 9 }, Y: { leadingDimension: 8 } } },
    { sizes: { vectors: 1 }, layouts: {} },
    { sizes: { vectors: 5 }, layouts: { X: { order: 'column' }, Y: { order: 'column' } } },
  ],
};
const USUAL: readonly Problem[] = [{ sizes: {}, layouts: {} }];

/** Besides what a format suggests: rows in their own order are another branch of a kernel. */
const FORMAT_POINTS: Readonly<Record<string, readonly Params[]>> = { sell: [{}, { sigma: 1 }] };

/** Points of a kernel on one problem, spread over all. */
const MOST_POINTS = 12;

/** The kernels of an operation that a backend runs and that are no vendor's. */
export function kernelsToWatch(
  registry: Registry,
  { id }: Operation,
  { targets }: BackendDescriptor,
): readonly Kernel[] {
  return registry.kernels({ operation: id, targets }).filter((one) => one.operation === id && one.vendor !== true);
}

/** What came of two products of each point of these kernels. */
export async function watchStored(
  registry: Registry,
  backend: Backend,
  operation: Operation,
  kernels: readonly Kernel[],
  mostPoints: number = MOST_POINTS,
): Promise<Watched> {
  const watched = nothingWatched();
  for (const kernel of kernels) {
    const format = registry.format(kernel.format ?? '');
    for (const arithmetic of kernel.precisions) {
      const { precision } = arithmetic;
      const stored = storedPrecision(arithmetic);
      const valueType = PRECISIONS[stored].host;
      // All of a kernel before its first product: what one asks of the device for a function must not be taken from another.
      const made: (readonly [Operator, Workload])[] = [];
      for (const coo of watchedMatrices) {
        for (const formatPoint of FORMAT_POINTS[format.id] ?? [{}]) {
          const matrix = await unlessRefused(watched, () =>
            buildMatrix(format, coo, { valueType, params: formatPoint }),
          );
          if (!matrix) continue;
          for (const { sizes, layouts } of PROBLEMS[operation.id] ?? USUAL) {
            const workload = createWorkload(operation, coo, { options: kernel.options ?? {}, sizes, layouts });
            const place = { matrix: headerOf(matrix), device: backend.device, precision: arithmetic, sizes, layouts };
            const points = enumerateParams(kernel.params, kernelContext(operation, kernel, place), kernel.id).filter(
              ({ rejected }) => rejected === undefined,
            );
            const step = Math.max(1, points.length / mostPoints);
            for (const { params } of points.filter((_, p) => p % step < 1)) {
              const request = { operation, matrix, kernel, precision, stored, params, sizes, layouts };
              const operator = await unlessRefused(watched, () => backend.prepare(request));
              if (operator) made.push([operator, workload]);
            }
          }
        }
      }
      for (const [operator, workload] of made) {
        count(watched, kernel, 2, await watchedProducts(backend, operator, workload, arithmetic));
        await operator.dispose();
      }
    }
  }
  return watched;
}
