// Products of any operation, judged by its own reference: those with an ending, passes over vectors, numbers.
import type { CooMatrix, NativeFunctions, Operation, ValueArray } from '@spmv/core';
import { createWorkload, referencesOf, scalarValues, unreadOperands, valueArray, writtenOperands } from '@spmv/core';
import { judge } from '@spmv/core/oracle';
import type { Placer } from './placed.ts';
import type { Run } from './runner.ts';
import { prepareRun } from './runner.ts';

/** Operands that are read and written, and those that are written alone; with what is not read where a factor is 0. */
const SCALARS: readonly Readonly<Record<string, number>>[] = [
  { alpha: 2, beta: 0, delta: 1 },
  { alpha: -1, beta: 1, delta: 0 },
  { alpha: 0, beta: 0.5, delta: -2 },
];

/** Numbers that leave no quotient or factor at 0. */
const given = (length: number, seed: number): readonly number[] =>
  Array.from({ length }, (_, k) => 1 + ((k * 7 + seed * 3) % 5) / 4);

/** Throws where an operand that is written is farther from the reference than its bound says, and where another was written. */
export function checkOperation(
  functions: NativeFunctions,
  placer: Placer,
  run: Omit<Run, 'operation'> & { readonly operation: Operation },
  coo?: CooMatrix,
): void {
  const { operation, kernel, precision, sizes = {} } = run;
  const workload = createWorkload(operation, coo, { options: kernel.options ?? {}, sizes });
  const host = precision.precision === 'f64' ? 'f64' : 'f32';
  for (const wanted of SCALARS) {
    const scalars = scalarValues(
      workload,
      Object.fromEntries(workload.signature.scalars.map(({ name }) => [name, wanted[name] ?? 1])),
    );
    const unread = unreadOperands(workload, scalars);
    const before = Object.fromEntries(
      workload.signature.buffers.map(({ name, length }, b): [string, ValueArray] => {
        const array = valueArray(host, length);
        array.set(unread.has(name) ? array.fill(Number.NaN) : given(length, b));
        return [name, array];
      }),
    );
    const runner = prepareRun(
      functions,
      placer,
      run,
      Object.fromEntries(Object.entries(before).map(([name, array]) => [name, Array.from(array)])),
    );
    runner.apply(scalars);
    const references = referencesOf(workload, before, scalars, precision);
    const written = new Set(writtenOperands(workload));
    for (const { name } of workload.signature.buffers) {
      const [found, old] = [runner.operands[name], before[name]] as [ValueArray, ValueArray];
      const what = `${kernel.id} ${JSON.stringify({ ...precision, workers: run.workers, ...sizes, ...scalars })}`;
      const reference = references[name];
      if (!written.has(name) || !reference) {
        if (found.some((value, k) => !Object.is(value, old[k]))) throw new Error(`${what}: ${name} was written`);
        continue;
      }
      const { failures, row, got, expected, bound } = judge(found, reference, precision.accumulator);
      if (failures > 0)
        throw new Error(`${what}: ${name}[${row}] is ${got}, not ${expected} ± ${bound}; ${failures} in all`);
    }
    placer.release();
  }
}
