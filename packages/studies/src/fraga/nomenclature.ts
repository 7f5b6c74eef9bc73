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
      title: 'Names in print and here; the code in print calls b y',
      columns: ['what', 'paper', 'here'].map((label) => ({ label, kind: 'text' })),
      rows: [
        ['matrix number of rows', 'm', 'rows'],
        ['matrix number of columns', 'n', 'cols'],
        ['sparse matrix', 'A', 'A'],
        ['vector to be multiplied', 'x', 'x'],
        ['resulting vector', 'b', 'y'],
        ['floating point operations per second, 2·nz / T', 'FLOPS', 'gflops'],
        ['number of non-zero values', 'nz', 'nnz'],
        ['maximum number of non-zero values per row', 'maxnz', 'max'],
        ['average computation time of a kernel: of 20 runs, the first left out', 'T', 'median of 20 samples'],
      ],
    },
  ],
};
