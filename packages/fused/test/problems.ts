import type {
  Backend,
  CooMatrix,
  Kernel,
  KernelPrecision,
  Params,
  Precision,
  StoredMatrix,
  ValueArray,
} from '@spmv/core';
import type { ErrorReport } from '@spmv/core/oracle';
import { buildMatrix, createWorkload, operandList, PRECISIONS, referencesOf, valueArray } from '@spmv/core';
import { judge } from '@spmv/core/oracle';
import { sell } from '@spmv/format-sell';
import { csr } from '@spmv/formats';
import { randomVector } from '@spmv/testkit';
import { fused } from '../src/index.ts';

/** A product of one kernel; operands that are not given are random. */
export interface Given {
  readonly kernel: Kernel;
  readonly coo: CooMatrix;
  readonly precision?: Precision;
  readonly params?: Params;
  readonly scalars?: Readonly<Record<string, number>>;
  readonly buffers?: Readonly<Record<string, Float64Array>>;
}

/** What an operator of a CSR matrix is given, and what it should leave. */
export function workloadOf({ kernel, coo, precision = 'f64', scalars = {}, buffers = {} }: Given) {
  const workload = createWorkload(fused, coo, { options: kernel.options ?? {} });
  const contents = Object.fromEntries(
    workload.signature.buffers.map(({ name, length }, b): [string, ValueArray] => {
      const given = buffers[name] ?? randomVector(length, { seed: b + 1 });
      const array = valueArray(PRECISIONS[precision].host, length);
      array.set(given);
      return [name, array];
    }),
  );
  const values = { alpha: 0.75, beta: -0.5, delta: 1.5, ...scalars };
  const offered = kernel.precisions.find((one) => one.precision === precision && !one.stored);
  const arithmetic: KernelPrecision = offered ?? { precision, accumulator: precision };
  return { workload, contents, values, arithmetic };
}

/** The matrix in the format that a kernel reads; slices are sorted. */
export function storedIn({ format }: Kernel, coo: CooMatrix, precision: Precision = 'f64'): StoredMatrix {
  const valueType = PRECISIONS[precision].host;
  return format === 'csr'
    ? buildMatrix(csr, coo, { valueType })
    : buildMatrix(sell, coo, { valueType, params: { C: 8, sigma: 64 } });
}

/** Computes the product `runs` times and gives the bits that the last one left, with their reports. */
export async function productOf(
  backend: Backend,
  given: Given,
  runs = 1,
): Promise<{
  readonly results: Readonly<Record<string, ValueArray>>;
  readonly reports: Readonly<Record<string, ErrorReport>>;
}> {
  const { kernel, coo, precision = 'f64', params = {} } = given;
  const { workload, contents, values, arithmetic } = workloadOf(given);
  const matrix = storedIn(kernel, coo, precision);
  const operator = await backend.prepare({ operation: fused, kernel, matrix, precision, params });
  const handles = Object.fromEntries(
    await Promise.all(
      Object.entries(contents).map(async ([name, data]) => [name, backend.vector(data.slice(), precision)] as const),
    ),
  );
  for (let run = 0; run < runs; run++) {
    for (const [name, vector] of Object.entries(handles)) await vector.write((contents[name] as ValueArray).slice());
    operator.apply(...(operandList(workload, handles, values) as never));
  }
  const references = referencesOf(workload, contents, values, arithmetic);
  const results: Record<string, ValueArray> = {};
  const reports: Record<string, ErrorReport> = {};
  for (const [name, vector] of Object.entries(handles)) {
    results[name] = await vector.read();
    const reference = references[name];
    if (reference) reports[name] = judge(results[name], reference, arithmetic.accumulator);
  }
  for (const one of [operator, ...Object.values(handles)]) await one.dispose();
  return { results, reports };
}
