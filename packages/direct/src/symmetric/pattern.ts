import type { Adjacency } from '@spmv/reorder';
import { rowIndexOf } from '@spmv/core';
import type { SquareCsr } from '../csr-arrays.ts';
import type { GraphKernels } from '../symbolic/graph-kernels.ts';
import type { Triangle } from './symmetric.ts';

/** The graph of a symmetric matrix. Of both triangles rows are their own neighbours; of one, both directions are made. */
export function patternOf(
  { n, rowStart, colIndex }: SquareCsr,
  triangle: Triangle,
  { adjacency }: GraphKernels,
): Adjacency {
  const shape = { rows: n, cols: n };
  const rowIndex = rowIndexOf(rowStart);
  if (triangle === 'full') return adjacency({ shape, rowIndex, colIndex });
  const kept = Int32Array.from({ length: colIndex.length }, (_, k) => k).filter((k) =>
    triangle === 'lower' ? colIndex[k] <= rowIndex[k] : colIndex[k] >= rowIndex[k],
  );
  return adjacency({ shape, rowIndex: kept.map((k) => rowIndex[k]), colIndex: kept.map((k) => colIndex[k]) });
}
