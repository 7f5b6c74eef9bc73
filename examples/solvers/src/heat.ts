import { openMatrix } from 'spmv';

/** A plate of n × n points whose border is kept at 0. */
export interface Plate {
  readonly temperatures: Float64Array;
  /** Goes on by dt; says how many iterations that took. */
  step(): Promise<number>;
  dispose(): Promise<void>;
}

/** Heat on a plate, u′ = Δu in units of the grid, by implicit steps: (I + dt·L)u₁ = u₀, which is stable for any dt. */
export async function createPlate(n: number, dt: number, start: (i: number, j: number) => number): Promise<Plate> {
  const triplets: [number, number, number][] = [];
  const neighbours = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const;
  const temperatures = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const row = j * n + i;
      temperatures[row] = start(i, j);
      triplets.push([row, row, 1 + 4 * dt]);
      for (const [di, dj] of neighbours)
        if (i + di >= 0 && i + di < n && j + dj >= 0 && j + dj < n) triplets.push([row, (j + dj) * n + i + di, -dt]);
    }
  }
  const A = await openMatrix({ shape: { rows: n * n, cols: n * n }, triplets }, { backend: 'serial' });
  return {
    temperatures,
    async step() {
      const { x, iterations, converged, message } = await A.solve(temperatures, {
        method: 'cg',
        x0: temperatures,
        rtol: 1e-8,
      });
      if (!converged) throw new Error(message);
      temperatures.set(x);
      return iterations;
    },
    dispose: () => A.dispose(),
  };
}
