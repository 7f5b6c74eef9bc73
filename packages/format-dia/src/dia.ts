import type { CooMatrix, FormatPlan, MatrixStructure, Shape, SparseFormat, StoredMatrix } from '@spmv/core';
import { INDEX_LIMIT, rowLengthOf } from '@spmv/core';
import { PAPERS } from '@spmv/kernel-kit';
import { checkDia } from './check-dia.ts';
import type { DiaArrays } from './dia-layout.ts';
import { layout, WORD } from './dia-layout.ts';

/** Places for each entry, from which on the diagonals of a matrix are refused, and those of every matrix that is stored all the same. */
const MOST_PER_ENTRY = 16;
const FEW = 4096;

type NoParams = Record<never, never>;
type Stored = StoredMatrix<DiaArrays, NoParams>;

/** The diagonals that hold an entry, by their offset column − row, rising; undefined of more than `most`. One mark for each diagonal of the shape, unless these are far more than the entries. */
function offsetsOf(
  { rows, cols }: Shape,
  rowLength: Int32Array,
  colIndex: Int32Array,
  most = Infinity,
): Int32Array | undefined {
  const found = new Set<number>();
  const isMarked = rows + cols <= 2 ** 20 + 8 * colIndex.length;
  const marks = new Uint8Array(isMarked ? rows + cols : 0);
  for (let i = 0, k = 0; i < rowLength.length; i++) {
    for (const end = k + rowLength[i]; k < end; k++) {
      const offset = colIndex[k] - i;
      if (marks[offset + rows] === 1) continue;
      if (isMarked) marks[offset + rows] = 1;
      if (found.add(offset).size > most) return undefined;
    }
  }
  return Int32Array.from(found).sort();
}

function plan({ shape, nnz, rowLength, positions }: MatrixStructure): FormatPlan {
  if (!positions)
    return {
      refusal: 'the diagonals depend on where the entries are, and only the lengths of the rows are known',
      fix: 'Plan with structureOf(coo).',
    };
  const { rows } = shape;
  const most = Math.floor(Math.min(INDEX_LIMIT, MOST_PER_ENTRY * nnz + FEW) / Math.max(1, rows));
  const diagonals = offsetsOf(shape, rowLength, positions.colIndex, most)?.length;
  if (diagonals === undefined)
    return {
      refusal: `the entries lie on more than ${most} diagonals of ${rows} rows: more than ${MOST_PER_ENTRY} places for each of ${nnz} entries, or than 2^31-1`,
      fix: 'Use csr.',
    };
  return { scalars: { diagonals, words: Math.ceil(rows / WORD) }, slots: diagonals * rows };
}

function build(coo: CooMatrix, { scalars, arrays: { offset, filled, values } }: Stored): void {
  const { rows } = coo.shape;
  const words = scalars['words'];
  const { colIndex, values: numbers } = coo;
  const rowLength = rowLengthOf(coo);
  offset.set(offsetsOf(coo.shape, rowLength, colIndex) as Int32Array);
  const diagonalOf = new Map(Array.from(offset, (o, d) => [o, d]));
  for (let i = 0, k = 0; i < rows; i++) {
    for (const end = k + rowLength[i]; k < end; k++) {
      const d = diagonalOf.get(colIndex[k] - i) as number;
      const word = d * words + Math.floor(i / WORD);
      filled[word] = filled[word] | (1 << (i % WORD));
      values[d * rows + i] = numbers[k];
    }
  }
}

function toCoo({ shape, nnz, scalars, arrays }: Stored): CooMatrix {
  const { offset, filled, values } = arrays;
  const words = scalars['words'];
  const rowIndex = new Int32Array(nnz);
  const colIndex = new Int32Array(nnz);
  const numbers = new Float64Array(nnz);
  let k = 0;
  for (let i = 0; i < shape.rows; i++) {
    for (let d = 0; d < offset.length; d++) {
      if (((filled[d * words + Math.floor(i / WORD)] >>> (i % WORD)) & 1) === 0) continue;
      rowIndex[k] = i;
      colIndex[k] = i + offset[d];
      numbers[k] = values[d * shape.rows + i];
      k++;
    }
  }
  return { shape: { ...shape }, rowIndex, colIndex, values: numbers };
}

/**
 * Diagonal storage (DIA): whole diagonals, one after another, and a bit for every place that holds an entry, so that a stored zero stays an
 * entry and padding is never multiplied. No index is stored for an entry.
 *
 * ```
 * 1 . 2 . .      offset  -3 -2  0  2  3
 * . 3 . . 4      filled   8  8 11  1  2      diagonal 0 has entries in rows 0, 1 and 3: 1 + 2 + 8
 * . . . . .      values   0 0 0 5   0 0 0 6   1 3 0 7   2 0 0 0   0 4 0 0
 * 5 6 . 7 .
 * ```
 *
 * Bytes: diagonals·(4 + 4·⌈rows/32⌉ + rows·value). For stencils and bands. Refused where the diagonals have more than 16 places for each entry,
 * small matrices aside.
 */
export const dia: SparseFormat<NoParams, typeof layout> = {
  kind: 'format',
  id: 'dia',
  title: 'Diagonals (DIA)',
  sources: [PAPERS.saad],
  layout,
  scalars: { diagonals: 'Diagonals that hold an entry.', words: 'Numbers of `filled` of each diagonal, ⌈rows/32⌉.' },
  params: { axes: {} },
  plan,
  build,
  toCoo,
  check: checkDia,
};
