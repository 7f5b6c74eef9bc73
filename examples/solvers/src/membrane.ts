import type { SolveResult } from 'spmv';
import { openMatrix } from 'spmv';

type Triplet = readonly [row: number, column: number, value: number];

/** The largest error of −Δu = f on the unit square, u = 0 on its border and u = sin(πx)·sin(πy), by linear elements on triangles of side 1/n. */
export async function membraneError(n: number): Promise<{ error: number; result: SolveResult<Float64Array> }> {
  const inner = n - 1; // points of a side that are not on the border
  const triplets: Triplet[] = [];
  const load = new Float64Array(inner * inner);
  const numberOf = (i: number, j: number): number => (i > 0 && j > 0 && i < n && j < n ? (j - 1) * inner + i - 1 : -1);
  const f = (i: number, j: number): number => 2 * Math.PI ** 2 * exact(i / n, j / n);

  const addTriangle = (corners: readonly (readonly [i: number, j: number])[]): void => {
    const points = corners.map(([i, j]) => numberOf(i, j));
    for (const [a, [i, j]] of corners.entries()) {
      const row = points[a];
      if (row < 0) continue;
      load[row] = load[row] + f(i, j) / n ** 2 / 6; // a third of the area of the triangle
      for (const [b, column] of points.entries())
        if (column >= 0) triplets.push([row, column, (STIFFNESS[a] as readonly number[])[b]]);
    }
  };
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      addTriangle([
        [i, j],
        [i + 1, j],
        [i, j + 1],
      ]);
      addTriangle([
        [i + 1, j + 1],
        [i, j + 1],
        [i + 1, j],
      ]);
    }
  }

  // Entries of one position are added: that is the assembly.
  const shape = { rows: load.length, cols: load.length };
  await using A = await openMatrix({ shape, triplets }, { backend: 'serial' });
  const result = await A.solve(load, { rtol: 1e-10, M: 'ic0' });
  let error = 0;
  for (let j = 1; j < n; j++)
    for (let i = 1; i < n; i++) error = Math.max(error, Math.abs(result.x[numberOf(i, j)] - exact(i / n, j / n)));
  return { error, result };
}

/** ∫∇φₐ·∇φᵦ over a right triangle whose corner a = 0 has the right angle: the same for every size. */
const STIFFNESS = [
  [1, -0.5, -0.5],
  [-0.5, 0.5, 0],
  [-0.5, 0, 0.5],
] as const;

function exact(x: number, y: number): number {
  return Math.sin(Math.PI * x) * Math.sin(Math.PI * y);
}
