import type { AnyCoo } from '@spmv/core';
import { inParts } from '@spmv/core';
import type { Host } from '../host/host.ts';

/** One call takes no more. */
const MOST = 2 ** 28;
/** Rows of entries that are made at a time where a matrix has none. */
const PIECE = 2 ** 16;

/** The row of each entry, piece by piece. */
function* rowPieces(coo: AnyCoo): Generator<Int32Array> {
  const { rowStart, colIndex } = coo;
  if (rowStart === undefined) {
    yield coo.rowIndex;
    return;
  }
  const piece = new Int32Array(Math.min(PIECE, colIndex.length));
  let [row, first] = [0, 0];
  while (first < colIndex.length) {
    const end = Math.min(first + piece.length, colIndex.length);
    let from = first;
    while (from < end) {
      while ((rowStart[row + 1] as number) <= from) row++;
      const to = Math.min(end, rowStart[row + 1] as number);
      piece.fill(row, from - first, to - first);
      from = to;
    }
    yield piece.subarray(0, end - first);
    first = end;
  }
}

/** What identifies a matrix, piece by piece. */
function* bytesOf(coo: AnyCoo): Generator<Uint8Array> {
  const { shape, colIndex, values, components } = coo;
  yield new TextEncoder().encode(JSON.stringify({ rows: shape.rows, cols: shape.cols }));
  for (const arrays of [rowPieces(coo), [colIndex, ...Object.values(inParts(values, components))]])
    for (const array of arrays) {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (let at = 0; at < bytes.length; at += MOST) yield bytes.subarray(at, at + MOST);
    }
}

/**
 * Which matrix this is: the first 16 hexadecimal digits of the SHA-256 of its shape, row indices, column indices and values, in row-major
 * order, those of a complex one as real parts and then imaginary parts. The same for a matrix whatever file or generator it came from.
 */
export function matrixHash(coo: AnyCoo, digest: Host['digest']): string {
  return digest(bytesOf(coo));
}
