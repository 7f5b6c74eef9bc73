import type { CooMatrix } from './coo.ts';

/** Aᵀ of canonical entries, canonical again: a counting sort by column, which keeps the order of rows. Time and memory O(nnz + cols). */
export function transposeCoo({ shape, rowIndex, colIndex, values }: CooMatrix): CooMatrix {
  const next = new Int32Array(shape.cols + 1);
  for (let k = 0; k < colIndex.length; k++) {
    const after = (colIndex[k] as number) + 1;
    next[after] = (next[after] as number) + 1;
  }
  for (let j = 0; j < shape.cols; j++) next[j + 1] = (next[j + 1] as number) + (next[j] as number);
  const rows = new Int32Array(colIndex.length);
  const cols = new Int32Array(colIndex.length);
  const moved = new Float64Array(values.length);
  for (let k = 0; k < colIndex.length; k++) {
    const column = colIndex[k] as number;
    const place = next[column] as number;
    next[column] = place + 1;
    rows[place] = column;
    cols[place] = rowIndex[k] as number;
    moved[place] = values[k] as number;
  }
  return { shape: { rows: shape.cols, cols: shape.rows }, rowIndex: rows, colIndex: cols, values: moved };
}
