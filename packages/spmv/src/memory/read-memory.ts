import type { ArrowColumn } from './arrow-column.ts';
import { readColumn } from './arrow-column.ts';
import type { Elements, StridedArray } from './strided.ts';
import { readStrided, unreadable } from './strided.ts';

/** Numbers in memory of somebody else: no array of JavaScript, but what describes one. */
export type OtherMemory = StridedArray | ArrowColumn;

/** Whether numbers have to be found in it first. */
export function isOtherMemory(value: unknown): value is OtherMemory {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && 'data' in value;
}

export function isStrided(value: unknown): value is StridedArray {
  return isOtherMemory(value) && !Array.isArray(value.data);
}

/**
 * The elements of a vector in memory of somebody else: views of it where they lie one after another and aligned, else copies in their order, which are their own.
 * Errors: `OPERAND.MEMORY`, also for what has several columns.
 */
export function readMemory(name: string, given: OtherMemory): { readonly elements: Elements; readonly isOwn: boolean } {
  if (!isStrided(given)) return readColumn(name, given);
  const { shape } = given;
  if (Array.isArray(shape) && (shape.length > 2 || shape.length === 0 || (shape.length === 2 && shape[1] !== 1)))
    throw unreadable(
      name,
      `its shape is [${shape.join(', ')}], and a vector is needed`,
      'Give one of shape [n] or [n, 1]; several vectors go to multiplyMany, a matrix to openMatrix.',
      { shape },
    );
  return readStrided(name, given);
}
