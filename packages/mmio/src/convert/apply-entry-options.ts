import { checkOptions } from '@spmv/core';
import { ENTRY_RULES } from '../model/check-options.ts';
import type { MatrixMarketFile } from '../model/file.ts';
import type { EntryOptions } from '../model/options.ts';
import { expandSymmetry } from './expand-symmetry.ts';
import { rejectDuplicates, sumDuplicates } from './merge-duplicates.ts';
import { dropEntries } from './select-entries.ts';

/**
 * The entries of a coordinate file as the options want them: duplicates are looked for among the stored entries, then symmetry
 * is expanded, the diagonal dropped, duplicates summed, zeros dropped. Array files are left as they are.
 * Errors: `MMIO.DUPLICATE`, `MMIO.INTEGER_RANGE`.
 */
export function applyEntryOptions(file: MatrixMarketFile, options: EntryOptions): MatrixMarketFile {
  checkOptions('applyEntryOptions', options, ENTRY_RULES);
  return withEntries(file, options);
}

/** The same for options that were checked, which may have others beside them. */
export function withEntries(file: MatrixMarketFile, options: EntryOptions): MatrixMarketFile {
  if (file.header.format === 'array') return file;
  if (options.duplicates === 'reject') rejectDuplicates(file);
  let done = options.symmetry === 'expand' ? expandSymmetry(file) : file;
  if (options.diagonal === 'drop') {
    const { rowIndex, colIndex } = done;
    done = dropEntries(done, (k) => rowIndex[k] === colIndex[k]);
  }
  if (options.duplicates === 'sum') done = sumDuplicates(done);
  if (options.zeros === 'drop' && done.values.length > 0) {
    const { values, imaginary } = done;
    done = dropEntries(done, (k) => values[k] === 0 && (imaginary.length === 0 || imaginary[k] === 0));
  }
  return done;
}
