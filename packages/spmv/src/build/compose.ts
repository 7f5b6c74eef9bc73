import type { CooMatrix } from '@spmv/core';
import { cooFromEntries, occupiedRowsOf, roomForCoo, SpmvError } from '@spmv/core';
import type { MatrixLike } from './entries.ts';
import { entriesOf } from './entries.ts';
import { checkFactor } from './values.ts';

/** The Kronecker product A ⊗ B, (m·p) × (n·q) of m × n and p × q: block (i, j) is aᵢⱼB. Time and memory of the order of the result. Errors: `FORMAT.SHAPE`, `FORMAT.REFUSED`, those of reading A and B. */
export function kron(A: MatrixLike, B: MatrixLike): CooMatrix {
  const [a, b] = [entriesOf(A), entriesOf(B)];
  const shape = { rows: a.shape.rows * b.shape.rows, cols: a.shape.cols * b.shape.cols };
  const made = roomForCoo(shape, a.values.length * b.values.length);
  const [above, below] = [occupiedRowsOf(a), occupiedRowsOf(b)];
  let at = 0;
  for (let r = 0; r < above.row.length; r++) {
    const top = (above.row[r] as number) * b.shape.rows;
    for (let s = 0; s < below.row.length; s++) {
      const row = top + (below.row[s] as number);
      for (let k = above.start[r] as number; k < (above.start[r + 1] as number); k++) {
        const left = (a.colIndex[k] as number) * b.shape.cols;
        const factor = a.values[k] as number;
        for (let l = below.start[s] as number; l < (below.start[s + 1] as number); l++) {
          made.rowIndex[at] = row;
          made.colIndex[at] = left + (b.colIndex[l] as number);
          made.values[at++] = factor * (b.values[l] as number);
        }
      }
    }
  }
  return made;
}

/** A + γB of two m × n matrices. Entries that cancel stay as zeros. Errors: `FORMAT.INVALID` for two shapes, `OPERAND.SCALAR`, `FORMAT.REFUSED`, those of reading A and B. */
export function add(A: MatrixLike, B: MatrixLike, gamma: number = 1): CooMatrix {
  checkFactor(gamma);
  const [a, b] = [entriesOf(A), entriesOf(B)];
  if (a.shape.rows !== b.shape.rows || a.shape.cols !== b.shape.cols)
    throw new SpmvError(
      'FORMAT.INVALID',
      `A matrix of ${a.shape.rows} × ${a.shape.cols} and one of ${b.shape.rows} × ${b.shape.cols} cannot be added.`,
      { fix: 'Add matrices of one shape.', details: { a: a.shape, b: b.shape } },
    );
  const [inA, inB] = [a.values.length, b.values.length];
  /** Below 0 where entry p of A comes before entry q of B, 0 where both have one position. */
  const order = (p: number, q: number): number => {
    if (p === inA || q === inB) return p === inA ? 1 : -1;
    const down = (a.rowIndex[p] as number) - (b.rowIndex[q] as number);
    return down === 0 ? (a.colIndex[p] as number) - (b.colIndex[q] as number) : down;
  };
  let common = 0;
  for (let p = 0, q = 0; p < inA && q < inB;) {
    const which = order(p, q);
    if (which === 0) common++;
    if (which <= 0) p++;
    if (which >= 0) q++;
  }
  const made = roomForCoo(a.shape, inA + inB - common);
  for (let at = 0, p = 0, q = 0; at < made.values.length; at++) {
    const which = order(p, q);
    made.rowIndex[at] = (which <= 0 ? a.rowIndex[p] : b.rowIndex[q]) as number;
    made.colIndex[at] = (which <= 0 ? a.colIndex[p] : b.colIndex[q]) as number;
    if (which < 0) made.values[at] = a.values[p++] as number;
    else if (which > 0) made.values[at] = gamma * (b.values[q++] as number);
    else made.values[at] = (a.values[p++] as number) + gamma * (b.values[q++] as number);
  }
  return made;
}

/** All entries of blocks that lie one below another, or one beside another, block after block. */
function stacked(matrices: readonly MatrixLike[], along: 'rows' | 'cols'): CooMatrix {
  const blocks = Array.isArray(matrices) ? matrices.map(entriesOf) : [];
  const [across, words] = along === 'rows' ? (['cols', 'columns'] as const) : (['rows', 'rows'] as const);
  const [first] = blocks;
  if (first === undefined)
    throw new SpmvError('FORMAT.INVALID', 'There are no matrices to stack.', { fix: 'Give an array of at least one.' });
  const shape = { ...first.shape, [along]: 0 };
  let nnz = 0;
  for (const [number, block] of blocks.entries()) {
    if (block.shape[across] !== first.shape[across])
      throw new SpmvError(
        'FORMAT.INVALID',
        `Matrix ${number} has ${block.shape[across]} ${words} and matrix 0 has ${first.shape[across]}: they cannot be stacked.`,
        { fix: `Stack matrices of as many ${words}.`, details: { number, [across]: block.shape[across] } },
      );
    shape[along] += block.shape[along];
    nnz += block.values.length;
  }
  const made = roomForCoo(shape, nnz);
  const offset = { rows: 0, cols: 0 };
  let at = 0;
  for (const { shape, rowIndex, colIndex, values } of blocks) {
    for (let k = 0; k < values.length; k++, at++) {
      made.rowIndex[at] = offset.rows + (rowIndex[k] as number);
      made.colIndex[at] = offset.cols + (colIndex[k] as number);
      made.values[at] = values[k] as number;
    }
    offset[along] += shape[along];
  }
  return made;
}

/** Matrices of as many rows one beside another. Errors: `FORMAT.INVALID` for other numbers of rows or no matrix, `FORMAT.SHAPE`, `FORMAT.REFUSED`, those of reading them. */
export function hstack(matrices: readonly MatrixLike[]): CooMatrix {
  const made = stacked(matrices, 'cols');
  return cooFromEntries(made.shape, made);
}

/** Matrices of as many columns one below another. Errors: as of {@link hstack}, of columns. */
export function vstack(matrices: readonly MatrixLike[]): CooMatrix {
  return stacked(matrices, 'rows');
}
