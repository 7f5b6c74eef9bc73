import type { CooMatrix } from '@spmv/core';
import { rowIndexOf, rowStartOf, SpmvError } from '@spmv/core';
import type { CsrMatrix } from '@spmv/spgemm';
import { beginProductOnHost } from '@spmv/spgemm';
import type { DensityTile } from '../matrix/density-tiles.ts';
import { densityTile, topLevel } from '../matrix/density-tiles.ts';

/** Most terms of a product in a page: seconds, and at most 1.6 GB of C. */
const MOST_TERMS = 2 ** 27;

/** What a product is, and what it took. */
export interface ProductFacts {
  readonly shape: CooMatrix['shape'];
  /** Terms of rows 0 … i − 1 at i, as many entries as C could have; and entries it has. Length rows + 1. */
  readonly termStart: Float64Array;
  readonly rowStart: Int32Array;
  readonly overview: DensityTile;
  /** Of B, as it was multiplied. */
  readonly right: { readonly shape: CooMatrix['shape']; readonly overview: DensityTile };
  /** Milliseconds of the two phases. */
  readonly symbolicMs: number;
  readonly numericMs: number;
}

/** A row of C: which rows of B come together in it. */
export interface ProductRow {
  readonly row: number;
  /** Entries of the row of A: the row of B that each brings, and how many entries that one has. */
  readonly brings: readonly { readonly row: number; readonly value: number; readonly length: number }[];
  readonly terms: number;
  readonly entries: number;
}

function csrOf(coo: CooMatrix): CsrMatrix {
  const { shape, colIndex, values } = coo;
  return { shape, colIndex, values, rowStart: rowStartOf(coo) };
}

/** Terms of AB: for each entry of A the length of the row of B that it brings. */
function termsOf(A: CsrMatrix, B: CsrMatrix): number {
  return A.colIndex.reduce((sum, l) => sum + (B.rowStart[l + 1] as number) - (B.rowStart[l] as number), 0);
}

/** A product of two matrices, computed, and what there is to say of each of its rows. */
export interface Multiplied {
  readonly facts: ProductFacts;
  row(row: number): ProductRow;
}

/** C ← AB. Errors: `OPERAND.LENGTH` where shapes do not fit, `PARAM.OUT_OF_RANGE` for more terms than a page computes, before any is. */
export function multiply(left: CooMatrix, right: CooMatrix, now: () => number = () => performance.now()): Multiplied {
  const [A, B] = [csrOf(left), csrOf(right)];
  if (A.shape.cols !== B.shape.rows)
    throw new SpmvError(
      'OPERAND.LENGTH',
      `A has ${A.shape.cols} columns and B ${B.shape.rows} rows: a product needs as many.`,
      {
        fix: 'Choose the transpose of A, or a second matrix with as many rows as the first has columns.',
        details: { cols: A.shape.cols, rows: B.shape.rows },
      },
    );
  const terms = termsOf(A, B);
  if (terms > MOST_TERMS)
    throw new SpmvError(
      'PARAM.OUT_OF_RANGE',
      `The product has ${terms} terms; a page computes at most ${MOST_TERMS}.`,
      {
        fix: 'Use a smaller matrix, or A.multiply(B) of the package spmv, which has the memory of the machine.',
        details: { terms },
      },
    );
  const began = now();
  const { C, termStart, fill } = beginProductOnHost(A, B);
  const counted = now();
  const { rows } = C.shape;
  fill(0, rows);
  const filled = now();
  const { shape, rowStart, colIndex, values } = C;
  const coo: CooMatrix = { shape, rowIndex: rowIndexOf(rowStart), colIndex, values };
  const overviewOf = (each: CooMatrix): DensityTile =>
    densityTile(each, { level: topLevel(each.shape), row: 0, col: 0 });
  const facts = {
    shape,
    termStart,
    rowStart,
    overview: overviewOf(coo),
    right: { shape: right.shape, overview: overviewOf(right) },
    symbolicMs: counted - began,
    numericMs: filled - counted,
  };
  return {
    facts,
    row(row) {
      const brings = Array.from(A.colIndex.subarray(A.rowStart[row], A.rowStart[row + 1]), (l, k) => ({
        row: l,
        value: A.values[(A.rowStart[row] as number) + k] as number,
        length: (B.rowStart[l + 1] as number) - (B.rowStart[l] as number),
      }));
      const between = (starts: ArrayLike<number>): number => (starts[row + 1] as number) - (starts[row] as number);
      return { row, brings, terms: between(termStart), entries: between(rowStart) };
    },
  };
}
