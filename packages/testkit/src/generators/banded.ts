import type { CooMatrix } from '@spmv/core';
import { binomial } from '../random/binomial.ts';
import { createRandom } from '../random/random.ts';
import { contiguousColumns, fromRowLengths, longestOf, randomColumns } from './from-row-lengths.ts';
import { checkInteger, checkNumber } from './options.ts';

/** Shape, width and filling of {@link banded}. */
export interface BandedOptions {
  readonly rows: number;
  /** Default: `rows`. */
  readonly cols?: number;
  /** Diagonals below the main one. Default 8. */
  readonly lower?: number;
  /** Diagonals above. Default: `lower`. */
  readonly upper?: number;
  /** Share of the band that is stored, 0..1. Default 1: all of it. */
  readonly density?: number;
  readonly seed?: number;
}

/** Entries with −lower ≤ column − row ≤ upper, values in (−1, 1). Errors: `PARAM.OUT_OF_RANGE`. */
export function banded(options: BandedOptions): CooMatrix {
  const owner = 'banded';
  const rows = checkInteger(owner, 'rows', options.rows);
  const cols = checkInteger(owner, 'cols', options.cols ?? rows);
  const lower = checkInteger(owner, 'lower', options.lower ?? 8);
  const upper = checkInteger(owner, 'upper', options.upper ?? lower);
  const density = checkNumber(owner, 'density', options.density ?? 1, 0, 1);
  const random = createRandom(options.seed ?? 1);
  const first = (i: number): number => Math.min(cols, Math.max(0, i - lower));
  const width = (i: number): number => Math.max(0, Math.min(cols - 1, i + upper) - first(i) + 1);
  const rowLength = Int32Array.from({ length: rows }, (_, i) =>
    density === 1 ? width(i) : binomial(random, width(i), density),
  );
  const fill =
    density === 1
      ? contiguousColumns(first)
      : randomColumns(random, longestOf(rowLength), (i) => ({ first: first(i), width: width(i) }));
  return fromRowLengths(owner, { rows, cols }, rowLength, fill, () => random.signed());
}

/** Only the main diagonal, values in (−1, 1). */
export function diagonal(options: {
  readonly rows: number;
  readonly cols?: number;
  readonly seed?: number;
}): CooMatrix {
  return banded({ ...options, lower: 0, upper: 0 });
}

/** 2 on the diagonal and −1 beside it: the one-dimensional Laplacian. */
export function tridiagonal({ rows }: { readonly rows: number }): CooMatrix {
  const n = checkInteger('tridiagonal', 'rows', rows);
  const first = (i: number): number => Math.max(0, i - 1);
  const rowLength = Int32Array.from({ length: n }, (_, i) => Math.min(n - 1, i + 1) - first(i) + 1);
  return fromRowLengths('tridiagonal', { rows: n, cols: n }, rowLength, contiguousColumns(first), (i, j) =>
    i === j ? 2 : -1,
  );
}
