import type { NamedArrays, TypedArray } from '../../data/element.ts';
import type { ValueArray } from '../../data/precision.ts';
import type { Partition } from './partition.ts';

/** A program of JavaScript functions, one pass after another. */
export interface JsProgram {
  readonly passes: readonly JsPass[];
}

/** A module and an export rather than a closure: a worker must be able to import it too. */
export interface JsPass {
  /** Absolute URL of an ES module: `new URL('./kernels/csr.js', import.meta.url).href`. */
  readonly module: string;
  /** Name of an exported {@link JsSpmvFunction}. */
  readonly export: string;
  readonly partition: Partition;
}

/** Out-parameter of a range that begins inside a row; see {@link Partition.carry}. `row` = −1: nothing to add. */
export interface Carry {
  row: number;
  sum: number;
}

/** One object per range, made when the operator is prepared; a product only changes `alpha` and `beta`. */
export interface JsSpmvArguments<A extends NamedArrays = NamedArrays> {
  readonly rows: number;
  readonly cols: number;
  readonly nnz: number;
  readonly scalars: Readonly<Record<string, number>>;
  /** The format's arrays by name. Never written. */
  readonly arrays: A;
  /** What the kernel's `analyse` made. Never written. */
  readonly auxiliary: NamedArrays;
  /** Named numbers of the kernel's parameters. */
  readonly params: Readonly<Record<string, number | string | boolean>>;
  /** Length cols. Never written. */
  x: ValueArray;
  /** Length rows. Not read when beta is 0. */
  y: ValueArray;
  /** Never 0: a product with alpha = 0 does not reach a kernel. */
  alpha: number;
  beta: number;
  /** First unit of the range. */
  begin: number;
  /** One past the last unit. */
  end: number;
  readonly carry: Carry;
}

/**
 * y ← αAx + βy over the units begin..end of a pass. Must not keep, allocate or write anything but its part of y and `carry`.
 * Each precision gets an instance of the module of its own, so that the engine specialises it to one array type.
 */
export type JsSpmvFunction<A extends NamedArrays = NamedArrays> = (args: JsSpmvArguments<A>) => void;

/** Any typed array, for kernels that index a named array without knowing the layout. */
export type { TypedArray };
