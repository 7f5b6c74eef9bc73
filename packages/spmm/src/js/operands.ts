import type { JsArguments, NamedArrays, ValueArray } from '@spmv/core';

/** The operands of Y ← αAX + βY. */
export interface SpmmJsOperands {
  /** Never written. */
  X: ValueArray;
  /** Not read when beta is 0. */
  Y: ValueArray;
  /** Never 0: a product with alpha = 0 does not reach a kernel. */
  alpha: number;
  beta: number;
}

/** A range of Y ← αAX + βY. */
export type SpmmJsArguments<A extends NamedArrays = NamedArrays> = JsArguments<SpmmJsOperands, A>;
