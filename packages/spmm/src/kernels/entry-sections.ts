import type { NamedArrays } from '@spmv/core';
import { partsOf } from './wgsl-long-rows.ts';

/** Bit of a column whose entry is the last of its row. */
const LAST = 2 ** 31;

/** Equal shares of the entries of CSR, as csr-entries.wgsl and csr-long-rows.wgsl have them. */
export interface EntrySections extends NamedArrays {
  /** The column of each entry, and bit 31 where it is the last of its row. */
  readonly columns: Uint32Array;
  /** Of each share its first entry, the one after the last, the place of its first row in `rows`, and twice its first part of a row, with 1 where that began before. */
  readonly shares: Uint32Array;
  /** The rows that have entries and are not long, ascending. */
  readonly rows: Uint32Array;
  /** Parts of rows above `longRow` entries, which are in no share: first entry, the one after the last. The first of all parts. */
  readonly parts: Uint32Array;
  /** Rows in several parts: row, first part, the one after the last. Rows without entries have none, 1 … 0 of them. */
  readonly longRows: Uint32Array;
}

/** Sections, and how many parts of rows there are. */
export interface CountedSections {
  readonly arrays: EntrySections;
  readonly partCount: number;
}

/**
 * Divides the entries into shares of `size`, fewer before a row of more than `longRow` entries and at the end. A row that is in several shares has a part
 * in each. Reads rows and columns once, 12 bytes a split or an empty row, 16 a share, 4 an entry.
 */
export function entrySections(
  rowStart: Int32Array,
  colIndex: Int32Array,
  { share: size, longRow }: { readonly share: number; readonly longRow: number },
): CountedSections {
  const rowCount = rowStart.length - 1;
  const nnz = rowStart[rowCount] ?? 0;
  const { longRows, parts } = partsOf(rowStart, longRow);
  const columns = Uint32Array.from(colIndex.subarray(0, nnz));
  const mostShares = Math.ceil(nnz / size) + longRows.length / 3 + 1;
  const shares = new Uint32Array(4 * mostShares);
  const rows = new Uint32Array(rowCount);
  let [shareCount, rowsSeen, next] = [0, 0, parts.length / 2];
  // The share that is being filled: first entry, row and part.
  let [begin, firstRow, firstPart] = [0, 0, 0];
  let isFilling = false;
  let empty = 0;
  for (let row = 0; row < rowCount; row++) if (rowStart[row] === rowStart[row + 1]) empty++;
  const joined = new Uint32Array(longRows.length + 3 * (mostShares + empty));
  joined.set(longRows);
  let joinedEnd = longRows.length;

  const start = (entry: number, opens: number): void => {
    [begin, firstRow, firstPart, isFilling] = [entry, rowsSeen, 2 * next + opens, true];
  };
  const finish = (entry: number): void => {
    shares.set([begin, entry, firstRow, firstPart], 4 * shareCount++);
    isFilling = false;
  };
  const join = (row: number, first: number, past: number): void => {
    joined.set([row, first, past], joinedEnd);
    joinedEnd += 3;
  };

  for (let row = 0; row < rowCount; row++) {
    const [from, past] = [rowStart[row], rowStart[row + 1]];
    if (from === past) {
      join(row, 1, 1);
      continue;
    }
    if (past - from > longRow) {
      if (isFilling) finish(from);
      continue;
    }
    columns[past - 1] = columns[past - 1] + LAST;
    if (!isFilling) start(from, 0);
    const first = next;
    for (let cut = begin + size; cut < past; cut += size) {
      finish(cut);
      next++;
      start(cut, 1);
    }
    if (next > first) {
      next++;
      join(row, first, next);
    }
    rows[rowsSeen++] = row;
    if (begin + size === past) finish(past);
  }
  if (isFilling) finish(nnz);
  return {
    arrays: {
      columns,
      shares: shares.slice(0, 4 * shareCount),
      rows: rows.slice(0, rowsSeen),
      parts,
      longRows: joined.slice(0, joinedEnd),
    },
    partCount: next,
  };
}
