import type { BufferSlot } from '@spmv/core';
import { denseSteps } from '@spmv/core';

/** A dense matrix in memory, row by row; a vector is one column. Of complex numbers `values` are pairs. */
export interface LoadedDense {
  /** What the user wrote. */
  readonly source: string;
  /** Which numbers these are: the same whatever file or generator they came from. */
  readonly hash: string;
  readonly rows: number;
  readonly cols: number;
  readonly values: Float64Array;
}

/** Contents of operands that were given, by name. */
export type GivenOperands = Readonly<Record<string, LoadedDense>>;

/** The contents of an operand as it lies in memory: each matrix of a batch is the one given, and gaps are NaN, which nobody may read. */
export function placed(
  { layout, length }: BufferSlot,
  { values, rows, cols }: LoadedDense,
  components: 1 | 2 = 1,
): Float64Array {
  if (!layout) return values;
  const { row, col } = denseSteps(layout);
  const isPacked = layout.order === 'row' && layout.leadingDimension === cols && layout.batch === 1;
  if (isPacked) return values;
  const buffer = new Float64Array(components * length).fill(Number.NaN);
  const matrices = layout.batchStride === 0 ? 1 : layout.batch;
  for (let b = 0; b < matrices; b++)
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < cols; j++)
        for (let c = 0; c < components; c++)
          buffer[components * (b * layout.batchStride + i * row + j * col) + c] = values[
            components * (i * cols + j) + c
          ] as number;
  return buffer;
}
