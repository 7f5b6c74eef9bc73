import type { Shape } from '@spmv/core';

/** The entries of a matrix row after row, as a structure or a COO has them. */
interface Entries {
  readonly shape: Shape;
  readonly rowLength: Int32Array;
  readonly colIndex: Int32Array;
  readonly values: Float64Array;
}

/** What the lower triangle of a symmetric or skew-symmetric matrix is like. */
export interface LowerTriangle {
  readonly isSkew: boolean;
  /** Entries of the triangle, the diagonal included. */
  readonly stored: number;
  /** Largest row − column. */
  readonly bandwidth: number;
}

const differ = (a: number, b: number): boolean => a !== b && (a === a || b === b);

/** The text of both obstacles. */
function refusalOf(symmetric: string, skew: string): string {
  return symmetric === skew
    ? `it is neither symmetric nor skew-symmetric: ${symmetric}`
    : `it is not symmetric: ${symmetric}; nor skew-symmetric: ${skew}`;
}

/**
 * The triangle that stands for the whole matrix, or in words the first entries that differ from their mirror images, (row, column) from 0. A
 * stored zero has to be mirrored as every other entry; which sign it has does not count. O(nnz + rows): the entries right of the diagonal
 * are met in their order, by one place for each row.
 */
export function triangleOf({ shape: { rows, cols }, rowLength, colIndex, values }: Entries): LowerTriangle | string {
  if (rows !== cols) return `it has ${rows} rows and ${cols} columns, and a symmetric matrix is square`;
  const rowStart = new Int32Array(rows + 1);
  for (let i = 0; i < rows; i++) rowStart[i + 1] = rowStart[i] + rowLength[i];
  const alone = (i: number, k: number): string => {
    const entry = `entry (${i}, ${colIndex[k]}) is ${values[k]}, and (${colIndex[k]}, ${i}) is no entry`;
    return refusalOf(entry, entry);
  };
  /** Why it is not symmetric, and why not skew-symmetric, as far as is known yet. */
  let symmetric: string | undefined;
  let skew: string | undefined;
  const pair = (i: number, j: number, k: number, mirror: number): string =>
    `entries (${i}, ${j}) and (${j}, ${i}) are ${values[k]} and ${values[mirror]}`;
  const next = new Int32Array(rows);
  let stored = 0;
  let bandwidth = 0;
  for (let i = 0; i < rows; i++) {
    const end = rowStart[i + 1];
    let k = rowStart[i];
    for (; k < end && colIndex[k] < i; k++) {
      const j = colIndex[k];
      const mirror = next[j];
      const found = mirror < rowStart[j + 1] ? colIndex[mirror] : rows;
      if (found !== i) return found < i ? alone(j, mirror) : alone(i, k);
      next[j] = mirror + 1;
      const lower = values[k];
      const upper = values[mirror];
      if (symmetric === undefined && differ(lower, upper)) symmetric = pair(i, j, k, mirror);
      if (skew === undefined && differ(lower, -upper)) skew = pair(i, j, k, mirror);
      if (i - j > bandwidth) bandwidth = i - j;
      stored++;
    }
    if (k < end && colIndex[k] === i) {
      if (values[k] !== 0) skew ??= `entry (${i}, ${i}) of the diagonal is ${values[k]}`;
      stored++;
      k++;
    }
    next[i] = k;
    if (symmetric !== undefined && skew !== undefined) return refusalOf(symmetric, skew);
  }
  const left = next.findIndex((place, j) => place < rowStart[j + 1]);
  if (left >= 0) return alone(left, next[left]);
  return { isSkew: symmetric !== undefined, stored, bandwidth };
}
