import type { ArraysOf, CooMatrix, Finding, FormatPlan, MatrixStructure, SparseFormat, StoredMatrix } from '@spmv/core';

/** Diagonals that the mask of a row can tell apart. */
const MOST_DIAGONALS = 32;

const layout = {
  offset: { element: 'i32', length: 'diagonals', doc: 'column − row of each diagonal, rising.' },
  rowMask: { element: 'u32', length: 'rows', doc: 'Bit d: the row has an entry on diagonal d.' },
  values: {
    element: 'value',
    length: 'diagonals · rows',
    doc: 'Value of row i on diagonal d at d·rows + i; 0 where there is no entry.',
  },
} as const;

export type DiaArrays = ArraysOf<typeof layout>;
type NoParams = Record<never, never>;
type Stored = StoredMatrix<DiaArrays, NoParams>;

/** The diagonals that hold an entry, by their offset column − row, rising. */
function offsetsOf(positions: NonNullable<MatrixStructure['positions']>): Int32Array {
  const found = new Set<number>();
  for (let k = 0; k < positions.rowIndex.length; k++)
    found.add((positions.colIndex[k] as number) - (positions.rowIndex[k] as number));
  return Int32Array.from(found).sort();
}

function plan({ shape, positions }: MatrixStructure): FormatPlan {
  if (!positions)
    return {
      refusal: 'the diagonals depend on where the entries are, and only the lengths of the rows are known',
      fix: 'Plan with structureOf(coo).',
    };
  const diagonals = offsetsOf(positions).length;
  if (diagonals > MOST_DIAGONALS)
    return { refusal: `the entries lie on ${diagonals} diagonals, more than ${MOST_DIAGONALS}`, fix: 'Use csr.' };
  return { scalars: { diagonals }, slots: diagonals * shape.rows };
}

function build(coo: CooMatrix, { shape: { rows }, arrays: { offset, rowMask, values } }: Stored): void {
  offset.set(offsetsOf(coo));
  const diagonalOf = new Map(Array.from(offset, (o, d) => [o, d]));
  for (let k = 0; k < coo.values.length; k++) {
    const i = coo.rowIndex[k] as number;
    const d = diagonalOf.get((coo.colIndex[k] as number) - i) as number;
    rowMask[i] = (rowMask[i] as number) | (1 << d);
    values[d * rows + i] = coo.values[k] as number;
  }
}

function toCoo({ shape, nnz, arrays }: Stored): CooMatrix {
  const rowIndex = new Int32Array(nnz);
  const colIndex = new Int32Array(nnz);
  const values = new Float64Array(nnz);
  let k = 0;
  for (let i = 0; i < shape.rows; i++) {
    for (let d = 0; d < arrays.offset.length; d++) {
      if ((((arrays.rowMask[i] as number) >>> d) & 1) === 0) continue;
      rowIndex[k] = i;
      colIndex[k] = i + (arrays.offset[d] as number);
      values[k] = arrays.values[d * shape.rows + i] as number;
      k++;
    }
  }
  return { shape: { ...shape }, rowIndex, colIndex, values };
}

/** What is wrong with row i, and how many entries it has. */
function checkRow({ shape, arrays }: Stored, i: number): { readonly entries: number; readonly finding?: Finding } {
  const diagonals = arrays.offset.length;
  const mask = arrays.rowMask[i] as number;
  if (diagonals < 32 && mask >>> diagonals !== 0)
    return {
      entries: 0,
      finding: { invariant: 'rowMask.diagonals', message: `rowMask[${i}] names a diagonal past ${diagonals}` },
    };
  let entries = 0;
  for (let d = 0; d < diagonals; d++) {
    const value = arrays.values[d * shape.rows + i];
    if (((mask >>> d) & 1) === 0) {
      if (value !== 0)
        return {
          entries,
          finding: { invariant: 'padding.zero', message: `row ${i}, diagonal ${d} is padding but holds ${value}` },
        };
      continue;
    }
    const j = i + (arrays.offset[d] as number);
    if (j < 0 || j >= shape.cols)
      return {
        entries,
        finding: {
          invariant: 'rowMask.inside',
          message: `row ${i}, diagonal ${d}: column ${j} is outside 0..${shape.cols - 1}`,
        },
      };
    entries++;
  }
  return { entries };
}

function check(matrix: Stored): readonly Finding[] {
  const { offset } = matrix.arrays;
  const diagonals = offset.length;
  if (diagonals > MOST_DIAGONALS)
    return [{ invariant: 'offset.length', message: `there are ${diagonals} diagonals, more than ${MOST_DIAGONALS}` }];
  for (let d = 1; d < offset.length; d++) {
    if ((offset[d] as number) <= (offset[d - 1] as number))
      return [{ invariant: 'offset.increasing', message: `offset[${d}] = ${offset[d]} follows ${offset[d - 1]}` }];
  }
  let entries = 0;
  for (let i = 0; i < matrix.shape.rows; i++) {
    const row = checkRow(matrix, i);
    if (row.finding) return [row.finding];
    entries += row.entries;
  }
  return entries === matrix.nnz
    ? []
    : [{ invariant: 'nnz', message: `${entries} entries are stored, nnz is ${matrix.nnz}` }];
}

/**
 * Diagonal storage (DIA): whole diagonals, one after another, and for each row a mask of the diagonals it has an entry on, so that a
 * stored zero stays an entry and padding is never multiplied.
 *
 * ```
 * 1 . 2 . .      offset   -3 -2  0  2  3
 * . 3 . . 4      rowMask  12 20  0  7      row 0 has entries on diagonals 2 and 3: 4 + 8
 * . . . . .      values   0 0 0 5   0 0 0 6   1 3 0 7   2 0 0 0   0 4 0 0
 * 5 6 . 7 .
 * ```
 *
 * Bytes: 4·diagonals + 4·rows + diagonals·rows·value. A bad choice, refused above 32 diagonals, where entries are scattered.
 */
export const dia: SparseFormat<NoParams, typeof layout> = {
  kind: 'format',
  id: 'acme/dia',
  title: 'Diagonals (DIA)',
  sources: [{ title: 'Y. Saad, Iterative Methods for Sparse Linear Systems, 2nd ed., SIAM 2003', section: '3.4' }],
  layout,
  scalars: { diagonals: 'Diagonals that hold an entry.' },
  params: { axes: {} },
  plan,
  build,
  toCoo,
  check,
};
