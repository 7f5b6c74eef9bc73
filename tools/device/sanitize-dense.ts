// Two products of every kernel of operations that store no matrix, at the first points of its parameters, for compute-sanitizer to watch.
import type { DenseRequest, Operation, Operator, Sizes, Workload } from '@spmv/core';
import { createWorkload, enumerateParams, kernelContext, operationOptions, storesMatrix } from '@spmv/core';
import { gpuRegistry } from './plugins.ts';
import { conclude, count, nothingWatched, openWatched, unlessRefused } from './watch.ts';
import { watchedProducts } from './watched-products.ts';

interface Given {
  readonly sizes: Sizes;
  readonly layouts: Readonly<Record<string, DenseRequest>>;
}

/** Edges of every tile with gaps between rows or columns, and whole tiles that lie in whole vectors. */
const DENSE: readonly Given[] = [
  {
    sizes: { m: 131, n: 261, k: 67 },
    layouts: {
      A: { leadingDimension: 70 },
      B: { order: 'column', leadingDimension: 71 },
      C: { leadingDimension: 264 },
    },
  },
  {
    sizes: { m: 70, n: 37, k: 33, batch: 2 },
    layouts: { A: { order: 'column' }, B: { batchStride: 0 }, C: { order: 'column' } },
  },
  { sizes: { m: 256, n: 256, k: 128 }, layouts: {} },
];

/** What an operation is computed on: those of dense products, or the last two of the sizes that it names, which fill blocks and leave some of the last one empty. */
function problemsOf(operation: Operation): readonly Given[] {
  const isDense = operation.operands(operationOptions(operation)).some(({ role }) => role === 'dense');
  return isDense ? DENSE : (operation.trials?.slice(-2) ?? [{}]).map((sizes) => ({ sizes, layouts: {} }));
}

/** Points of a kernel on one problem. */
const MOST_POINTS = 8;

const registry = gpuRegistry();
const backend = await openWatched(registry);
const watched = nothingWatched();

const operations = new Map(registry.operations.filter((one) => !storesMatrix(one)).map((one) => [one.id, one]));
const kernels = registry
  .kernels({ targets: ['cuda'] })
  .filter((one) => operations.has(one.operation) && one.vendor !== true);
for (const kernel of kernels) {
  const operation = operations.get(kernel.operation);
  if (!operation) continue;
  for (const arithmetic of kernel.precisions) {
    const { precision } = arithmetic;
    // All of a kernel before its first product: what one asks of the device for a function must not be taken from another.
    const made: (readonly [Operator, Workload])[] = [];
    for (const { sizes, layouts } of problemsOf(operation)) {
      const workload = createWorkload(operation, undefined, { options: kernel.options ?? {}, sizes, layouts });
      const place = { device: backend.device, precision: arithmetic, sizes, layouts };
      const points = enumerateParams(kernel.params, kernelContext(operation, kernel, place), kernel.id);
      for (const { params } of points.filter(({ rejected }) => rejected === undefined).slice(0, MOST_POINTS)) {
        const request = { operation, kernel, precision, params, sizes, layouts };
        const operator = await unlessRefused(watched, () => backend.prepare(request));
        if (operator) made.push([operator, workload]);
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
