import type { DenseLayout } from '@spmv/core';
import { denseElement } from '@spmv/core';

/** Terms of all elements that are computed exactly at most: a second or two of double-double arithmetic. */
const MOST_TERMS = 2 ** 27;
/** Of a larger product, those of what is sampled. */
const SAMPLED_TERMS = 2 ** 25;
/** An element takes as long as so many terms, whatever it is the sum of, and 60 bytes: so there are 2^22 at most, 250 MB. */
const ELEMENT_TERMS = 2 ** 5;
/** One element is sampled in every square of so many rows and columns, so that no tile of a kernel goes unseen. */
const SQUARE = 64;

/** Elements (i, j) of one m × n matrix, as rows to compute in each column: all of them, or samples. */
export interface Samples {
  readonly columns: readonly number[];
  /** Rows of a column, ascending. */
  rowsOf(column: number): readonly number[];
}

/** A sequence that repeats: the same samples for the same sizes. */
function sequence(seed: number): (below: number) => number {
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

/** First, last and some others of 0 … count − 1. */
function spread(count: number, wanted: number, next: (below: number) => number): ReadonlySet<number> {
  const chosen = new Set([0, count - 1]);
  while (chosen.size < Math.min(wanted, count)) chosen.add(next(count));
  return chosen;
}

/** Whether every element is computed. */
function isSmall(m: number, n: number, k: number, batch: number): boolean {
  return m * n * Math.max(k, ELEMENT_TERMS) * batch <= MOST_TERMS;
}

/** Rows and columns of each matrix that are sampled whole. */
function linesOf(m: number, n: number, k: number, batch: number): number {
  return Math.max(2, Math.floor(SAMPLED_TERMS / batch / Math.max(k, ELEMENT_TERMS) / (m + n)));
}

/** Elements of one matrix that `samplesOf` chooses at most. */
export function mostSamples(m: number, n: number, k: number, batch: number): number {
  if (isSmall(m, n, k, batch)) return m * n;
  const squares = Math.ceil(m / SQUARE) * Math.ceil(n / SQUARE);
  return Math.min(m * n, linesOf(m, n, k, batch) * (m + n) + squares);
}

/**
 * Which elements of an m × n product with sums of k terms, `batch` of them, are computed exactly: all where that is quick, else whole rows
 * and columns, the first and last among them, and one element of each square of 64 × 64.
 */
export function samplesOf(m: number, n: number, k: number, batch: number): Samples {
  const all = upTo(m);
  if (isSmall(m, n, k, batch)) return { columns: upTo(n), rowsOf: () => all };
  const next = sequence(m * 31 + n * 17 + k);
  const lines = linesOf(m, n, k, batch);
  const [rows, columns] = [spread(m, lines, next), spread(n, lines, next)];
  const others = new Map<number, Set<number>>();
  for (let j0 = 0; j0 < n; j0 += SQUARE) {
    for (let i0 = 0; i0 < m; i0 += SQUARE) {
      const j = j0 + next(Math.min(SQUARE, n - j0));
      const here = others.get(j) ?? new Set<number>();
      others.set(j, here.add(i0 + next(Math.min(SQUARE, m - i0))));
    }
  }
  return {
    columns: upTo(n),
    rowsOf: (column) =>
      columns.has(column) ? all : [...new Set([...rows, ...(others.get(column) ?? [])])].sort((a, b) => a - b),
  };
}

/** The samples that hold these elements of C, in every matrix of its batch. */
export function askedSamples(layout: DenseLayout, elements: Int32Array): Samples {
  const places = Array.from(elements, (element) => denseElement(layout, element));
  return {
    columns: [...new Set(places.map(({ col }) => col))].sort((a, b) => a - b),
    rowsOf: (column) =>
      [...new Set(places.filter(({ col }) => col === column).map(({ row }) => row))].sort((a, b) => a - b),
  };
}
