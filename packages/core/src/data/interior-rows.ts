import type { RowStripe } from './row-stripe.ts';
import { STRIPE_ROWS } from './row-stripe.ts';

/** Rows of a stripe that need no columns but those with the numbers of the stripe's rows, and what is known of the others. */
export interface InteriorRun extends RowStripe {
  /** Of these rows. */
  readonly entries: number;
  /** Parts that the stripe has with these rows as one of them: 2, or 3 where rows come before and after them. */
  readonly parts: number;
  /** Columns that the stripe needs and that have other numbers, with what lies in gaps between them. */
  readonly outside: number;
}

/** Columns of ranges that have other numbers than the rows of a stripe. */
function outsideOf(columns: Int32Array, { begin, end }: RowStripe): number {
  let sum = 0;
  for (let r = 0; r < columns.length; r += 2) {
    const [first, last] = [columns[r] as number, columns[r + 1] as number];
    sum += last - first - Math.max(0, Math.min(last, end) - Math.max(first, begin));
  }
  return sum;
}

/**
 * The longest run of such rows, in multiples of {@link STRIPE_ROWS} from the beginning of the stripe on; `columns` are the ranges that the stripe needs. Undefined where it needs none of others,
 * or where no run has an entry. O(entries of the stripe) in time; reads the positions, writes nothing.
 */
export function interiorRows(
  rowStart: ArrayLike<number>,
  colIndex: Int32Array,
  stripe: RowStripe,
  columns: Int32Array,
): InteriorRun | undefined {
  const outside = outsideOf(columns, stripe);
  if (outside === 0) return undefined;
  const needsOwn = (begin: number, end: number): boolean => {
    for (let k = rowStart[begin] as number; k < (rowStart[end] as number); k++) {
      const column = colIndex[k] as number;
      if (column < stripe.begin || column >= stripe.end) return false;
    }
    return true;
  };
  let best: RowStripe = { begin: stripe.begin, end: stripe.begin };
  let begin = stripe.begin;
  for (let row = stripe.begin; row < stripe.end; row += STRIPE_ROWS) {
    const end = Math.min(stripe.end, row + STRIPE_ROWS);
    if (!needsOwn(row, end)) begin = end;
    else if (end - begin > best.end - best.begin) best = { begin, end };
  }
  const entries = (rowStart[best.end] as number) - (rowStart[best.begin] as number);
  if (entries === 0) return undefined;
  const parts = 1 + Number(best.begin > stripe.begin) + Number(best.end < stripe.end);
  return { ...best, entries, parts, outside };
}
