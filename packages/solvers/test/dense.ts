import type { CooMatrix } from '@spmv/core';

/** A as rows of numbers. */
export function denseOf({ shape, rowIndex, colIndex, values }: CooMatrix): number[][] {
  const rows = Array.from({ length: shape.rows }, () => Array.from({ length: shape.cols }, () => 0));
  for (let k = 0; k < values.length; k++) {
    const row = rows[rowIndex[k] as number] as number[];
    row[colIndex[k] as number] = values[k] as number;
  }
  return rows;
}

/** Solves Ax = b by Gaussian elimination with partial pivoting. */
export function eliminate(A: readonly (readonly number[])[], b: ArrayLike<number>): Float64Array {
  const n = A.length;
  const rows = A.map((row, i) => [...row, b[i] as number]);
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(rows[i]?.[k] ?? 0) > Math.abs(rows[pivot]?.[k] ?? 0)) pivot = i;
    [rows[k], rows[pivot]] = [rows[pivot] as number[], rows[k] as number[]];
    const top = rows[k] as number[];
    for (let i = k + 1; i < n; i++) {
      const row = rows[i] as number[];
      const factor = (row[k] as number) / (top[k] as number);
      for (let j = k; j <= n; j++) row[j] = (row[j] as number) - factor * (top[j] as number);
    }
  }
  const x = new Float64Array(n);
  for (let i = n - 1; i >= 0; i--) {
    const row = rows[i] as number[];
    let sum = row[n] as number;
    for (let j = i + 1; j < n; j++) sum -= (row[j] as number) * (x[j] as number);
    x[i] = sum / (row[i] as number);
  }
  return x;
}

/** AᵀA and Aᵀb. */
export function normalEquations(A: readonly (readonly number[])[], b: ArrayLike<number>) {
  const cols = A[0]?.length ?? 0;
  const each = Array.from({ length: cols }, (_, j) => j);
  return {
    AtA: each.map((i) => each.map((j) => A.reduce((sum, row) => sum + (row[i] as number) * (row[j] as number), 0))),
    Atb: each.map((j) => A.reduce((sum, row, i) => sum + (row[j] as number) * (b[i] as number), 0)),
  };
}

/** Entries of rows of numbers, zeros left out. */
export function cooOf(rows: readonly (readonly number[])[]): CooMatrix {
  const at = rows.flatMap((row, i) => row.flatMap((value, j) => (value === 0 ? [] : [[i, j, value] as const])));
  return {
    shape: { rows: rows.length, cols: rows[0]?.length ?? 0 },
    rowIndex: Int32Array.from(at, ([i]) => i),
    colIndex: Int32Array.from(at, ([, j]) => j),
    values: Float64Array.from(at, ([, , value]) => value),
  };
}

/** The largest difference, over the largest of y. */
export function difference(x: ArrayLike<number>, y: ArrayLike<number>): number {
  let [most, size] = [0, 0];
  for (let i = 0; i < y.length; i++) {
    most = Math.max(most, Math.abs((x[i] as number) - (y[i] as number)));
    size = Math.max(size, Math.abs(y[i] as number));
  }
  return most / size;
}
