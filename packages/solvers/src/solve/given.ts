import type { AnyCoo } from '@spmv/core';
import { precisionOf, SpmvError } from '@spmv/core';
import type { Facts } from '../system/facts.ts';
import { numbers } from './options.ts';
import { areFinite } from './scale.ts';

function wrongKind(name: string, given: unknown, wanted: string, fix: string): SpmvError {
  const what = given instanceof Promise ? 'a promise' : typeof given === 'object' ? 'another object' : typeof given;
  return new SpmvError('OPERAND.TYPE', `${name} is ${what}, and not ${wanted}.`, {
    fix,
    details: { name },
  });
}

/** Errors: `OPERAND.TYPE` for what is no system, as one that was not awaited. */
export function checkSystem(name: string, given: unknown): void {
  if (typeof given === 'object' && given !== null && 'newSpace' in given) return;
  throw wrongKind(name, given, 'a system', 'Give await hostSystem(A), or await deviceSystem({ … }).');
}

/** Whether it is a matrix by its entries. Errors: `OPERAND.TYPE` for what is none, nor, where those are `free`, a function with a shape. */
export function checkEntries(name: string, given: unknown, free: boolean): given is AnyCoo {
  if (typeof given === 'object' && given !== null && 'shape' in given) {
    if ('values' in given) return true;
    if (free && 'apply' in given && typeof given.apply === 'function') return false;
  }
  const wanted = free ? 'a matrix by its entries, or a function with its shape' : 'a matrix by its entries';
  const other = free ? ', or { shape, apply }' : '';
  throw wrongKind(
    name,
    given,
    wanted,
    `Give a CooMatrix, as cooFromEntries makes one${other}, and await what is a promise.`,
  );
}

/** Errors: `OPERAND.LENGTH`; `OPERAND.TYPE` for what is no array. */
export function checkSize(name: string, given: ArrayLike<number>, wanted: number, each: 'row' | 'column'): void {
  if (!numbers.is(given))
    throw wrongKind(name, given, numbers.words, `Give ${name} one number for each ${each}: ${wanted}.`);
  const { length } = given;
  if (length === wanted) return;
  throw new SpmvError('OPERAND.LENGTH', `${name} has ${length} elements, and the matrix has ${wanted} ${each}s.`, {
    fix: `Give ${name} one element for each ${each}: ${wanted}.`,
    details: { name, length, wanted },
  });
}

function notFinite(what: string, details: Readonly<Record<string, unknown>>): SpmvError {
  return new SpmvError('SOLVER.NOT_FINITE', `${what}, and nothing can be computed with it.`, {
    fix: 'Replace it by a number that is finite.',
    details,
  });
}

/** A number that f64 holds and the precision does not. */
function beyond(entry: NonNullable<Facts['notFinite']>): SpmvError {
  const [single, double] = (['f32', 'f64'] as const).map((host) => precisionOf(host, entry.part ? 2 : 1));
  return new SpmvError('SOLVER.NOT_FINITE', `${entryText(entry)}, which ${single} does not hold.`, {
    fix: `Compute in ${double}, or divide the matrix and b by a power of two.`,
    details: { ...entry },
  });
}

function entryText({ row, col, part, value }: NonNullable<Facts['notFinite']>): string {
  const element = `lement (${row}, ${col}) of the matrix is ${value}`;
  return part ? `The ${part} part of e${element}` : `E${element}`;
}

/** Errors: `SOLVER.NOT_FINITE`, with the place. */
export function checkNumbers(name: string, numbers: ArrayLike<number>): void {
  if (areFinite(numbers)) return;
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i];
    if (!Number.isFinite(value)) throw notFinite(`${name}[${i}] is ${value}`, { name, i, value });
  }
}

/** Errors: `SOLVER.NOT_FINITE`. */
export function checkFinite({ notFinite: entry }: Facts, b: ArrayLike<number>, x0?: ArrayLike<number>): void {
  if (entry && Number.isFinite(entry.value)) throw beyond(entry);
  if (entry) throw notFinite(entryText(entry), { ...entry });
  checkNumbers('b', b);
  if (x0) checkNumbers('x0', x0);
}
