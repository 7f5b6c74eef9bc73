import type { WasmPass } from '@spmv/core';
import { denseSteps } from '@spmv/core';
import type { FewPlan } from './few-plan.ts';

/** A pass without what all passes of the kernel have in common. */
type Pass = Pick<WasmPass, 'export' | 'arguments' | 'partition' | 'set'>;

/** Passes of a product with few rows or columns: the product, and the sum over slices of it where it has several. */
export function fewPasses(plan: FewPlan): readonly Pass[] {
  const { tall, thin, out, batch, chunk, chunks, steps, slices } = plan;
  const { rows, cols: depth } = tall;
  const count = thin.cols;
  const [a, x, c] = [denseSteps(tall), denseSteps(thin), denseSteps(out)];
  const strideOf = ({ batchStride }: FewPlan['tall']): number => (batch === 1 ? 0 : batchStride);
  const matrices = [rows, count, depth, a.row, a.col, strideOf(tall), x.row, x.col, strideOf(thin)];
  const partition = { unit: 'chunks of rows', count: batch * chunks * slices };
  const own = ['scratch.own', 'worker', 'alpha', 'beta', 'begin', 'end'];
  if (slices === 1) {
    const place = [c.row, c.col, 0, strideOf(out)];
    return [
      {
        export: 'few',
        arguments: [tall.name, thin.name, out.name, ...own, ...matrices, ...place, chunk, steps],
        partition,
      },
    ];
  }
  const results = [c.row, c.col, strideOf(out)];
  const place = [1, rows, rows * count, rows * count * slices];
  return [
    {
      export: 'few',
      arguments: [tall.name, thin.name, 'scratch.sums', ...own, ...matrices, ...place, chunk, steps],
      partition,
      set: { alpha: 1, beta: 0 },
    },
    {
      export: 'sumSlices',
      arguments: ['scratch.sums', out.name, 'alpha', 'beta', 'begin', 'end', rows, count, slices, ...results],
      partition: { unit: 'rows', count: batch * rows },
    },
  ];
}
