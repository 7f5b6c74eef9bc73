import { adjacencyOf, minimumDegreeSlices } from '@spmv/reorder';
import type { Pattern } from '../lu/columns.ts';
import { columnCounts, eliminationTree, postorder } from '../symbolic/elimination-tree.ts';
import type { Slices } from '../slices.ts';
import type { ColumnOrder } from './column-minimum-degree.ts';

function placesOf(order: Int32Array): Int32Array {
  const place = new Int32Array(order.length);
  for (let k = 0; k < order.length; k++) place[order[k]] = k;
  return place;
}

/** An order of rows and columns alike by minimum degree of A + Aᵀ, and what LU with the pivots of the diagonal takes in it at most. */
export function* symmetricMinimumDegree({ n, start, row }: Pattern): Slices<ColumnOrder> {
  const colIndex = new Int32Array(row.length);
  for (let j = 0; j < n; j++) colIndex.fill(j, start[j], start[j + 1]);
  const values = new Float64Array(0);
  const graph = adjacencyOf({ shape: { rows: n, cols: n }, rowIndex: row, colIndex, values });
  const found = yield* minimumDegreeSlices(graph);
  const nodes = postorder(eliminationTree(graph, found, placesOf(found)));
  const order = nodes.map((k) => found[k]);
  const place = placesOf(order);
  const counts = columnCounts(graph, order, place, eliminationTree(graph, order, place));
  let [entries, products] = [0, 0];
  for (const count of counts) {
    entries += 2 * count - 1;
    products += (count - 1) ** 2;
  }
  return { order, entries, products };
}
