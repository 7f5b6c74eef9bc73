import type { Precision, Shape } from '@spmv/core';
import { elementBytes, PRECISIONS } from '@spmv/core';

/** A place where products run: vectors are made once for each. */
export interface ProductPlace {
  readonly backend: string;
  readonly precision: Precision;
}

const F64 = 8;
/** The reference of a product: its sum in two halves, magnitude, what flushing costs, entries of the row. */
const REFERENCE = 4 * F64 + 4;
/** The least and greatest result so far and the bound. */
const AGREEMENT = 3 * F64;
/** y to start from, NaN in its place when it must not be read, the row lengths that formats plan with, and a result being read. */
const ALWAYS_OF_ROW = 3 * F64 + 4;
/** The seeded x, and x rounded while a reference is made. */
const ALWAYS_OF_COLUMN = 2 * F64;

/** Bytes of everything of length rows or columns that checking `products` products in each place holds; no stored matrix is in it. */
export function productBytes({ rows, cols }: Shape, places: readonly ProductPlace[], products: number): number {
  const distinct = new Map(places.map((place) => [`${place.backend} ${place.precision}`, place]));
  const precisions = new Set(places.map(({ precision }) => precision)).size;
  let bytes = rows * (ALWAYS_OF_ROW + precisions * products * (REFERENCE + AGREEMENT)) + cols * ALWAYS_OF_COLUMN;
  for (const { precision } of distinct.values()) bytes += (rows + cols) * elementBytes(PRECISIONS[precision].host);
  return bytes;
}
