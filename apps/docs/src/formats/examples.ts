import type { CooMatrix, Params } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';

/** A matrix to draw, and the parameters it is stored with. */
export interface Example {
  readonly matrix: CooMatrix;
  readonly params: Params;
  /** Why it is this matrix and these parameters, as a sentence. */
  readonly why?: string;
}

/** The 4 × 5 matrix of seven entries that every format's page draws. Its values tell entries apart. */
export function drawnMatrix(): CooMatrix {
  return cooFromEntries(
    { rows: 4, cols: 5 },
    { rowIndex: [0, 0, 1, 1, 3, 3, 3], colIndex: [0, 2, 1, 4, 0, 1, 3], values: [1, 2, 3, 4, 5, 6, 7] },
  );
}

/** 4 × 4, each entry below the diagonal again above it. */
function symmetricMatrix(): CooMatrix {
  return cooFromEntries(
    { rows: 4, cols: 4 },
    {
      rowIndex: [0, 0, 0, 1, 1, 2, 3, 3, 3],
      colIndex: [0, 1, 3, 0, 1, 3, 0, 2, 3],
      values: [1, 4, 5, 4, 2, 6, 5, 6, 3],
    },
  );
}

/** What the page of a format draws: parameters small enough for the matrix. A format that is not named is drawn with its defaults. */
export function examplesOf(format: string): readonly Example[] {
  const matrix = drawnMatrix();
  const both = (params: Params): readonly Example[] => [
    { matrix, params: { order: 'column', ...params } },
    { matrix, params: { order: 'row', ...params } },
  ];
  const examples: Readonly<Record<string, readonly Example[]>> = {
    'csr-padded': [
      { matrix, params: { multiple: 2 }, why: 'Rows are filled up to a multiple of 2 here, of 16 by default.' },
    ],
    ellpack: both({}),
    'ellpack-r': both({}),
    hyb: both({}),
    sell: [
      { matrix, params: { C: 2, sigma: 1 }, why: 'Slices of two rows, in the order of A.' },
      { matrix, params: { C: 2, sigma: 4 }, why: 'The rows of a window of four are sorted by length first.' },
    ],
    bell: both({ blockRows: 2, blockCols: 2 }),
    'row-segments': [
      {
        matrix,
        params: { leastShared: 0 },
        why: 'So few rows share their columns that the format would refuse this matrix; `leastShared` = 0 lets it be drawn.',
      },
    ],
    symmetric: [
      { matrix: symmetricMatrix(), params: {}, why: 'The 4 × 5 matrix is not square, so a symmetric one is drawn.' },
    ],
  };
  return examples[format] ?? [{ matrix, params: {} }];
}
