import { INDEX_LIMIT, SpmvError } from '@spmv/core';

/** Where P of so many rows may have more entries than positions number. */
export function tooManyWeights(rows: number): SpmvError {
  return new SpmvError(
    'KERNEL.REFUSED',
    `P may have four entries in each of ${rows} rows, and csr numbers at most ${INDEX_LIMIT}.`,
    {
      fix: 'Make the levels on the host: createHierarchy.',
      details: { rows, most: INDEX_LIMIT },
    },
  );
}
