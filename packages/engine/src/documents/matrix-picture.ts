import type { AnyCoo, HistogramBin } from '@spmv/core';
import { occupiedLengths, occupiedRowsOf, rowHistogram } from '@spmv/core';
import { spyCounts } from '@spmv/report';

/** What a report draws of a matrix. */
export interface MatrixPicture {
  readonly rowLengths: readonly HistogramBin[];
  /** Entries under each pixel, row by row. */
  readonly spy: { readonly width: number; readonly height: number; readonly counts: readonly number[] };
}

const LONGEST_SIDE = 100;

/** How long the rows of a matrix are, and where its entries are. */
export function matrixPicture(coo: AnyCoo): MatrixPicture {
  const { width, height, counts } = spyCounts(coo, LONGEST_SIDE);
  return {
    rowLengths: rowHistogram(occupiedLengths(occupiedRowsOf(coo)), coo.shape.rows),
    // Shares of an entry are of no use beyond a hundredth.
    spy: { width, height, counts: Array.from(counts, (count) => Math.ceil(100 * count) / 100) },
  };
}
