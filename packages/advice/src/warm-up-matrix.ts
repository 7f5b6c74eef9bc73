import type { CooMatrix } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';

/** A matrix of our own on which engines compile kernels and which shows whether compiled code is there, so that no product of the user's is spent on that: a five-point stencil. */
export function warmUpMatrix(): CooMatrix {
  const side = 40;
  const rowIndex: number[] = [];
  const colIndex: number[] = [];
  const values: number[] = [];
  const put = (i: number, j: number, value: number): void => {
    rowIndex.push(i);
    colIndex.push(j);
    values.push(value);
  };
  for (let i = 0; i < side * side; i++) {
    const [x, y] = [i % side, Math.floor(i / side)];
    put(i, i, 4);
    if (x > 0) put(i, i - 1, -1);
    if (x + 1 < side) put(i, i + 1, -1);
    if (y > 0) put(i, i - side, -1);
    if (y + 1 < side) put(i, i + side, -1);
  }
  return cooFromEntries({ rows: side * side, cols: side * side }, { rowIndex, colIndex, values });
}
