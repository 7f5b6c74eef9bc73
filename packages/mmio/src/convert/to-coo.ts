import type { CooMatrix, OptionRules } from '@spmv/core';
import { checkOptions, nameOption } from '@spmv/core';
import { ENTRY_RULES } from '../model/check-options.ts';
import type { MatrixMarketFile } from '../model/file.ts';
import type { EntryOptions } from '../model/options.ts';
import { withEntries } from './apply-entry-options.ts';
import { canonicalCoo, cooOfSorted, rowsCountable } from './canonical-coo.ts';
import { rejectDuplicates } from './merge-duplicates.ts';
import { elementsOf } from './to-dense.ts';
import { CONVERT_RULES, refuseComplex, refuseInexact, type ConvertOptions } from './refuse.ts';

/** How to make a matrix in coordinate form of a file. */
export interface ToCooOptions extends ConvertOptions, Pick<EntryOptions, 'diagonal' | 'zeros'> {
  /** `sum` (default) or `reject`: COO holds no position twice. */
  readonly duplicates?: 'sum' | 'reject';
}

const RULES: OptionRules<ToCooOptions> = {
  ...CONVERT_RULES,
  diagonal: ENTRY_RULES.diagonal,
  zeros: ENTRY_RULES.zeros,
  duplicates: nameOption(['sum', 'reject']),
};

/** Errors: `PARAM.UNKNOWN`, `PARAM.OUT_OF_RANGE`. */
export function checkToCooOptions(owner: string, options: ToCooOptions): void {
  checkOptions(owner, options, RULES);
}

/** Every element of a dense file as an entry. */
function fromArray(file: MatrixMarketFile, options: ToCooOptions): CooMatrix {
  const { rows, cols, values } = elementsOf(file, options);
  const rowIndex = new Int32Array(values.length);
  const colIndex = new Int32Array(values.length);
  let kept = 0;
  const filled = cols > 0 ? rows : 0;
  for (let i = 0; i < filled; i++) {
    for (let j = 0; j < cols; j++) {
      const value = values[i * cols + j] as number;
      if ((options.zeros === 'drop' && value === 0) || (options.diagonal === 'drop' && i === j)) continue;
      rowIndex[kept] = i;
      colIndex[kept] = j;
      values[kept] = value;
      kept++;
    }
  }
  const all = kept === values.length;
  return {
    shape: { rows, cols },
    rowIndex: all ? rowIndex : rowIndex.slice(0, kept),
    colIndex: all ? colIndex : colIndex.slice(0, kept),
    values: all ? values : values.slice(0, kept),
  };
}

/**
 * The matrix in canonical coordinate form: symmetry expanded, sorted by row then column, duplicates summed, a pattern as
 * ones (a position given twice counts 2), stored zeros kept. An array gives every element. Shares columns and values with the file
 * where these are in that form already.
 *
 * Errors: `MMIO.COMPLEX`, `MMIO.INTEGER_PRECISION`, `MMIO.DUPLICATE`, `MMIO.LIMIT`.
 */
export function toCoo(file: MatrixMarketFile, options: ToCooOptions = {}): CooMatrix {
  checkToCooOptions('toCoo', options);
  refuseComplex(file);
  refuseInexact(file, options);
  if (file.header.format === 'array') return fromArray(file, options);
  if (options.duplicates === 'reject') rejectDuplicates(file);
  const plain = file.integers === undefined && options.diagonal !== 'drop' && options.zeros !== 'drop';
  if (plain && rowsCountable(file))
    return (file.symmetry === 'general' ? cooOfSorted(file) : undefined) ?? canonicalCoo(file);
  const done = withEntries(file, { ...options, symmetry: 'expand', duplicates: 'sum' });
  return {
    shape: { rows: file.header.rows, cols: file.header.cols },
    rowIndex: done.rowIndex,
    colIndex: done.colIndex,
    values: done.values.length === 0 ? new Float64Array(done.rowIndex.length).fill(1) : done.values,
  };
}
