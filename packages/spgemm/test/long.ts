import type { CooMatrix } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';

/** 3 × 1400, its second row full, and 1400 × 600 000 with two entries a row and 302 in the first: a row of C beyond every table, in windows and in parts. Whole numbers: the same sums in any order. */
export const longRow: { readonly A: CooMatrix; readonly B: CooMatrix } = {
  A: cooFromEntries(
    { rows: 3, cols: 1400 },
    {
      rowIndex: [0, ...Array.from({ length: 1400 }, () => 1)],
      colIndex: [7, ...Array.from({ length: 1400 }, (_, l) => l)],
      values: [3, ...Array.from({ length: 1400 }, (_, l) => (l % 9) - 4)],
    },
  ),
  B: cooFromEntries(
    { rows: 1400, cols: 600_000 },
    {
      rowIndex: Array.from({ length: 3100 }, (_, k) => Math.max(0, k - 300) >> 1),
      colIndex: Array.from({ length: 3100 }, (_, k) =>
        k < 300 ? 9 + 3 * k : k % 2 === 0 ? 5 : 428 * ((k - 300) >> 1) + 1031,
      ),
      values: Array.from({ length: 3100 }, (_, k) => (k % 7) - 3),
    },
  ),
};
