import type { TypedArray, ValueArray } from '@spmv/core';
import { numbersOf, PRECISIONS, SpmvError, storedPrecision, unreadOperands, valueArray } from '@spmv/core';
import { arrayNamed, asStored } from '@spmv/kernel-kit';
import type { GlobalMemory } from './machine/global-memory.ts';
import { createGlobalMemory } from './machine/global-memory.ts';
import type { TracePlan } from './plan-trace.ts';

/** Vectors, dense matrices and numbers of a product, by their names in the operation. */
export interface TraceOperands {
  /** Contents before the product, gaps included, in pairs where the precision is complex. One that is written without being read may be left out. */
  readonly operands: Readonly<Record<string, ValueArray>>;
  /** Host scalars, `alphaImaginary` the imaginary part of a complex one; those left out have the operation's defaults, and no imaginary part. */
  readonly scalars?: Readonly<Record<string, number>>;
}

function wrongOperand(message: string, fix: string, details: Readonly<Record<string, unknown>>): SpmvError {
  return new SpmvError('OPERAND.LENGTH', message, { fix, details });
}

/** Operands in the precision of the product, as the host has them. Errors: `OPERAND.LENGTH`. */
export function operandsOf(
  plan: TracePlan,
  given: TraceOperands['operands'],
  scalars: Readonly<Record<string, number>>,
): Readonly<Record<string, ValueArray>> {
  const { buffers } = plan.signature;
  const surplus = Object.keys(given).find((name) => !buffers.some((slot) => slot.name === name));
  if (surplus !== undefined) {
    const names = buffers.map(({ name }) => name).join(', ');
    throw wrongOperand(`'${plan.operation.id}' has no operand '${surplus}'.`, `Give ${names}.`, { operand: surplus });
  }
  const unread = unreadOperands(plan, scalars);
  return Object.fromEntries(
    buffers.map(({ name, length: elements }) => {
      const length = numbersOf(plan.precision.precision, elements);
      const values = given[name];
      if ((values || !unread.has(name)) && values?.length !== length) {
        throw wrongOperand(
          `${name} has ${values ? values.length : 'no'} numbers; this product needs ${length}.`,
          `Give ${name} ${length} numbers.`,
          { operand: name, length: values?.length ?? 0, wanted: length },
        );
      }
      const kept = valueArray(PRECISIONS[plan.precision.precision].host, length);
      if (values) kept.set(values);
      return [name, kept];
    }),
  );
}

function contentsOf(plan: TracePlan, name: string): TypedArray | number | undefined {
  const array = arrayNamed(plan, name);
  if (array) return asStored(array, storedPrecision(plan.precision));
  return name.startsWith('scratch.') ? plan.program.scratch?.[name.slice('scratch.'.length)] : undefined;
}

/** Device memory with what the launches name: arrays of the matrix, which no kernel may write, those of the analysis, scratch memory and operands. */
export function deviceMemory(plan: TracePlan, operands: Readonly<Record<string, ValueArray>>): GlobalMemory {
  const memory = createGlobalMemory();
  const names = new Set(
    plan.program.launches.flatMap((launch) => Object.values(launch.arguments).filter((one) => typeof one === 'string')),
  );
  const { storedBytes } = PRECISIONS[plan.precision.precision];
  for (const name of names) {
    const contents = contentsOf(plan, name);
    if (contents !== undefined) memory.add(name, contents, !name.startsWith(`${plan.signature.matrix}.`), storedBytes);
  }
  for (const { name, access } of plan.signature.buffers)
    memory.add(name, asStored(operands[name], plan.precision.precision), access !== 'read', storedBytes);
  return memory;
}
