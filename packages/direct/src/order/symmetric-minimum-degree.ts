import { adjacencyOf, minimumDegreeSlices } from '@spmv/reorder';
import type { Pattern } from '../lu/columns.ts';
import { luTotals, orderedTree } from '../symbolic/ordered-tree.ts';
import type { Slices } from '../slices.ts';
import type { ColumnOrder } from './column-minimum-degree.ts';
import { symmetryOf } from './suits-fronts.ts';

/** An order of rows and columns alike by minimum degree of A + Aᵀ, what LU with the pivots of the diagonal takes in it at most, and how symmetric the pattern is. */
export function* symmetricMinimumDegree({
  n,
  start,
  row,
}: Pattern): Slices<ColumnOrder & { readonly symmetry: number }> {
  const colIndex = new Int32Array(row.length);
  for (let j = 0; j < n; j++) colIndex.fill(j, start[j], start[j + 1]);
  const values = new Float64Array(0);
  const graph = adjacencyOf({ shape: { rows: n, cols: n }, rowIndex: row, colIndex, values });
  const { order, columnCount } = orderedTree(graph, yield* minimumDegreeSlices(graph));
  return { order, ...luTotals(columnCount), symmetry: symmetryOf(row, colIndex, graph) };
}
