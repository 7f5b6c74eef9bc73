import { minimumDegreeSlices } from '@spmv/reorder';
import type { Pattern } from '../lu/columns.ts';
import { orderedTree } from '../symbolic/ordered-tree.ts';
import type { GraphKernels } from '../symbolic/graph-kernels.ts';
import type { Slices } from '../slices.ts';
import { symmetryOf } from './suits-fronts.ts';

/** An order of rows and columns alike by minimum degree of A + Aᵀ. */
interface AlikeOrder {
  readonly order: Int32Array;
  /** Entries of each column of L at most, and of each row of U, with the pivots of the diagonal. */
  readonly columnCount: Int32Array;
  /** The part of entries beside the diagonal whose mirror image is there. */
  readonly symmetry: number;
}

/** Of a pattern. Parts of its graph that do not touch are each ordered as they would be alone. */
export function* symmetricMinimumDegree({ n, start, row }: Pattern, graphs: GraphKernels): Slices<AlikeOrder> {
  const colIndex = new Int32Array(row.length);
  for (let j = 0; j < n; j++) colIndex.fill(j, start[j], start[j + 1]);
  const graph = graphs.adjacency({ shape: { rows: n, cols: n }, rowIndex: row, colIndex });
  yield 0;
  const given = yield* minimumDegreeSlices(graph, graphs.minimumDegree);
  const { order, columnCount } = yield* orderedTree(graph, given, graphs);
  return { order, columnCount, symmetry: symmetryOf(row, colIndex, graph) };
}
