// Matrices of a folder: files `NAME.coo` of rows, columns, entries, the row and the column of each (i32), then values (f64), little-endian.
import type { BuildOptions, CooMatrix, SparseFormat, StoredMatrix } from '@spmv/core';
import { buildMatrix, cooFromEntries, isRefusal } from '@spmv/core';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** All of them, largest last. */
export function storedMatrices(folder: string): readonly CooMatrix[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.coo'))
    .map((name) => matrixIn(join(folder, name)))
    .sort((a, b) => a.values.length - b.values.length);
}

function matrixIn(file: string): CooMatrix {
  // At an address of its own: arrays of f64 begin at multiples of 8.
  const { buffer } = new Uint8Array(readFileSync(file));
  const [rows = 0, cols = 0, entries = 0] = new Int32Array(buffer, 0, 4);
  const rowIndex = new Int32Array(buffer, 16, entries);
  const colIndex = new Int32Array(buffer, 16 + 4 * entries, entries);
  return cooFromEntries(
    { rows, cols },
    { rowIndex, colIndex, values: new Float64Array(buffer, 16 + 8 * entries, entries) },
  );
}

/** The matrix in a format; undefined where that is refused. */
export function builtIn(format: SparseFormat, coo: CooMatrix, options: BuildOptions): StoredMatrix | undefined {
  try {
    return buildMatrix(format, coo, options);
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}
