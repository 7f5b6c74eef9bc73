import { shown } from '@spmv/core';
import type { DenseSource } from '../source/array-source.ts';
import { readColumn } from './arrow-column.ts';
import type { MemoryReader } from './memory-reader.ts';
import type { OtherMemory } from './other-memory.ts';
import { isStrided } from './other-memory.ts';
import type { Elements, StridedArray } from './strided.ts';
import { readStrided, unreadable } from './strided.ts';

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

/** Every element of an array of m × n. Errors: `OPERAND.MEMORY`. */
function allOf(array: StridedArray): DenseSource {
  const { shape } = array;
  if (!Array.isArray(shape) || shape.length !== 2)
    throw unreadable('The matrix', `its shape is ${shown(shape)}`, 'Give an array of shape [rows, columns].', {
      shape,
    });
  const { elements, isOwn } = readStrided('The matrix', array);
  return { shape: shape.slice(), dense: (isOwn ? elements : elements.slice()) as ArrayLike<number> };
}

export const memoryReader: MemoryReader = { vector: readMemory, matrix: allOf };
