// Two products of an operator, judged: what compute-sanitizer watches.
import type { Backend, KernelPrecision, Operator, ValueArray, Vector, Workload } from '@spmv/core';
import { operandList, PRECISIONS, referencesOf, scalarValues } from '@spmv/core';
import { judge } from '@spmv/core/oracle';
import { randomVector } from '@spmv/testkit';

/** The largest error of the two as a share of its bound; β is 0 and 0.5. */
export async function watchedProducts(
  backend: Backend,
  operator: Operator,
  workload: Workload,
  arithmetic: KernelPrecision,
): Promise<number> {
  const { precision, accumulator } = arithmetic;
  let worst = 0;
  for (const beta of [0, 0.5]) {
    const scalars = scalarValues(workload, { alpha: 1.5, beta });
    const buffers: Record<string, ValueArray> = {};
    const handles: Record<string, Vector> = {};
    for (const [b, { name, length, layout }] of workload.signature.buffers.entries()) {
      const data = randomVector(length, { type: PRECISIONS[precision].host, seed: 5 + b });
      buffers[name] = data;
      handles[name] = layout
        ? backend.dense(layout.rows, layout.cols, { ...layout, data: data.slice(), precision })
        : backend.vector(data.slice(), precision);
    }
    operator.apply(...operandList(workload, handles, scalars));
    for (const [name, reference] of Object.entries(referencesOf(workload, buffers, scalars, arithmetic)))
      worst = Math.max(worst, judge(await handles[name].read(), reference, accumulator).errorRatio);
    for (const vector of Object.values(handles)) await vector.dispose();
  }
  return worst;
}
