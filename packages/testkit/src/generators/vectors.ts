import type { ValueArray, ValueType } from '@spmv/core';
import { valueArray } from '@spmv/core';
import { createRandom } from '../random/random.ts';

/** Random numbers in (−1, 1), never 0, rounded to the value type. */
export function randomVector(
  length: number,
  options: { readonly type?: ValueType; readonly seed?: number } = {},
): ValueArray {
  const vector = valueArray(options.type ?? 'f64', length);
  const random = createRandom(options.seed ?? 1);
  for (let i = 0; i < length; i++) vector[i] = random.signed();
  return vector;
}

/** Random integers in −most..most: sums of their products are exact as long as they stay small. */
export function integerVector(
  length: number,
  options: { readonly type?: ValueType; readonly seed?: number; readonly most?: number } = {},
): ValueArray {
  const vector = valueArray(options.type ?? 'f64', length);
  const random = createRandom(options.seed ?? 1);
  const most = options.most ?? 3;
  for (let i = 0; i < length; i++) vector[i] = random.integer(2 * most + 1) - most;
  return vector;
}

/** `value` everywhere. */
export function constantVector(length: number, value: number, type: ValueType = 'f64'): ValueArray {
  return valueArray(type, length).fill(value);
}
