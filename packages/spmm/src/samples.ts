import type { CooMatrix, DenseLayout } from '@spmv/core';
import { denseElement, rowsOfCoo } from '@spmv/core';
import { sampleRows } from '@spmv/core/oracle';

/** Terms and elements of a product that is computed exactly as a whole: about a second of double-double arithmetic. */
const MOST_TERMS = 2 ** 22;
/** Of a larger product, those of the columns that are computed whole. */
const WHOLE_TERMS = 2 ** 21;
/** Rows taken at random of every other column. */
const RANDOM_ROWS = 200;
/** And those that `sampleRows` always takes: first, last, longest, shortest, and eight around every 2²⁹ entries. */
const KNOWN_ROWS = 4;
const BOUNDARY = 2 ** 29;

/** Of the product as it is computed: rows are those of Y. */
export interface SpmmSizes {
  readonly rows: number;
  readonly nnz: number;
  readonly vectors: number;
}

/** Columns of Y that are computed whole. */
function wholeColumns({ rows, nnz, vectors }: SpmmSizes): number {
  const terms = Math.max(1, rows + nnz);
  return terms * vectors <= MOST_TERMS ? vectors : Math.min(vectors, Math.max(2, Math.floor(WHOLE_TERMS / terms)));
}

/** Elements of Y that `sampledColumns` chooses at most. */
export function mostSamples(sizes: SpmmSizes): number {
  const { rows, nnz, vectors } = sizes;
  const whole = wholeColumns(sizes);
  const sampled = Math.min(rows, RANDOM_ROWS + KNOWN_ROWS + 8 * Math.floor(nnz / BOUNDARY));
  return whole * rows + (vectors - whole) * sampled;
}

/**
 * The rows that are computed exactly of each column of Y = AX, ascending; undefined for all of them. All columns whole where that is quick,
 * else the first, the last and some between; of every other column rows of its own (`sampleRows`).
 */
export function sampledColumns(coo: CooMatrix, vectors: number): readonly (Int32Array | undefined)[] {
  const sizes = { rows: coo.shape.rows, nnz: coo.values.length, vectors };
  const whole = wholeColumns(sizes);
  const last = Math.max(1, whole - 1);
  const chosen = new Set(Array.from({ length: whole }, (_, w) => Math.round((w * (vectors - 1)) / last)));
  const source = chosen.size < vectors ? rowsOfCoo(coo) : undefined;
  return Array.from({ length: vectors }, (_, j) =>
    source && !chosen.has(j) ? sampleRows(source, { random: RANDOM_ROWS, seed: j + 1 }) : undefined,
  );
}

/** The rows of each column of Y that are asked for, ascending. */
export function askedColumns(layout: DenseLayout, elements: Int32Array): readonly Int32Array[] {
  const places = Array.from(elements, (element) => denseElement(layout, element));
  return Array.from({ length: layout.cols }, (_, j) =>
    Int32Array.from(
      places.filter(({ col }) => col === j),
      ({ row }) => row,
    ).sort(),
  );
}
