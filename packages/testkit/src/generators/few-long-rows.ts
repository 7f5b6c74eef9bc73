import type { CooMatrix } from '@spmv/core';
import { createRandom } from '../random/random.ts';
import { checkInteger } from './options.ts';
import { rowsOfLength } from './random-uniform.ts';

/** Lengths of the rows of {@link fewLongRows}. */
export interface FewLongRowsOptions {
  readonly rows: number;
  /** Entries of a short row, at least. Default 4. */
  readonly least?: number;
  /** Entries of a short row, at most. Default: `least` + 4. */
  readonly most?: number;
  /** Entries of a long row, at most. Default: 5·`most` + 1. */
  readonly longest?: number;
  readonly seed?: number;
}

const LONG_SHARE = 0.05;

/** A square matrix, where one row in twenty is longer than the others: formats that store two parts suit it. Errors: `PARAM.OUT_OF_RANGE`. */
export function fewLongRows(options: FewLongRowsOptions): CooMatrix {
  const owner = 'few-long-rows';
  const rows = checkInteger(owner, 'rows', options.rows, 1);
  const least = checkInteger(owner, 'least', options.least ?? Math.min(4, rows), 0, rows);
  const most = checkInteger(owner, 'most', options.most ?? Math.min(least + 4, rows), least, rows);
  const shortest = Math.min(most + 1, rows);
  const longest = checkInteger(owner, 'longest', options.longest ?? Math.min(5 * most + 1, rows), shortest, rows);
  const seed = options.seed ?? 1;
  const random = createRandom(seed);
  const between = (low: number, high: number): number => low + random.integer(high - low + 1);
  const rowLength = Int32Array.from({ length: rows }, () =>
    random.uniform() < LONG_SHARE ? between(shortest, longest) : between(least, most),
  );
  return rowsOfLength({ cols: rows, rowLength, seed });
}
