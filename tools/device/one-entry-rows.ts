import type { Backend, Operator, SpmvArguments, StoredMatrix } from '@spmv/core';

/** Columns of these matrices. */
const COLS = 1024;
/** Values repeat in another period than columns, so that a row in another's place is seen. */
const PERIOD = 251;

const valueOf = (row: number): number => (row % PERIOD) + 1;

/** A matrix of `rows` rows of one entry in f32, made as the format stores it: no coordinates, which would take five times the memory. */
export function oneEntryRows(format: string, rows: number): StoredMatrix {
  // Padding of csr-padded to two places a row; the other formats have none.
  const multiple = format === 'csr-padded' ? 2 : 1;
  const colIndex = new Int32Array(rows * multiple).fill(-1);
  const values = new Float32Array(rows * multiple);
  for (let row = 0; row < rows; row++) {
    colIndex[row * multiple] = row % COLS;
    values[row * multiple] = valueOf(row);
  }
  const common = { format, shape: { rows, cols: COLS }, nnz: rows, valueType: 'f32' as const };
  if (format === 'ellpack-r') {
    const rowLength = new Int32Array(rows).fill(1);
    return {
      ...common,
      params: { order: 'column', alignment: 1 },
      scalars: { width: 1, stride: rows },
      arrays: { rowLength, colIndex, values },
    };
  }
  const rowStart = new Int32Array(rows + 1);
  for (let row = 0; row <= rows; row++) rowStart[row] = row * multiple;
  const padded = format === 'csr-padded';
  return {
    ...common,
    params: padded ? { multiple } : {},
    scalars: padded ? { slots: rows * multiple } : {},
    arrays: { rowStart, colIndex, values },
  };
}

/** One product over a y that holds no number: how many elements are wrong, and the first of them. */
export async function check(
  backend: Backend,
  operator: Operator<SpmvArguments>,
  rows: number,
): Promise<{ readonly wrong: number; readonly first: number }> {
  const x = backend.vector(Float32Array.from({ length: COLS }, (_, j) => j + 1));
  const y = backend.vector(rows, 'f32');
  const result = new Float32Array(rows).fill(Number.NaN);
  await y.write(result);
  operator.apply(x, y);
  await y.read(result);
  let wrong = 0;
  let first = -1;
  for (let row = 0; row < rows; row++) {
    if (result[row] === valueOf(row) * ((row % COLS) + 1)) continue;
    if (wrong++ === 0) first = row;
  }
  await x.dispose();
  await y.dispose();
  return { wrong, first };
}
