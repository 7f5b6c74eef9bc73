import type { TypedArray, ValueArray } from '@spmv/core';
import { PRECISIONS, SpmvError, storedPrecision, valueArray } from '@spmv/core';
import { arrayNamed, asStored } from '@spmv/kernel-kit';
import type { GlobalMemory } from './machine/global-memory.ts';
import { createGlobalMemory } from './machine/global-memory.ts';
import type { TracePlan } from './plan-trace.ts';

/** Vectors and numbers of a product. */
export interface TraceOperands {
  readonly x: ValueArray;
  /** y before the product. Default zeros. */
  readonly y?: ValueArray;
  /** Default 1 and 0. */
  readonly alpha?: number;
  readonly beta?: number;
}

function wrongLength(name: string, length: number, wanted: number): SpmvError {
  return new SpmvError('OPERAND.LENGTH', `${name} has ${length} elements; this product needs ${wanted}.`, {
    fix: `Give ${name} ${wanted} elements.`,
    details: { operand: name, length, wanted },
  });
}

/** Operands in the precision of the product, as the host has them. Errors: `OPERAND.LENGTH`. */
export function vectorsOf(plan: TracePlan, operands: TraceOperands): Readonly<Record<string, ValueArray>> {
  const given: Readonly<Record<string, ValueArray | undefined>> = { x: operands.x, y: operands.y };
  return Object.fromEntries(
    plan.signature.buffers.map(({ name, length }) => {
      const kept = valueArray(PRECISIONS[plan.precision.precision].host, length);
      const values = given[name];
      if (values && values.length !== length) throw wrongLength(name, values.length, length);
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

/** Device memory with what the launches name: arrays of the matrix, which no kernel may write, those of the analysis, scratch memory and vectors. */
export function deviceMemory(plan: TracePlan, vectors: Readonly<Record<string, ValueArray>>): GlobalMemory {
  const memory = createGlobalMemory();
  const names = new Set(
    plan.program.launches.flatMap((launch) => launch.arguments.filter((one) => typeof one === 'string')),
  );
  const { storedBytes } = PRECISIONS[plan.precision.precision];
  for (const name of names) {
    const contents = contentsOf(plan, name);
    if (contents !== undefined) memory.add(name, contents, !name.startsWith('A.'), storedBytes);
  }
  for (const { name, access } of plan.signature.buffers)
    memory.add(name, asStored(vectors[name] as ValueArray, plan.precision.precision), access !== 'read', storedBytes);
  return memory;
}
