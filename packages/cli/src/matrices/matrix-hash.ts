import { createHash } from 'node:crypto';
import type { CooMatrix } from '@spmv/core';

/** One call takes no more. */
const MOST = 2 ** 28;

/**
 * Which matrix this is: the first 16 hexadecimal digits of the SHA-256 of its shape, row indices, column indices and values, in row-major
 * order, and of the imaginary parts of a complex one. The same for a matrix whatever file or generator it came from.
 */
export function matrixHash({ shape, rowIndex, colIndex, values }: CooMatrix, imaginary?: Float64Array): string {
  const hash = createHash('sha256').update(JSON.stringify({ rows: shape.rows, cols: shape.cols }));
  for (const array of [rowIndex, colIndex, values, ...(imaginary ? [imaginary] : [])]) {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let at = 0; at < bytes.length; at += MOST) hash.update(bytes.subarray(at, at + MOST));
  }
  return hash.digest('hex').slice(0, 16);
}
