import type { Backend, DenseRequest, Kernel, Params, Precision, Sizes, ValueArray } from '@spmv/core';
import type { ErrorReport } from '@spmv/core/oracle';
import { createWorkload, PRECISIONS, referencesOf, scalarValues, valueArray } from '@spmv/core';
import { judge } from '@spmv/core/oracle';
import { gemm } from '../src/index.ts';

/** A product to compute and to judge. */
export interface ProductCase {
  readonly sizes: Sizes;
  readonly precision?: Precision;
  readonly params?: Params;
  readonly layouts?: Readonly<Record<string, DenseRequest>>;
  readonly alpha?: number;
  readonly beta?: number;
  /** Element e of an operand. Default: between −1 and 1. */
  readonly element?: (name: string, e: number) => number;
}

const usual = (name: string, e: number): number => Math.sin(e * 12.9898 + name.charCodeAt(0));

/** What a kernel computes, beside the reference. Operands that are only read must be as before. */
export async function judgeProduct(backend: Backend, kernel: Kernel, one: ProductCase): Promise<ErrorReport> {
  const { sizes, precision = 'f32', params = {}, layouts = {}, element = usual } = one;
  const workload = createWorkload(gemm, undefined, { sizes, layouts, options: kernel.options ?? {} });
  const found = kernel.precisions.find((offered) => offered.precision === precision);
  if (!found) throw new Error(`${kernel.id} does not offer ${precision}`);
  const scalars = scalarValues(workload, { alpha: one.alpha ?? 1, beta: one.beta ?? 0 });
  const operator = await backend.prepare({ operation: gemm, kernel, sizes, layouts, precision, params });
  const host = PRECISIONS[precision].host;
  const buffers: Record<string, ValueArray> = {};
  const made = [];
  try {
    for (const { name, length, layout } of workload.signature.buffers) {
      if (!layout) continue;
      const data = valueArray(host, length);
      for (let e = 0; e < length; e++) data[e] = element(name, e);
      buffers[name] = data;
      made.push(backend.dense(layout.rows, layout.cols, { ...layout, data, precision }));
    }
    const [A, B, C] = made;
    if (!A || !B || !C) throw new Error('gemm has three operands');
    operator.apply(A, B, C, scalars['alpha'], scalars['beta']);
    const reference = referencesOf(workload, buffers, scalars, found)['C'];
    if (!reference) throw new Error('no reference of C');
    const result = await C.read();
    const before = buffers['C'] as ValueArray;
    const written = new Set(reference.elements);
    if (reference.elements?.length === (sizes['m'] ?? 0) * (sizes['n'] ?? 0) * (sizes['batch'] ?? 1)) {
      const changed = result.findIndex((value, e) => !written.has(e) && !Object.is(value, before[e]));
      if (changed >= 0) throw new Error(`element ${changed} of C is a gap, and was written`);
    }
    return judge(result, reference, found.accumulator);
  } finally {
    for (const vector of made) await vector.dispose();
    await operator.dispose();
  }
}
