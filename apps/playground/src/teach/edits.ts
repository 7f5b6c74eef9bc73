import type { CooMatrix } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';

/** Places of a matrix that were clicked an odd number of times: entries are taken away there, or put where there was none. */
export type Edits = ReadonlySet<string>;

/** Most of them that an address holds. */
const MOST = 200;

const keyOf = (row: number, col: number): string => `${row}.${col}`;

/** `0.3_2.2`: what an address holds. What is no place is left out. */
export function editsOf(text: string | undefined): Edits {
  return new Set(
    (text ?? '')
      .split('_')
      .filter((one) => /^\d{1,10}\.\d{1,10}$/u.test(one))
      .slice(0, MOST),
  );
}

/** The text after a click on a place. */
export function editedText(edits: Edits, row: number, col: number): string {
  const key = keyOf(row, col);
  const others = [...edits].filter((one) => one !== key);
  return (edits.has(key) ? others : [...others, key]).join('_');
}

/** The part as it is after them; rows and columns of edits are those of the whole matrix, of which the part begins at `row` and `col`. New entries are 1. */
export function edited(
  coo: CooMatrix,
  edits: Edits,
  { row, col }: { readonly row: number; readonly col: number },
): CooMatrix {
  if (edits.size === 0) return coo;
  const { shape, rowIndex, colIndex, values } = coo;
  const entries = new Map(
    Array.from(values, (value, k) => {
      const [i, j] = [rowIndex[k] as number, colIndex[k] as number];
      return [keyOf(i, j), { i, j, value }] as const;
    }),
  );
  for (const edit of edits) {
    const [i = 0, j = 0] = edit.split('.').map(Number);
    const place = { i: i - row, j: j - col, value: 1 };
    const key = keyOf(place.i, place.j);
    if (entries.has(key)) entries.delete(key);
    else if (place.i >= 0 && place.i < shape.rows && place.j >= 0 && place.j < shape.cols) entries.set(key, place);
  }
  const all = [...entries.values()];
  return cooFromEntries(shape, {
    rowIndex: all.map(({ i }) => i),
    colIndex: all.map(({ j }) => j),
    values: all.map(({ value }) => value),
  });
}
