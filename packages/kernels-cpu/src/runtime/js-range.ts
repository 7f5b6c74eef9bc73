import type { JsSpmvArguments, JsSpmvFunction, NamedArrays, Params, ValueArray } from '@spmv/core';
import { valueArray } from '@spmv/core';
import type { CarryViews } from './carries.ts';
import { emptyCarry, storeCarry } from './carries.ts';

/** What every range of a JavaScript pass is told besides its ends and the vectors. */
export interface JsOperands {
  readonly rows: number;
  readonly cols: number;
  readonly nnz: number;
  readonly scalars: Readonly<Record<string, number>>;
  readonly arrays: NamedArrays;
  readonly auxiliary: NamedArrays;
  readonly formatParams: Params;
  readonly kernelParams: Params;
}

/** Runs a JavaScript pass over ranges, one after another, with one object of arguments that is made here. */
export type JsRangeFunction = (
  x: ValueArray,
  y: ValueArray,
  alpha: number,
  beta: number,
  begin: number,
  end: number,
  range: number,
) => void;

/** Binds a JavaScript kernel. `carries` receives what each range leaves of cut rows. */
export function bindJs(run: JsSpmvFunction, operands: JsOperands, carries: CarryViews | undefined): JsRangeFunction {
  const nothing = valueArray('f64', 0);
  const carry = emptyCarry();
  const args: { -readonly [K in keyof JsSpmvArguments]: JsSpmvArguments[K] } = {
    ...operands,
    x: nothing,
    y: nothing,
    alpha: 1,
    beta: 0,
    begin: 0,
    end: 0,
    carry,
  };
  return (x, y, alpha, beta, begin, end, range) => {
    args.x = x;
    args.y = y;
    args.alpha = alpha;
    args.beta = beta;
    args.begin = begin;
    args.end = end;
    run(args);
    args.x = nothing;
    args.y = nothing;
    if (carries) storeCarry(carries, range, carry);
  };
}
