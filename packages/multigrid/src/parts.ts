import type { CsrMatrix } from '@spmv/spgemm';

/** A computation in parts of some milliseconds, between which others may have their turn, or it may end. Each says how many rows it did. */
export type Parts<T> = Generator<number, T, void>;

/** Rows and entries of a part. */
const MOST = 2 ** 17;

/** What comes of all parts, at once. */
export function finished<T>(parts: Parts<T>): T {
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
  }
}

/** Calls a pass for 0 … count − 1, some at a time. */
export function* inParts(count: number, pass: (begin: number, end: number) => void, size: number = MOST): Parts<void> {
  for (let begin = 0; begin < count; begin += size) {
    const end = Math.min(count, begin + size);
    pass(begin, end);
    yield end - begin;
  }
}

/** Calls a pass for all rows, so many at a time that their entries are about as many in each part; a row is never divided. */
export function* byRows(
  { shape: { rows }, rowStart }: Pick<CsrMatrix, 'shape' | 'rowStart'>,
  pass: (begin: number, end: number) => void,
): Parts<void> {
  for (let begin = 0; begin < rows;) {
    const limit = Math.min(rows, begin + MOST);
    const entries = rowStart[begin] + MOST;
    let end = begin + 1;
    while (end < limit && rowStart[end + 1] <= entries) end++;
    pass(begin, end);
    yield end - begin;
    begin = end;
  }
}
