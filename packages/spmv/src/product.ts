import type { ValueArray } from '@spmv/core';
import { anyOption, checkOptions, elementTypeOf, shown, SpmvError, valueArray } from '@spmv/core';
import type { OperatorWithOperands } from './bound.ts';
import type { MatrixLike } from './build/entries.ts';
import type { VectorLike } from './choice.ts';
import { checkedNumbers, checkLength, takenNumbers } from './numbers.ts';

/** What y ← αAx + βy is given besides x. */
export interface ProductOptions<N> {
  /** Default 1. */
  readonly alpha?: number;
  /** Default 0: y is not read. */
  readonly beta?: number;
  /** Written, and read unless β = 0. Default: a new array. */
  readonly y?: N;
}

/** How C ← αAB + βD, or C ← M ∘ (αAB), is computed. */
export interface MatrixProductOptions {
  /** Default 1. */
  readonly alpha?: number;
  /** Default 1 where D is given: with 0 no value of D is read. */
  readonly beta?: number;
  /** A matrix that is added: C has its entries, too. */
  readonly D?: MatrixLike;
  /** C has entries nowhere but where this matrix has some, whatever their values are. AB is not formed. */
  readonly mask?: MatrixLike;
  /** Leaves out entries that are 0: those that cancelled, and products of zeros that were stored. Default false. */
  readonly dropZeros?: boolean;
  /** Most bytes of the device besides A, B and C. Default: what it has. */
  readonly maxWorkBytes?: number;
}

/** A product as it was asked for: the caller may change its arrays. */
export interface Asked {
  readonly x: ValueArray;
  /** What y holds, where it is read. */
  readonly before?: ValueArray;
  /** What is written to, where it is the caller's. */
  readonly into?: ValueArray;
  readonly alpha: number;
  readonly beta: number;
}

/** Their lengths and type, where they are not there yet. */
export interface OperandSizes {
  readonly x: Pick<OperatorWithOperands['x'], 'length'>;
  readonly y: Pick<OperatorWithOperands['y'], 'length' | 'host'>;
}

/** One product after another, on operands of their own. */
export interface RepeatedProduct {
  /** At once: there where the backend computes in memory of this process. */
  readonly now: ((x: VectorLike, options?: ProductOptions<ValueArray>) => ValueArray) | undefined;
  /** The same without options, which take as long to look at as a product with a hundred entries. */
  readonly plain: ((x: VectorLike, into: ValueArray | undefined) => ValueArray) | undefined;
  /** What was asked for before. */
  run(asked: Asked): ValueArray | Promise<ValueArray>;
  /** All products that were asked for are there. */
  idle(): Promise<unknown>;
}

/** Options are checked by whoever computes with numbers; y by its type here. */
const RULES = { alpha: anyOption, beta: anyOption, y: anyOption };

/** Errors: `OPERAND.TYPE`, `OPERAND.LENGTH`. */
function checkTarget(into: ValueArray, y: OperandSizes['y']): void {
  if (elementTypeOf(into) !== y.host)
    throw new SpmvError('OPERAND.TYPE', `y is ${shown(into)}, which does not hold what the product gives.`, {
      fix: `Give a ${y.host === 'f64' ? 'Float64Array' : 'Float32Array'} of ${y.length} elements, or leave y out.`,
      details: { expected: y.host },
    });
  checkLength('y', into.length, y.length);
}

/** What y is written to, and β. Errors: `PARAM.UNKNOWN`; `OPERAND.TYPE` and `OPERAND.LENGTH` for y; `OPERAND.SCALAR` for β without y. */
function checkGiven(options: ProductOptions<ValueArray> | undefined, { y }: OperandSizes): Omit<Asked, 'x'> {
  checkOptions('multiply', options, RULES);
  const { alpha = 1, beta = 0, y: into } = options ?? {};
  if (into === undefined) {
    if (beta === 0) return { alpha, beta };
    throw new SpmvError('OPERAND.SCALAR', `beta is ${shown(beta)}, and there is no y to multiply by it.`, {
      fix: 'Give y, or leave beta out.',
      details: { beta },
    });
  }
  checkTarget(into, y);
  return { alpha, beta, into };
}

