import type { Exhibit } from '../study.ts';

/** His names beside ours. */
export const nomenclature: Exhibit = {
  id: 'table-1',
  label: 'Table 1',
  title: 'nomenclature',
  where: 'Contents',
  paper: 'words',
  legs: [],
  draw: () => [
    {
      kind: 'table',
      title: 'Names in print and here',
      columns: ['what', 'paper', 'here'].map((label) => ({ label, kind: 'text' })),
      rows: [
        ['rows, columns', 'm, n', 'rows, cols'],
        ['the product', 'A·x = b, y in the code', 'y ← αAx + βy'],
        ['entries', 'nz', 'nnz'],
        ['entries of the longest row', 'maxnz', 'maxRow'],
        ['average time T of 20 runs, the first left out', 'T', 'median of 20 samples with its interval'],
        ['2·nz / T', 'FLOPS', 'gflops'],
        ['average absolute deviation of entries per row over their mean', 'PercentAvgDev', 'percentAverageDeviation'],
      ],
    },
  ],
};
