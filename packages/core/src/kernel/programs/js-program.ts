import type { NamedArrays } from '../../data/element.ts';
import type { ValueArray } from '../../data/precision.ts';
import type { Params } from '../../params/param-space.ts';
import type { Carry, Partition } from './partition.ts';

/**
 * A program of JavaScript functions, one pass after another. The first pass is given the product's beta, later ones beta = 1: they
 * add to what is there. A pass begins when all ranges of the one before have ended.
 */
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
  readonly formatParams: Params;
  readonly kernelParams: Params;
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
  /** Written by passes whose partition says `carry`. */
  readonly carry: Carry;
}

/**
 * y ← αAx + βy over the units begin..end of a pass. Must not keep, allocate or write anything but its part of y and `carry`.
 * Each precision gets an instance of the module of its own, so that the engine specialises it to one array type.
 */
export type JsSpmvFunction<A extends NamedArrays = NamedArrays> = (args: JsSpmvArguments<A>) => void;
