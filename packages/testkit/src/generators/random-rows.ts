import type { RowSource } from '@spmv/core';
import { createRandom } from '../random/random.ts';
import { randomColumns } from './from-row-lengths.ts';
import { checkInteger } from './options.ts';

/** Shape and filling of {@link randomRows}. */
export interface RandomRowsOptions {
  readonly rows: number;
  /** Default: `rows`. */
  readonly cols?: number;
  /** Rows have this many entries on average, none to twice as many, at most `cols`. Default 8. */
  readonly perRow?: number;
  /** Default 1. */
  readonly seed?: number;
}

/**
 * Rows with entries anywhere, values in (−1, 1), as a source of rows: each has a stream of random numbers of its own, so that any row can be
 * made without those before it. Other entries than {@link randomUniform} makes of the seed. Errors: `PARAM.OUT_OF_RANGE`.
 */
export function randomRows(options: RandomRowsOptions): RowSource {
  const owner = 'random-rows';
  const rows = checkInteger(owner, 'rows', options.rows);
  const cols = checkInteger(owner, 'cols', options.cols ?? rows);
  const perRow = checkInteger(owner, 'perRow', options.perRow ?? 8, 0, cols);
  const seed = checkInteger(owner, 'seed', options.seed ?? 1);
  const most = Math.min(cols, 2 * perRow);
  const lengths = createRandom(seed);
  const rowLength = Int32Array.from({ length: rows }, () => Math.min(most, lengths.integer(2 * perRow + 1)));
  return {
    shape: { rows, cols },
    rowLength,
    readRows(begin, end, colIndex, values) {
      for (let i = begin, from = 0; i < end; i++) {
        const to = from + rowLength[i];
        const random = createRandom(seed * 2 ** 32 + i);
        if (to > from) randomColumns(random, to - from, () => ({ first: 0, width: cols }))(i, colIndex, from, to);
        for (let k = from; k < to; k++) values[k] = random.signed();
        from = to;
      }
    },
  };
}
