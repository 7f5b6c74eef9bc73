import type { SpmvError } from '@spmv/core';
import { INDEX_LIMIT } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';
import type { NpyArray } from '../npy/npy-array.ts';

/** Whole numbers, as indices are stored. */
export type IndexArray =
  | Float64Array
  | Int8Array
  | Int16Array
  | Int32Array
  | BigInt64Array
  | Uint8Array
  | Uint16Array
  | Uint32Array
  | BigUint64Array;

export function contradiction(what: string, details: Readonly<Record<string, unknown>> = {}): SpmvError {
  return fileError('FILE.FORMAT', {
    what,
    fix: 'Write the matrix again with the program that made it; its arrays contradict each other.',
    details,
  });
}

/** An array of whole numbers of one dimension. Errors: `FILE.FORMAT`. */
export function indicesOf(array: NpyArray, name: string): IndexArray {
  if (array.shape.length === 1 && /^[iu]/.test(array.type)) return array.data as IndexArray;
  throw contradiction(
    `the array ${name} has ${array.shape.length} dimensions and type ${array.type}, and is no list of integers`,
  );
}

/** A number of entries, or of rows, that arrays here can have. Errors: `FILE.LIMIT`. */
export function requireCountable(count: number, what: string): void {
  if (count <= INDEX_LIMIT) return;
  throw fileError('FILE.LIMIT', {
    what: `the matrix has ${count} ${what}, more than ${INDEX_LIMIT}`,
    fix: 'Divide the matrix into blocks, and save each in a file of its own.',
    details: { limit: INDEX_LIMIT },
  });
}

/** The first of `count` indices that is not below `limit`, or −1. Apart, so that the engine compiles it for integers alone. */
function outside(indices: Int32Array, count: number, limit: number): number {
  // A negative index is a large one without a sign.
  for (let k = 0; k < count; k++) if ((indices[k] as number) >>> 0 >= limit) return k;
  return -1;
}

function converted(indices: Exclude<IndexArray, Int32Array>, count: number): Int32Array | undefined {
  const narrow = new Int32Array(count);
  for (let k = 0; k < count; k++) {
    const index = Number(indices[k]);
    narrow[k] = index;
    if (narrow[k] !== index) return undefined;
  }
  return narrow;
}

/**
 * `count` indices as they are used here, every one below `limit`: the array's own memory where it holds integers of 32 bits. What follows
 * them is left out. Errors: `FILE.INDEX`.
 */
export function checkedIndices(
  indices: IndexArray,
  name: string,
  { count, limit }: { readonly count: number; readonly limit: number },
): Int32Array {
  const narrow = indices instanceof Int32Array ? indices : converted(indices, count);
  const at = narrow
    ? outside(narrow, count, limit)
    : indices.findIndex((index: number | bigint) => !(Number(index) >= 0 && Number(index) < limit));
  if (narrow && at === -1) return narrow.length === count ? narrow : narrow.subarray(0, count);
  const index = Number(indices[at]);
  throw fileError('FILE.INDEX', {
    member: name,
    what: `element ${at} is ${index}, but the matrix has indices from 0 to ${limit - 1} there`,
    fix: 'Correct the matrix, and save it again.',
    details: { entry: at, index, limit },
  });
}

/** `lines + 1` positions that begin at 0, never fall and end within `entries`. Errors: `FILE.FORMAT`, `FILE.LIMIT`. */
export function checkedPointers(
  pointers: IndexArray,
  name: string,
  { lines, entries }: { readonly lines: number; readonly entries: number },
): Int32Array {
  if (pointers.length !== lines + 1)
    throw contradiction(`the array ${name} has ${pointers.length} elements, but ${lines} + 1 are needed`, {
      expected: lines + 1,
      got: pointers.length,
    });
  requireCountable(entries, 'entries');
  const checked = pointers instanceof Int32Array ? pointers : new Int32Array(lines + 1);
  let before = 0;
  for (let i = 0; i <= lines; i++) {
    const position = Number(pointers[i]);
    if (!(position >= before && position <= entries) || (i === 0 && position !== 0)) {
      throw contradiction(
        `element ${i} of ${name} is ${position}, but has to be ${i === 0 ? '0' : `from ${before} to ${entries}`}`,
        { array: name, entry: i, position },
      );
    }
    before = position;
    if (checked !== pointers) checked[i] = position;
  }
  return checked;
}
