import type { DriverSequence, DriverStep } from '@spmv/core';
import type { Batch, BatchedProducts } from './batch.ts';
import { MOST_PRODUCTS } from './batch.ts';
import { groupsByPlace } from './bind-groups.ts';
import { factorOf } from './scaling.ts';
import type { GpuVector } from './gpu-vector.ts';
import type { WgslOperator } from './wgsl-operator.ts';

/** Whether two lists of scalars are the same bits. */
function areSame(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((value, s) => Object.is(value, b[s]));
}

/** Neighbouring products with the same scalars as one, up to as many as a submission takes. */
export function joined(products: readonly BatchedProducts[]): readonly BatchedProducts[] {
  const runs: BatchedProducts[][] = [];
  for (const product of products) {
    const run = runs.at(-1);
    if (run?.[0] && run.length < MOST_PRODUCTS && areSame(run[0].scalars, product.scalars)) run.push(product);
    else runs.push([product]);
  }
  return runs.map((run) => ({
    steps: run.flatMap(({ steps }) => steps),
    groups: groupsByPlace((place) => run.flatMap(({ groups }) => groups(place))),
    scalars: (run[0] as BatchedProducts).scalars,
    products: run.length,
  }));
}

function collectedOf(step: DriverStep): BatchedProducts {
  if ('operator' in step) return (step.operator as WgslOperator).collected(step.buffers, step.scalars);
  const { scaleSteps, scaleGroups, precision } = step.scale as GpuVector;
  return { steps: scaleSteps, groups: scaleGroups, scalars: factorOf(precision, step), products: 1 };
}

/** Steps whose bind groups are found once: a run of them only encodes. */
export function createSequence(batch: Batch, list: readonly DriverStep[]): DriverSequence {
  const parts = joined(list.map(collectedOf));
  return {
    run() {
      for (const { steps, groups, scalars, products } of parts) batch.add(steps, groups, scalars, products);
    },
    dispose() {},
  };
}
