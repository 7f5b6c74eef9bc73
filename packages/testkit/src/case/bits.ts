import type { AnyCoo, NamedArrays, TypedArray } from '@spmv/core';

/** First index where two arrays differ in a bit, or −1. NaN equals NaN of the same bits, 0 differs from −0. */
export function firstDifference(a: TypedArray, b: TypedArray): number {
  if (a.length !== b.length) return Math.min(a.length, b.length);
  for (let k = 0; k < a.length; k++) if (!Object.is(a[k], b[k])) return k;
  return -1;
}

/** Name and index of the first element of `arrays` that differs from its copy, or `undefined`. */
export function changedElement(
  arrays: NamedArrays,
  copies: NamedArrays,
): { readonly name: string; readonly index: number } | undefined {
  for (const [name, copy] of Object.entries(copies)) {
    const array = arrays[name];
    const index = array === undefined ? 0 : firstDifference(array, copy);
    if (index >= 0) return { name, index };
  }
  return undefined;
}

/** Copies of all arrays. */
export function copyArrays(arrays: NamedArrays): NamedArrays {
  return Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, array.slice()]));
}

/** The arrays of a COO matrix by name. */
export function cooArrays({ rowIndex, colIndex, values }: AnyCoo): NamedArrays {
  return { rowIndex, colIndex, values };
}