/** Checks what a product is given, and copies what is read later. Errors: `OPERAND.*`, `PARAM.UNKNOWN`. */
export function ask(x: VectorLike, options: ProductOptions<ValueArray> | undefined, operands: OperandSizes): Asked {
  const given = checkGiven(options, operands);
  return {
    ...given,
    x: takenNumbers('x', x, operands.y.host, operands.x.length),
    ...(given.into && given.beta !== 0 ? { before: given.into.slice() } : {}),
  };
}

/** Up to so many elements a loop copies faster than `set` begins. */
const FEW = 64;

function copy(from: ValueArray, into: ValueArray): void {
  if (from.length > FEW) into.set(from);
  else for (let i = 0; i < from.length; i++) into[i] = from[i] as number;
}

/** Products with one operator. Those of a device wait for one another: its operands are shared by all. */
export function createProduct({ operator, x, y }: OperatorWithOperands): RepeatedProduct {
  let last: Promise<unknown> = Promise.resolve();
  const later = async ({ x: given, before, into, alpha, beta }: Asked): Promise<ValueArray> => {
    await x.write(given);
    if (before) await y.write(before);
    operator.apply(x, y, alpha, beta);
    return y.read(into ?? valueArray(y.host, y.length));
  };
  const queued = (asked: Asked): Promise<ValueArray> => {
    const next = last.then(() => later(asked));
    last = next.catch(() => {});
    return next;
  };
  // The same memory each time.
  const [from, to] = [x.elements, y.elements];
  if (!from || !to) return { now: undefined, plain: undefined, run: queued, idle: () => last };
  /** In memory of this process, where what is given has been copied there. */
  const computed = ({ into, alpha, beta }: Omit<Asked, 'x'>): ValueArray => {
    operator.apply(x, y, alpha, beta);
    // Memory that threads share is no array for most of what takes one.
    const target = into ?? valueArray(y.host, y.length);
    copy(to, target);
    return target;
  };
  const Own = y.host === 'f64' ? Float64Array : Float32Array;
  /** Arrays of this realm and of the host's type need no further look, which takes as long as a product with fifty entries. */
  const isOwn = (array: unknown, length: number): array is ValueArray =>
    ArrayBuffer.isView(array) && array instanceof Own && array.length === length;
  const [read, written] = [from.length, to.length];
  return {
    now(given, options) {
      const asked = checkGiven(options, { x, y });
      from.set(checkedNumbers('x', given, x.length));
      if (asked.into && asked.beta !== 0) to.set(asked.into);
      return computed(asked);
    },
    plain(given, into) {
      if (into !== undefined && !isOwn(into, written)) checkTarget(into, y);
      if (isOwn(given, read)) copy(given, from);
      else from.set(checkedNumbers('x', given, read));
      operator.apply(x, y, 1, 0);
      const target = into ?? valueArray(y.host, written);
      copy(to, target);
      return target;
    },
    run(asked) {
      from.set(asked.x);
      if (asked.before) to.set(asked.before);
      return computed(asked);
    },
    idle: () => last,
  };
}

/** The same, telling how many milliseconds each product took; of those that wait for one another, each after the last. */
export function clocked({ now, plain, run, idle }: RepeatedProduct, spend: (ms: number) => void): RepeatedProduct {
  let endedMs = 0;
  const tell = (beganMs: number): void => {
    const nowMs = performance.now();
    spend(nowMs - Math.max(beganMs, endedMs));
    endedMs = nowMs;
  };
  const timed =
    <A extends readonly unknown[], R>(product: (...args: A) => R) =>
    (...args: A): R => {
      const began = performance.now();
      const y = product(...args);
      if (y instanceof Promise)
        y.then(
          () => tell(began),
          () => {},
        );
      else tell(began);
      return y;
    };
  return { now: now && timed(now), plain: plain && timed(plain), run: timed(run), idle };
}
