import { openMatrix } from 'spmv';

/** The height of point `to` above point `from`, as it was measured. */
export interface Measurement {
  readonly from: number;
  readonly to: number;
  readonly rise: number;
}

/** Heights of all points, and ‖misfits‖. */
export interface Heights {
  readonly heights: readonly number[];
  readonly leastSquares: boolean;
  readonly residual: number;
  readonly message: string;
}

/**
 * Heights of points above point 0, which fit measured differences best: min Σ(x[to] − x[from] − rise)². There are more measurements than points, so that no heights fit
 * them all.
 */
export async function heights(points: number, measurements: readonly Measurement[]): Promise<Heights> {
  const shape = { rows: measurements.length, cols: points - 1 };
  const triplets = measurements.flatMap(({ from, to }, row) => [
    ...(to > 0 ? [[row, to - 1, 1] as const] : []),
    ...(from > 0 ? [[row, from - 1, -1] as const] : []),
  ]);
  await using A = await openMatrix({ shape, triplets }, { backend: 'serial' });
  const rises = measurements.map(({ rise }) => rise);
  const { x, leastSquares, residual, message } = await A.solve(rises, { rtol: 1e-10 });
  return { heights: [0, ...x], leastSquares, residual, message };
}
