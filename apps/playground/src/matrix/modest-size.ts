import type { CooMatrix } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { GeneratedSize } from '@spmv/testkit';

/** Most entries that a page makes, and most rows or columns of any matrix it holds: 2²⁶ entries are 1 GiB of arrays, and so is a vector of 2²⁷. */
const MOST_ENTRIES = 2 ** 26;
const MOST_ROWS = 2 ** 27;

/** Refuses what would take the memory of the whole browser, before it is asked for. Errors: `PARAM.OUT_OF_RANGE`. */
export function requireModest(generator: string, { rows, entries }: GeneratedSize): void {
  if (!(entries > MOST_ENTRIES) && !(rows > MOST_ROWS)) return;
  throw new SpmvError(
    'PARAM.OUT_OF_RANGE',
    `Generator '${generator}' would make about ${Math.round(entries)} entries in ${rows} rows; a page makes at most ${MOST_ENTRIES} in ${MOST_ROWS}.`,
    {
      fix: 'Ask for less, or use the command, which has the memory of the machine.',
      details: { generator, rows, entries: Math.round(entries) },
    },
  );
}

/** Refuses a file whose few bytes ask for vectors that no page can hold. Errors: `PARAM.OUT_OF_RANGE`. */
export function requireModestShape({ shape: { rows, cols } }: Pick<CooMatrix, 'shape'>): void {
  if (Math.max(rows, cols) <= MOST_ROWS) return;
  throw new SpmvError(
    'PARAM.OUT_OF_RANGE',
    `The file has ${rows} rows and ${cols} columns; a page holds at most ${MOST_ROWS} of each, since every product needs vectors of that length.`,
    {
      fix: 'Use a smaller matrix, or the command, which has the memory of the machine.',
      details: { rows, cols },
    },
  );
}
