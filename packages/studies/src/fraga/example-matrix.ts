import type { CooMatrix } from '@spmv/core';
import { cooFromEntries, rowLengthOf, rowStartOf } from '@spmv/core';
import type { ReportBlock, Cell } from '@spmv/report';
import type { Exhibit } from '../study.ts';

/** The 5 × 5 matrix of the introduction. */
export const EXAMPLE: CooMatrix = cooFromEntries(
  { rows: 5, cols: 5 },
  {
    rowIndex: [0, 0, 1, 1, 2, 2, 3, 3, 4, 4],
    colIndex: [0, 1, 1, 2, 1, 2, 2, 3, 3, 4],
    values: [3, 4, 5, 1, 1, 2, 2, 3, 1, 6],
  },
);

/** As printed; `irp` is wrong there. */
const PRINTED = {
  irp: [0, 2, 4, 6, 8, 11],
  ja: [0, 1, 1, 2, 1, 2, 2, 3, 3, 4],
  as: [3, 4, 5, 1, 1, 2, 2, 3, 1, 6],
} as const;

function listed(values: ArrayLike<number>): string {
  return Array.from(values).join(' ');
}

/** The arrays of CSR and ELLPACK, printed and here. */
function draw(): readonly ReportBlock[] {
  const { colIndex, values } = EXAMPLE;
  const rows: readonly (readonly Cell[])[] = [
    ['irp, where rows start', listed(PRINTED.irp), listed(rowStartOf(EXAMPLE))],
    ['ja, columns', listed(PRINTED.ja), listed(colIndex)],
    ['as, values', listed(PRINTED.as), listed(values)],
    ['nz, entries', '10', String(values.length)],
    ['maxnz of ELLPACK', '2', String(Math.max(...rowLengthOf(EXAMPLE)))],
  ];
  return [
    {
      kind: 'table',
      title: 'The arrays of the 5 × 5 example',
      columns: [
        { label: 'array', kind: 'text' },
        { label: 'printed', kind: 'text', group: 'paper' },
        { label: 'from the entries', kind: 'text', group: 'here' },
      ],
      rows,
      note: 'The printed irp ends in 11, but nz = 10: its loop would read one entry behind the last. Every row has two entries, so ja and as of ELLPACK are those of CSR in five rows of two.',
    },
  ];
}

/** The arrays of the introduction. */
export const exampleMatrix: Exhibit = {
  id: 'example',
  label: 'Introduction',
  title: 'irp, ja and as of the 5 × 5 example',
  where: 'Sparse Matrices Formats',
  paper: 'printed',
  legs: [],
  draw,
};
