import { columnRanges } from '../data/column-ranges.ts';
import { rowStartOf } from '../data/csr-view.ts';
import type { RowStripe } from '../data/row-stripe.ts';
import { cutRows, stripesOfCoo } from '../data/row-stripe.ts';
import type { InteriorRun } from '../data/interior-rows.ts';
import { interiorRows } from '../data/interior-rows.ts';
import { buildMatrix } from './build-matrix.ts';
import type { SparseFormat, StoredRows } from './sparse-format.ts';
import type { StoredMatrix } from './stored-matrix.ts';

/** How a stored matrix is cut. */
export interface StripeRule {
  /** Most stripes; see {@link cutRows}. */
  readonly count: number;
  /** Columns closer to each other than this are one range: those in between are fewer than a copy of their own is worth. */
  readonly gap: number;
  /**
   * Whether the longest run of a stripe's rows that need no columns but those with the numbers of the stripe's rows is to be a part of its own. By default no stripe has parts. Not asked where
   * there is no such run, nor where the matrix is not square.
   */
  readonly apart?: (run: InteriorRun) => boolean;
}

/** Consecutive rows of a stripe as a matrix. */
export interface StoredPart extends RowStripe {
  readonly matrix: StoredMatrix;
  /** Whether they need no columns but those with the numbers of the stripe's rows. */
  readonly isInterior: boolean;
}

/** Consecutive rows of a stored matrix, whose parts are matrices in the same format, or what is made of them. */
export interface StoredStripe<Part = StoredPart> extends RowStripe {
  /** All of it, or in order what is before the interior rows, these, and what is after them; none is without an entry. */
  readonly parts: readonly Part[];
  /** Columns in which these rows have entries: first and one after the last of each range, those less than {@link StripeRule.gap} apart in one. */
  readonly columns: Int32Array;
}

/** The rows of a matrix by its entries, each part built anew. */
function rowsOfEntries(format: SparseFormat, matrix: StoredMatrix): StoredRows {
  const coo = format.toCoo(matrix);
  const stripeOf = stripesOfCoo(coo);
  const options = { params: matrix.params, valueType: matrix.valueType, maxBytes: Infinity };
  return {
    rowStart: coo.rowStart ?? rowStartOf(coo),
    colIndex: coo.colIndex,
    part: (begin, end) => buildMatrix(format, stripeOf({ begin, end }), options),
  };
}

/**
 * A stored matrix as the stripes of {@link cutRows}, which share its arrays where the format allows it: what several devices are given of a matrix that was
 * built before anybody knew of them. `buildStripes` cuts what nobody has stored.
 *
 * Errors: `FORMAT.REFUSED` where the format cannot store a part of the rows (a symmetric half, say), and those of `buildMatrix`.
 */
export function stripesOfStored(
  format: SparseFormat,
  matrix: StoredMatrix,
  { count, gap, apart }: StripeRule,
): readonly StoredStripe[] {
  const { rowStart, colIndex, part } = format.byRows?.(matrix) ?? rowsOfEntries(format, matrix);
  const rowLength = new Int32Array(matrix.shape.rows);
  for (let i = 0; i < rowLength.length; i++) rowLength[i] = (rowStart[i + 1] as number) - (rowStart[i] as number);
  const partsOf = (
    stripe: RowStripe,
    columns: Int32Array,
  ): readonly (RowStripe & { readonly isInterior: boolean })[] => {
    const { begin, end } = stripe;
    const run =
      apart && matrix.shape.rows === matrix.shape.cols ? interiorRows(rowStart, colIndex, stripe, columns) : undefined;
    if (!run || !apart?.(run)) return [{ ...stripe, isInterior: false }];
    return [
      { begin, end: run.begin, isInterior: false },
      { begin: run.begin, end: run.end, isInterior: true },
      { begin: run.end, end, isInterior: false },
    ].filter((one) => one.begin < one.end);
  };
  return cutRows(rowLength, count).map((stripe) => {
    const columns = columnRanges(
      colIndex.subarray(rowStart[stripe.begin], rowStart[stripe.end]),
      matrix.shape.cols,
      gap,
    );
    const parts = partsOf(stripe, columns).map((one) => ({ ...one, matrix: part(one.begin, one.end) }));
    return { ...stripe, columns, parts };
  });
}
