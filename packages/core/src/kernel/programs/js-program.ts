import type { NamedArrays, TypedArray } from '../../data/element.ts';
import type { ValueArray } from '../../data/number-encoding.ts';
import type { Params } from '../../params/param-space.ts';
import type { CpuScratch, FixedScalars } from './cpu-scratch.ts';
import type { PartialSums, Partition } from './partition.ts';

/** A program of JavaScript functions, one pass after another. A pass begins when all ranges of the one before have ended. */
export interface JsProgram {
  readonly passes: readonly JsPass[];
  readonly scratch?: Readonly<Record<string, CpuScratch>>;
}

/** A module and an export rather than a closure: a worker must be able to import it too. */
export interface JsPass {
  /** Absolute URL of an ES module: `new URL('./kernels/csr.js', import.meta.url).href`. */
  readonly module: string;
  /** What the module exports, where files have no address, as in workers of Cloudflare: a bundle has it in itself. No other thread can be sent it. */
  readonly functions?: Readonly<Record<string, unknown>>;
  /** Name of an exported {@link JsFunction}. */
  readonly export: string;
  readonly partition: Partition;
  readonly set?: FixedScalars;
  /** Numbers that `program` decided, for the function: the steps of a dense operand, the edge of a tile. */
  readonly numbers?: Readonly<Record<string, number>>;
}

/** What a function is told of every product: one object per range, made when the operator is prepared. */
export interface JsRange<A extends NamedArrays = NamedArrays> {
  /** Of the stored matrix; 0 when the operation has none. */
  readonly rows: number;
  readonly cols: number;
  readonly nnz: number;
  /** Of the operation: those of the matrix, and its own. */
  readonly sizes: Readonly<Record<string, number>>;
  readonly scalars: Readonly<Record<string, number>>;
  /** The format's arrays by name. Never written. */
  readonly arrays: A;
  /** What the kernel's `analyse` made. Never written. */
  readonly auxiliary: NamedArrays;
  readonly formatParams: Params;
  readonly kernelParams: Params;
  /** Of the pass. */
  readonly numbers: Readonly<Record<string, number>>;
  /** Scratch by name: of all workers one after another where each has its own. */
  readonly scratch: Readonly<Record<string, TypedArray>>;
  /** There for kernels of matrix operations: their arrays by full names, `C.values`, read and written. */
  readonly memory?: NamedArrays;
  /** Which worker this part of the product belongs to, 0 … workers − 1, whatever thread computes it: no two run at once. */
  worker: number;
  readonly workers: number;
  /** First unit of the range. */
  begin: number;
  /** One past the last unit. */
  end: number;
  /** Written by passes whose partition says `splitRows`. */
  readonly partialSums: PartialSums;
}

/** A range with the operands of the operation by name: arrays for those in memory, numbers for host scalars. */
export type JsArguments<
  Operands = Readonly<Record<string, ValueArray | number>>,
  A extends NamedArrays = NamedArrays,
> = JsRange<A> & Operands;

/** The operands of y ← αAx + βy. */
export interface SpmvJsOperands {
  /** Never written. */
  x: ValueArray;
  /** Not read when beta is 0. */
  y: ValueArray;
  /** Never 0: a product with alpha = 0 does not reach a kernel. */
  alpha: number;
  beta: number;
}

/** A range of y ← αAx + βy. */
export type JsSpmvArguments<A extends NamedArrays = NamedArrays> = JsArguments<SpmvJsOperands, A>;

/**
 * Computes the units begin..end of a pass. It must not keep or allocate anything, and must write only its part of the written operands, its
 * worker's scratch and `partialSums`. Each precision gets its own instance of the module, so that the engine specialises it to one array type.
 */
export type JsFunction = (args: JsArguments) => void;

/** A {@link JsFunction} of y ← αAx + βy. */
export type JsSpmvFunction<A extends NamedArrays = NamedArrays> = (args: JsSpmvArguments<A>) => void;
