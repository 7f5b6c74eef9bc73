import type { FixedScalars, JsFunction, JsRange, NamedArrays, Params, TypedArray, ValueArray } from '@spmv/core';
import { valueArray } from '@spmv/core';
import type { CarryViews } from './carries.ts';
import { emptyCarry, storeCarry } from './carries.ts';
import type { OperandPlan, RunRange } from './operand-plan.ts';
import { viewOf } from './view.ts';

/** What every range of a JavaScript pass is told besides its ends and the operands. */
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
  readonly workers: number;
}

/** The memory of a heap: it has another buffer after it has grown. */
export type HeapMemory = Pick<WebAssembly.Memory, 'buffer'>;

/** Views of an operand by address, made when first seen: a product with the vectors of one before makes nothing. */
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

/**
 * Binds a JavaScript kernel, with one object of arguments that is made here. Only what differs from the product before is written into it.
 * `carries` receives what each range leaves of cut rows.
 */
export function bindJs(
  run: JsFunction,
  constants: JsConstants,
  plan: OperandPlan,
  set: FixedScalars | undefined,
  memory: HeapMemory,
  carries: CarryViews | undefined,
): RunRange {
  const carry = emptyCarry();
  const range: { -readonly [K in keyof JsRange]: JsRange[K] } = { ...constants, worker: 0, begin: 0, end: 0, carry };
  const args = range as typeof range & Record<string, ValueArray | number>;
  const names = plan.buffers.map(({ name }) => name);
  const views = plan.buffers.map(({ length }) => viewsOf(memory, plan, length));
  const addresses = new Float64Array(names.length).fill(-1);
  for (const name of names) args[name] = valueArray(plan.element, 0);
  const { scalars } = plan;
  for (const name of scalars) args[name] = set?.[name] ?? 0;
  // Those that a product may change, with their places among the values.
  const free = scalars.filter((name) => set?.[name] === undefined);
  const places = Int32Array.from(free, (name) => names.length + scalars.indexOf(name));
  const numbers = new Float64Array(free.length);
  const setOperand = (b: number, address: number): void => {
    addresses[b] = address;
    args[names[b] as string] = (views[b] as (address: number) => ValueArray)(address);
  };
  const setScalar = (s: number, number: number): void => {
    numbers[s] = number;
    args[free[s] as string] = number;
  };
  return (values, at, begin, end, r, worker) => {
    for (let b = 0; b < names.length; b++) {
      const address = values[at + b] as number;
      if (address !== addresses[b]) setOperand(b, address);
    }
    for (let s = 0; s < places.length; s++) {
      const number = values[at + (places[s] as number)] as number;
      const before = numbers[s] as number;
      // Zeros of either sign are two numbers; NaN is set every time.
      if (number !== before || (number === 0 && 1 / number !== 1 / before)) setScalar(s, number);
    }
    range.begin = begin;
    range.end = end;
    range.worker = worker;
    run(args);
    if (carries) storeCarry(carries, r, carry);
  };
}
