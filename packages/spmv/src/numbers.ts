import type { ValueArray, ValueType } from '@spmv/core';
import { elementTypeOf, shown, SpmvError } from '@spmv/core';
import type { VectorLike } from './choice.ts';
import type { OtherMemory } from './memory/other-memory.ts';
import { isOtherMemory } from './memory/other-memory.ts';
import { readMemory } from './memory/read-memory.ts';

/** Whether it has elements by number, as arrays have. */
export function isArrayLike(value: unknown): value is ArrayLike<unknown> {
  return typeof value === 'object' && value !== null && Number.isInteger((value as ArrayLike<unknown>).length);
}

function noNumbers(name: string, given: unknown, wanted: number | undefined): SpmvError {
  const many = wanted === undefined ? '' : `${wanted} `;
  const isObject = typeof given === 'object' && given !== null;
  if (isObject && 'imaginary' in given)
    return new SpmvError('OPERAND.TYPE', `${name} is a complex matrix, and ${many}numbers are needed.`, {
      fix: 'Products of two matrices are of real ones: open real() or imaginary() of it, A.multiply(await openMatrix(B.real(), { shareBackendsWith: A })).',
    });
  const matrix =
    /^x(?:\[|$)/u.test(name) && isObject
      ? ' If it is a matrix, open it: A.multiply(await openMatrix(B, { shareBackendsWith: A })); several vectors are for multiplyMany.'
      : '';
  return new SpmvError('OPERAND.TYPE', `${name} is ${shown(given)}, and ${many}numbers are needed.`, {
    fix: `Give an array of ${many}numbers: Float64Array, Float32Array or number[].${matrix}`,
    ...(wanted === undefined ? {} : { details: { wanted } }),
  });
}

/** Errors: `OPERAND.LENGTH`. */
export function checkLength(name: string, length: number, wanted: number): void {
  if (length === wanted) return;
  throw new SpmvError('OPERAND.LENGTH', `${name} has ${length} elements, and the product needs ${wanted}.`, {
    fix: `Give ${name} ${wanted} elements.`,
    details: { name, length, wanted },
  });
}

/** Integers of 64 bits as numbers. Errors: `OPERAND.TYPE` for one that no number is. */
export function exactNumbers(name: string, integers: BigInt64Array | BigUint64Array): Float64Array {
  return Float64Array.from(integers, (value, i) => {
    const number = Number(value);
    if (Number.isSafeInteger(number)) return number;
    throw new SpmvError('OPERAND.TYPE', `${name}[${i}] is ${value}, beyond 2^53, which f64 does not hold exactly.`, {
      fix: 'Round it yourself: give a Float64Array.',
    });
  });
}

/** Numbers in memory of somebody else. Errors: `OPERAND.MEMORY`, `OPERAND.TYPE`. */
function numbersIn(name: string, memory: OtherMemory): ArrayLike<number> {
  const { elements } = readMemory(name, memory);
  return elements instanceof BigInt64Array || elements instanceof BigUint64Array
    ? exactNumbers(name, elements)
    : elements;
}

/**
 * The numbers as an array: the given one, or a view of memory where it is one.
 * Errors: `OPERAND.LENGTH` where there are not as many as are wanted; `OPERAND.TYPE` for what is no array, or holds something else than numbers; `OPERAND.MEMORY`.
 */
export function checkedNumbers(name: string, given: VectorLike, wanted?: number): ArrayLike<number> {
  const numbers: unknown = isOtherMemory(given) ? numbersIn(name, given) : given;
  if (!isArrayLike(numbers)) throw noNumbers(name, numbers, wanted);
  if (wanted !== undefined) checkLength(name, numbers.length, wanted);
  if (elementTypeOf(numbers) !== undefined) return numbers as ArrayLike<number>;
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i];
    if (typeof value !== 'number') throw noNumbers(`${name}[${i}]`, value, wanted);
  }
  return numbers as ArrayLike<number>;
}

/** A copy of the numbers, of so many of them where that is said, in the array type of a precision. Errors: those of `checkedNumbers`. */
export function takenNumbers(name: string, given: VectorLike, host: ValueType, wanted?: number): ValueArray {
  const numbers = checkedNumbers(name, given, wanted);
  return host === 'f64' ? new Float64Array(numbers) : new Float32Array(numbers);
}

/** Options with a copy of the numbers under this name, where there are any; what else they are, whoever reads them says. Errors: `OPERAND.TYPE`. */
export function withTaken<T extends object>(options: T | undefined, name: string & keyof T): T {
  const given = options?.[name] as VectorLike | undefined;
  if (given === undefined) return options ?? ({} as T);
  return { ...options, [name]: takenNumbers(name, given, 'f64') } as T;
}

/** A copy of one right-hand side, or of several. Errors: those of `checkedNumbers`. */
export function takenRights(given: VectorLike | readonly VectorLike[]): ValueArray | ValueArray[] {
  if (!Array.isArray(given) || typeof given[0] !== 'object') return takenNumbers('b', given as VectorLike, 'f64');
  return (given as readonly VectorLike[]).map((one, j) => takenNumbers(`B[${j}]`, one, 'f64'));
}
