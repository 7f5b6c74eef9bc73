import type { CooMatrix } from '@spmv/core';
import type { MatrixMarketFile } from '@spmv/mmio';
import { countOf, grouped } from '../ui/format-number.ts';

/** Entries that a file stands for, mirrored ones included, before equal positions are added up. */
function statedEntries({ rowIndex, colIndex, symmetry }: MatrixMarketFile): number {
  if (symmetry === 'general') return rowIndex.length;
  return rowIndex.reduce((sum, row, k) => sum + (row === colIndex[k] ? 1 : 2), 0);
}

/** What became of the entries of a file that its figures do not show: positions given twice, and zeros that are stored. O(entries). */
export function entryRemarks(file: MatrixMarketFile, { values }: CooMatrix): readonly string[] {
  const repeated = file.header.format === 'array' ? 0 : statedEntries(file) - values.length;
  const zeros = values.reduce((sum, value) => (value === 0 ? sum + 1 : sum), 0);
  return [
    ...(repeated > 0
      ? [
          `${countOf(repeated, 'entry was', 'entries were')} given at a position that has one already: their values are added.`,
        ]
      : []),
    ...(zeros > 0
      ? [
          `${grouped(zeros)} of ${countOf(values.length, 'entry', 'entries')} ${zeros === 1 ? 'is a zero' : 'are zeros'}: stored and multiplied like others.`,
        ]
      : []),
  ];
}
