import type { Matrix } from 'spmv';
import { openMatrix } from 'spmv';

type Graph = Matrix;

/** The graph of a file, where entry (i, j) is an edge, without values and loops. */
export async function openGraph(file: string): Promise<Graph> {
  await using read = await openMatrix(file, { backend: 'serial' });
  return await chosen(read, (i, j) => i !== j);
}

/** The edges of a graph that are chosen, each 1. */
async function chosen(A: Graph, isChosen: (i: number, j: number) => boolean): Promise<Graph> {
  const { rowIndex, colIndex } = A.entries();
  const triplets = Array.from(rowIndex, (i, k) => [i, colIndex[k], 1]).filter(([i, j]) => isChosen(i, j));
  return openMatrix({ shape: A.shape, triplets }, { shareBackendsWith: A });
}

/**
 * How many triangles an undirected graph has: of i > l > j each path i, l, j that an edge (i, j) closes is one. The mask keeps the other paths from being formed.
 * Azad, Buluç, Gilbert 2015, "Parallel triangle counting and enumeration using matrix algebra", section 3.
 */
export async function triangles(A: Graph): Promise<number> {
  await using lower = await chosen(A, (i, j) => i > j);
  await using closed = await lower.multiply(lower, { mask: lower });
  return closed.sum();
}

/** How many others each node reaches in one step or two: the entries of A² + A, without the diagonal. */
export async function withinTwoSteps(A: Graph): Promise<Int32Array> {
  await using reached = await A.multiply(A, { D: A });
  const counts = new Int32Array(A.shape.rows);
  const { rowIndex, colIndex } = reached.entries();
  rowIndex.forEach((i, k) => (counts[i] += i === colIndex[k] ? 0 : 1));
  return counts;
}

/** How many neighbours two nodes have in common, for some pairs of nodes: A² at their places. */
export async function commonNeighbours(A: Graph, pairs: readonly (readonly [number, number])[]): Promise<number[]> {
  const mask = { shape: A.shape, triplets: pairs.map(([i, j]) => [i, j, 1]) };
  await using common = await A.multiply(A, { mask });
  return pairs.map(([i, j]) => common.get(i, j));
}
