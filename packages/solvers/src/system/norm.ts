import type { CooMatrix } from '@spmv/core';

/** The smaller of ‖A‖F and √(‖A‖₁‖A‖∞), both at least ‖A‖₂. */
function normOfEntries({ shape, rowIndex, colIndex, values }: CooMatrix): number {
  const [rows, cols] = [new Float64Array(shape.rows), new Float64Array(shape.cols)];
  let [squares, mostOfRow, mostOfCol] = [0, 0, 0];
  for (let k = 0; k < values.length; k++) {
    const [i, j, size] = [rowIndex[k], colIndex[k], Math.abs(values[k])];
    squares += size * size;
    mostOfRow = Math.max(mostOfRow, (rows[i] = rows[i] + size));
    mostOfCol = Math.max(mostOfCol, (cols[j] = cols[j] + size));
  }
  return Math.min(Math.sqrt(squares), Math.sqrt(mostOfRow) * Math.sqrt(mostOfCol));
}

/** The same, counted when it is first asked for and kept: a pass over all entries takes as long as several cycles of a method on a device. */
export function normOnce(coo: CooMatrix): () => number {
  let norm: number | undefined;
  return () => (norm ??= normOfEntries(coo));
}
