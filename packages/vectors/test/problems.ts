import type { Backend, Kernel, Operation, Params, Precision, ValueArray } from '@spmv/core';
import type { ErrorReport } from '@spmv/core/oracle';
import { createWorkload, numbersOf, operandList, PRECISIONS, referencesOf, roundTo, valueArray } from '@spmv/core';
import { judge } from '@spmv/core/oracle';
import { randomVector } from '@spmv/testkit';
import { plugin } from '../src/index.ts';

/** A product of one kernel; operands that are not given are random. */
export interface Given {
  readonly kernel: Kernel;
  readonly n?: number;
  readonly precision?: Precision;
  readonly params?: Params;
  readonly scalars?: Readonly<Record<string, number>>;
  readonly buffers?: Readonly<Record<string, readonly number[] | Float64Array>>;
}

function operationOf({ operation: id }: Kernel): Operation {
  const found = plugin.operations?.find((one) => one.id === id);
  if (!found) throw new RangeError(`no operation ${id}`);
  return found;
}

/** What a product is given, and what it is a product of. */
function problemOf({ kernel, n = 10, precision = 'f64', scalars = {}, buffers = {} }: Given) {
  const operation = operationOf(kernel);
  const sizes = operation.id === 'scalar' ? {} : { n };
  const workload = createWorkload(operation, undefined, { options: kernel.options ?? {}, sizes });
  const contents = Object.fromEntries(
    workload.signature.buffers.map(({ name, length }, b): [string, ValueArray] => {
      const { host, components } = PRECISIONS[precision];
      const array = valueArray(host, numbersOf(precision, length));
      const given = buffers[name];
      const numbers = given ?? randomVector(array.length, { seed: b + 1 });
      // What is given are real parts, or pairs.
      const step = given && given.length < array.length ? components : 1;
      for (const [k, value] of numbers.entries()) array[step * k] = roundTo(precision, value);
      return [name, array];
    }),
  );
  const values = Object.fromEntries(
    workload.signature.scalars.flatMap(({ name }) => {
      const value = scalars[name] ?? (name === 'beta' ? -0.5 : 0.75);
      const hasImaginary = PRECISIONS[precision].components === 2 && !(name in scalars);
      return hasImaginary ? [[name, value] as const, [`${name}Imaginary`, 1.25] as const] : [[name, value] as const];
    }),
  );
  const arithmetic = kernel.precisions.find((one) => one.precision === precision);
  if (!arithmetic) throw new RangeError(`${kernel.id} has no ${precision}`);
  return { operation, sizes, workload, contents, values, arithmetic };
}

/** Computes the product of a problem and gives what every operand holds after it. */
async function computed(
  backend: Backend,
  { kernel, precision = 'f64', params = {} }: Given,
  { operation, sizes, workload, contents, values }: ReturnType<typeof problemOf>,
): Promise<Readonly<Record<string, ValueArray>>> {
  const operator = await backend.prepare({ operation, kernel, precision, params, sizes });
  const handles = Object.fromEntries(
    Object.entries(contents).map(([name, data]) => [name, backend.vector(data.slice(), precision)] as const),
  );
  operator.apply(...operandList(workload, handles, values));
  const results: Record<string, ValueArray> = {};
  for (const [name, vector] of Object.entries(handles)) results[name] = await vector.read();
  for (const one of [operator, ...Object.values(handles)]) await one.dispose();
  return results;
}

/** What every operand holds after the product, which nobody judges. */
export const resultsOf = (backend: Backend, given: Given): Promise<Readonly<Record<string, ValueArray>>> =>
  computed(backend, given, problemOf(given));

/** What every operand holds after the product, with the reports of those that are written. */
export async function productOf(
  backend: Backend,
  given: Given,
): Promise<{
  readonly results: Readonly<Record<string, ValueArray>>;
  readonly reports: Readonly<Record<string, ErrorReport>>;
}> {
  const problem = problemOf(given);
  const { workload, contents, values, arithmetic } = problem;
  const results = await computed(backend, given, problem);
  const references = referencesOf(workload, contents, values, arithmetic);
  const reports = Object.fromEntries(
    Object.entries(results).flatMap(([name, result]) => {
      const reference = references[name];
      return reference ? [[name, judge(result, reference, arithmetic.accumulator)]] : [];
    }),
  );
  return { results, reports };
}
