import type { ArrowColumn } from './arrow-column.ts';
import type { StridedArray } from './strided.ts';

/** Numbers in memory of somebody else: no array of JavaScript, but what describes one. */
export type OtherMemory = StridedArray | ArrowColumn;

/** Whether numbers have to be found in it first. */
export function isOtherMemory(value: unknown): value is OtherMemory {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && 'data' in value;
}

export function isStrided(value: unknown): value is StridedArray {
  return isOtherMemory(value) && !Array.isArray(value.data);
}
