import type { ValueArray } from '@spmv/core';
import { SpmvError, valueArray } from '@spmv/core';
import type { Bound } from './bound.ts';
import type { Numbers } from './choice.ts';

/** What y ← αAx + βy is given besides x. */
export interface ProductOptions<N> {
  /** Default 1. */
  readonly alpha?: number;
  /** Default 0: y is not read. */
  readonly beta?: number;
  /** Written, and read unless β = 0. Default: a new array. */
  readonly y?: N;
}

/** One product after another, on operands of their own. */
export interface Product {
  /** At once where the backend computes in memory of this process, else a promise. */
  run(x: Numbers, options: ProductOptions<ValueArray>): ValueArray | Promise<ValueArray>;
}

/** Errors: `OPERAND.LENGTH`. */
export function checkLength(name: string, length: number, wanted: number): void {
  if (length === wanted) return;
  throw new SpmvError('OPERAND.LENGTH', `${name} has ${length} elements, and the product needs ${wanted}.`, {
    fix: `Give ${name} ${wanted} elements.`,
    details: { name, length, wanted },
  });
}

function setElements(elements: ValueArray, numbers: Numbers): void {
  elements.set(numbers);
}

/** Numbers in the array type that a device copies from. */
function hostArray({ host }: Bound['x'], numbers: Numbers): ValueArray {
  if (host === 'f64' && numbers instanceof Float64Array) return numbers;
  if (host === 'f32' && numbers instanceof Float32Array) return numbers;
  return host === 'f64' ? Float64Array.from(numbers) : Float32Array.from(numbers);
}

/** Products with one operator. Those of a device wait for one another: its operands are shared by all. */
export function createProduct({ operator, x, y }: Bound): Product {
  let last: Promise<unknown> = Promise.resolve();
  const check = (given: Numbers, options: ProductOptions<ValueArray>): number => {
    const { beta = 0, y: into } = options;
    checkLength('x', given.length, x.length);
    if (into) checkLength('y', into.length, y.length);
    if (beta !== 0 && !into)
      throw new SpmvError('OPERAND.SCALAR', `beta is ${beta}, and there is no y to multiply by it.`, {
        fix: 'Give y, or leave beta out.',
        details: { beta },
      });
    return beta;
  };
  const later = async (given: Numbers, { alpha = 1, y: into }: ProductOptions<ValueArray>, beta: number) => {
    await x.write(hostArray(x, given));
    if (beta !== 0) await y.write(hostArray(y, into as Numbers));
    operator.apply(x, y, alpha, beta);
    const target = into ?? valueArray(y.host, y.length);
    return y.read(target);
  };
  return {
    run(given, options) {
      const beta = check(given, options);
      const { alpha = 1, y: into } = options;
      const [read, written] = [x.elements, y.elements];
      if (read && written) {
        setElements(read, given);
        if (beta !== 0) setElements(written, into as Numbers);
        operator.apply(x, y, alpha, beta);
        // Memory that threads share is no array for most of what takes one.
        const target = into ?? valueArray(y.host, y.length);
        target.set(written);
        return target;
      }
      // The caller may change its arrays after the call.
      const copy = hostArray(x, given).slice();
      const before = into && beta !== 0 ? into.slice() : into;
      const next = last.then(async () => {
        const result = await later(copy, { alpha, ...(before ? { y: before } : {}) }, beta);
        if (into && into !== result) into.set(result);
        return into ?? result;
      });
      last = next.catch(() => {});
      return next;
    },
  };
}
