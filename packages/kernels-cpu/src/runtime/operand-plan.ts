import type { FixedScalars, Precision, Signature, ValueType } from '@spmv/core';
import { imaginaryOf, numbersOf, PRECISIONS } from '@spmv/core';

/** The operands of an operator as threads bind them. Plain data. */
export interface OperandPlan {
  readonly element: ValueType;
  /** `length`: numbers. */
  readonly buffers: readonly { readonly name: string; readonly length: number }[];
  /** Of complex precisions each is followed by its imaginary part, `alphaImaginary`. */
  readonly scalars: readonly string[];
}

/** A pass with a kernel. Operands are bound separately from running it, because most products have the same operands as the product before. */
export interface BoundRange {
  /** Operands of the products to come: from `at` on `values` hold the addresses of those in memory, then the host scalars. */
  bind(values: Float64Array, at: number): void;
  /** Runs the pass over the units begin … end − 1 as range `range` of worker `worker`. */
  run(begin: number, end: number, range: number, worker: number): void;
  /** Frees what the function holds besides its arguments, where it holds anything. */
  dispose?(): void;
}

/** The operands of a signature, all of one precision. */
export function operandPlan({ buffers, scalars }: Signature, precision: Precision): OperandPlan {
  const { host, components } = PRECISIONS[precision];
  return {
    element: host,
    buffers: buffers.map(({ name, length }) => ({ name, length: numbersOf(precision, length) })),
    scalars: scalars.flatMap(({ name }) => (components === 2 ? [name, imaginaryOf(name)] : [name])),
  };
}

/** What a pass sets a host scalar to, be it the imaginary part of one that it sets; undefined where it is that of the product. */
export function setTo(set: FixedScalars | undefined, name: string): number | undefined {
  if (set === undefined) return undefined;
  return set[name] ?? (Object.keys(set).some((one) => imaginaryOf(one) === name) ? 0 : undefined);
}

/** Place of an operand among the values of a product, or −1. */
export function operandPlace({ buffers, scalars }: OperandPlan, name: string): number {
  const buffer = buffers.findIndex((one) => one.name === name);
  if (buffer >= 0) return buffer;
  const scalar = scalars.indexOf(name);
  return scalar < 0 ? -1 : buffers.length + scalar;
}

/** A host scalar in one pass of a product: its fixed value, or its place among the values. */
export function scalarIn(
  plan: OperandPlan,
  set: FixedScalars | undefined,
  name: string,
): { fixed: number } | { place: number } {
  const fixed = setTo(set, name);
  return fixed === undefined ? { place: operandPlace(plan, name) } : { fixed };
}
