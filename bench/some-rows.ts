// Every so many rows of a complex matrix: of a large one a sample is judged.
import type { ComplexCoo } from '@spmv/core';

/** Rows 0, `step`, 2·step, … of A as a matrix. */
export function someRows({ rowIndex, colIndex, values, shape, ...facts }: ComplexCoo, step: number): ComplexCoo {
  const count = rowIndex.reduce((sum, i) => sum + (i % step === 0 ? 1 : 0), 0);
  const [rows, columns, numbers] = [new Int32Array(count), new Int32Array(count), new Float64Array(2 * count)];
  let at = 0;
  rowIndex.forEach((i, k) => {
    if (i % step !== 0) return;
    rows[at] = i / step;
    columns.set(colIndex.subarray(k, k + 1), at);
    numbers.set(values.subarray(2 * k, 2 * k + 2), 2 * at++);
  });
  return {
    ...facts,
    shape: { rows: Math.ceil(shape.rows / step), cols: shape.cols },
    rowIndex: rows,
    colIndex: columns,
    values: numbers,
  };
}
