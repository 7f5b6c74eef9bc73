import { SpmvError } from '@spmv/core';
import type { GeneratedSize } from '@spmv/testkit';

/** Most entries, and most rows, that a page makes: 2²⁶ entries are 1 GiB of arrays. */
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
