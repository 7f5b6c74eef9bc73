import type { CooMatrix } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';
import type { CsrMatrix } from '@spmv/spgemm';

/** The entries other than 0 of rows of numbers. */
export function cooOf(rows: readonly (readonly number[])[]): CooMatrix {
  const entries = { rowIndex: [] as number[], colIndex: [] as number[], values: [] as number[] };
  rows.forEach((row, i) =>
    row.forEach((value, j) => {
      if (value === 0) return;
      entries.rowIndex.push(i);
      entries.colIndex.push(j);
      entries.values.push(value);
    }),
  );
  return cooFromEntries({ rows: rows.length, cols: rows[0]?.length ?? 0 }, entries);
}

/** Every element, row by row. */
export function denseOf({ shape, rowStart, colIndex, values }: CsrMatrix): number[][] {
  return Array.from({ length: shape.rows }, (_, i) => {
    const row = Array.from({ length: shape.cols }, () => 0);
    for (let k = rowStart[i] as number; k < (rowStart[i + 1] as number); k++)
      row[colIndex[k] as number] = values[k] as number;
    return row;
  });
}

export function times(A: readonly (readonly number[])[], B: readonly (readonly number[])[]): number[][] {
  const columns = transposeOf(B);
  return A.map((row) => columns.map((column) => row.reduce((sum, value, l) => sum + value * (column[l] as number), 0)));
}

export function transposeOf(A: readonly (readonly number[])[]): number[][] {
  return (A[0] ?? []).map((_, j) => A.map((row) => row[j] as number));
}

/** The largest difference of two matrices. */
export function apart(A: readonly (readonly number[])[], B: readonly (readonly number[])[]): number {
  return Math.max(...A.map((row, i) => Math.max(...row.map((value, j) => Math.abs(value - (B[i]?.[j] as number))))));
}
