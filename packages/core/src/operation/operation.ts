import type { ComplexCoo, CooMatrix } from '../data/coo.ts';
import type { ValueArray } from '../data/number-encoding.ts';
import type { Precision } from '../data/precision.ts';
import type { Citation } from '../format/sparse-format.ts';
import type { Reference } from '../oracle/reference.ts';
import type { Axis, Params } from '../params/param-space.ts';
import type { DenseLayout, Operand, Sizes } from './operand.ts';

/** Everything an operation reads, as the user gives it; the reference rounds it to the precision. */
export interface Problem {
  readonly options: Params;
  readonly sizes: Sizes;
  /** The entries of the matrix operand; absent when the operation has none, or they are complex. */
  readonly matrix?: CooMatrix;
  /** The entries where they are complex numbers, as everything else is then: pairs in `buffers` and in the reference, `NAMEImaginary` beside scalar NAME. */
  readonly complex?: ComplexCoo;
  /** Contents of each operand in memory before the product. */
  readonly buffers: Readonly<Record<string, ValueArray>>;
  /** How each dense operand lies in its buffer. */
  readonly layouts: Readonly<Record<string, DenseLayout>>;
  readonly scalars: Readonly<Record<string, number>>;
  /** Arithmetic of the operands, and that of the values of the matrix where it is another. */
  readonly precision: Precision;
  readonly stored: Precision;
  /**
   * Elements of written operands, ascending, that the reference has instead of the samples it would choose. A reference that always has all
   * elements need not look.
   */
  readonly elements?: Readonly<Record<string, Int32Array>>;
}

/** Values of the host scalars to check a kernel with, beside random contents of everything that is read. */
export interface ScalarCase {
  readonly name: string;
  readonly scalars: Readonly<Record<string, number>>;
}

/**
 * How several devices share a product without a stored matrix. `elements`: `size` may be divided; element i of what is written depends on elements i of vectors of that length, rows i of dense
 * operands with so many, and on all of everything else, and is the same in a product of a part of them. `repeated`: every device computes all of it.
 */
export type Sharing = { readonly kind: 'elements'; readonly size: string } | { readonly kind: 'repeated' };

/**
 * What can be computed, as a value: core's checked entry, the backends, the conformance kit and the command line read it and know none by
 * name. `Args` are the arguments of a product: the operands other than the matrix, in the order of `operands`.
 */
export interface Operation<Args extends readonly unknown[] = readonly unknown[]> {
  readonly kind: 'operation';
  /** Unique: `spmv`, `vendor/name` for a third party's. */
  readonly id: string;
  readonly title: string;
  /** For people: `y ← αAx + βy`. */
  readonly formula: string;
  readonly sources: readonly Citation[];
  /** Variants: `transpose`. A kernel computes one point of them, its `options`; the rest of the axes at their defaults. */
  readonly options: Readonly<Record<string, Axis>>;
  /** Its own sizes besides `rows`, `cols` and `nnz`, each with the value that is used when nobody asks for another. */
  readonly sizes: Readonly<Record<string, { readonly default: number; readonly doc: string }>>;
  /** The operands, in the order in which a product is given them. At most 12 besides the matrix. */
  operands(options: Params): readonly Operand[];
  /**
   * When no kernel is asked, because one of these sizes or host scalars is 0: every operand that is written is then its old contents times
   * its factor, or 0 where it is not updated.
   */
  readonly trivial: { readonly sizes: readonly string[]; readonly scalars: readonly string[] };
  /** Floating-point operations of one product. */
  flops(sizes: Sizes, options: Params): number;
  /**
   * What each written operand should hold, and what its error is judged by; straight from the entries, knowing no format. Elements of a
   * dense operand are those of its buffer, gaps included, in the order of memory.
   */
  reference(problem: Problem): Readonly<Record<string, Reference>>;
  /** Elements of each written operand that its reference is of at most, where that is not all of them. Nothing is computed. */
  judged?(sizes: Sizes, options: Params): Readonly<Record<string, number>>;
  /** Further data that a check multiplies with, besides what the user asked for. */
  readonly checks: readonly ScalarCase[];
  /** Absent: where it has no stored matrix it is computed on one device. Rows of a stored matrix are divided without it. */
  readonly sharing?: Sharing;
  /** Sizes of its own that a kernel is tried at: where its tiles end, and one past. Default: the defaults, ones, and uneven ones. */
  readonly trials?: readonly Sizes[];
  /** Never set: it carries the types of `Args`. */
  readonly argumentTypes?: Args;
}

/** The options with their defaults. */
export function operationOptions(operation: Pick<Operation, 'options'>, given: Params = {}): Params {
  return Object.fromEntries(
    Object.entries(operation.options).map(([name, axis]) => [name, given[name] ?? axis.default]),
  );
}

/** Whether the variant of an operation with these options has a stored matrix. */
export function storesMatrix(operation: Operation, options?: Params): boolean {
  return operation.operands(operationOptions(operation, options)).some(({ role }) => role === 'matrix');
}
