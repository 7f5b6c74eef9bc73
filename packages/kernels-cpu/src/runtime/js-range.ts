import type { FixedScalars, JsFunction, JsRange, NamedArrays, Params, TypedArray, ValueArray } from '@spmv/core';
import { valueArray } from '@spmv/core';
import type { PartialSumsViews } from './partial-sums.ts';
import { emptyPartialSums, storePartialSums } from './partial-sums.ts';
import type { BoundRange, OperandPlan } from './operand-plan.ts';
import { setTo } from './operand-plan.ts';
import { viewOf } from './view.ts';

/** What every range of a JavaScript pass gets besides its ends and the operands. */
export interface JsConstants {
  readonly rows: number;
  readonly cols: number;
  readonly nnz: number;
  readonly sizes: Readonly<Record<string, number>>;
  readonly scalars: Readonly<Record<string, number>>;
  readonly arrays: NamedArrays;
  readonly auxiliary: NamedArrays;
  readonly formatParams: Params;
  readonly kernelParams: Params;
  readonly numbers: Readonly<Record<string, number>>;
  readonly scratch: Readonly<Record<string, TypedArray>>;
  readonly memory?: NamedArrays;
  readonly workers: number;
}

/** The memory of a heap. After it has grown it has a new buffer. */
export type HeapMemory = Pick<WebAssembly.Memory, 'buffer'>;

/** Views of an operand by address, made when first used: a product with the vectors of an earlier one allocates nothing. */
function viewsOf(memory: HeapMemory, { element }: OperandPlan, length: number): (address: number) => ValueArray {
  const views = new Map<number, ValueArray>();
  return (address) => {
    const known = views.get(address);
    if (known) return known;
    const made = viewOf(memory.buffer, element, address, length) as ValueArray;
    views.set(address, made);
    return made;
  };
}

/** Binds a JavaScript kernel, with one object of arguments that is made here. `ofRanges` receives the partial sums that each range leaves. */
export function bindJs(
  run: JsFunction,
  constants: JsConstants,
  plan: OperandPlan,
  set: FixedScalars | undefined,
  memory: HeapMemory,
  ofRanges: PartialSumsViews | undefined,
): BoundRange {
  const partialSums = emptyPartialSums();
  const names = plan.buffers.map(({ name }) => name);
  const views = plan.buffers.map(({ length }) => viewsOf(memory, plan, length));
  const { scalars } = plan;
  // By their places among the values of a product, without those that the pass sets.
  const changing = [...names, ...scalars.map((name) => (setTo(set, name) === undefined ? name : undefined))];
  const operands: Readonly<Record<string, ValueArray | number>> = {
    ...Object.fromEntries(names.map((name) => [name, valueArray(plan.element, 0)])),
    // Not a small integer: the engine would change the layout of the object at the first fraction.
    ...Object.fromEntries(scalars.map((name) => [name, setTo(set, name) ?? Number.NaN])),
  };
  // Made at once: an object that gets properties by computed names becomes a hash table, and a tiny product takes twice as long.
  const range: { -readonly [K in keyof JsRange]: JsRange[K] } = {
    ...constants,
    worker: 0,
    begin: 0,
    end: 0,
    partialSums,
    ...operands,
  };
  const args = range as typeof range & Record<string, ValueArray | number>;
  return {
    bind(values, at) {
      for (let v = 0; v < changing.length; v++) {
        const name = changing[v];
        const value = values[at + v];
        if (name !== undefined) args[name] = views[v]?.(value) ?? value;
      }
    },
    run(begin, end, r, worker) {
      range.begin = begin;
      range.end = end;
      range.worker = worker;
      run(args);
      if (ofRanges) storePartialSums(ofRanges, r, partialSums);
    },
  };
}
