import type { CooMatrix } from '@spmv/core';
import { positionStatistics, sectorsPerRow } from '@spmv/core';
import type { RunMatrix } from './study-run.ts';

const PARTS = 16;

/** Entries in each sixteenth of the rows, divided as a static schedule divides them. */
function entriesOfSixteenths({ rowIndex, shape }: CooMatrix): readonly number[] {
  const bounds = Array.from({ length: PARTS + 1 }, (_, part) => Math.round((shape.rows / PARTS) * part));
  const counts = Array.from({ length: PARTS }, () => 0);
  let part = 0;
  for (const row of rowIndex) {
    while (row >= (bounds[part + 1] as number)) part++;
    counts[part] = (counts[part] as number) + 1;
  }
  return counts;
}

/** What a run says of a matrix: `name` as the study has it, `source` what was read or made in its place. */
export function runMatrix(
  { name, source, hash }: Pick<RunMatrix, 'name' | 'source' | 'hash'>,
  coo: CooMatrix,
): RunMatrix {
  const { rows, cols, nnz, mean, max, emptyRows, standardDeviation, percentAverageDeviation, bandwidth } =
    positionStatistics(coo);
  return {
    name,
    source,
    hash,
    rows,
    cols,
    nnz,
    mean,
    max,
    emptyRows,
    deviation: standardDeviation,
    percentAverageDeviation,
    bandwidth,
    sectorsPerRow: sectorsPerRow(coo),
    sixteenths: entriesOfSixteenths(coo),
  };
}
