import type { CooMatrix } from '@spmv/core';
import { assembler } from './assembler.ts';

/** −∇·(k∇u) + w·∇u on m × m points, u = 0 around them: finite volumes, k by cells, upwind convection. */
export function diffusion(
  m: number,
  k: (x: number, y: number) => readonly [kx: number, ky: number],
  wind: readonly [number, number] = [0, 0],
): CooMatrix {
  const { add, done } = assembler(m * m);
  const mean = (a: number, b: number): number => (2 * a * b) / (a + b);
  for (let y = 0; y < m; y++)
    for (let x = 0; x < m; x++) {
      const i = y * m + x;
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        const isInside = x + dx >= 0 && x + dx < m && y + dy >= 0 && y + dy < m;
        const axis = dx === 0 ? 1 : 0;
        const here = k(x, y)[axis];
        const flow = Math.max(0, -(wind[0] * dx + wind[1] * dy));
        const c = (isInside ? mean(here, k(x + dx, y + dy)[axis]) : here) + flow;
        add(i, i, c);
        if (isInside) add(i, i + dx + m * dy, -c);
      }
    }
  return done();
}

/** k = 10⁶ in every other square of 8 × 8 points, else 1. */
export const jumps = (m: number): CooMatrix =>
  diffusion(m, (x, y) => (((x >> 3) + (y >> 3)) % 2 === 0 ? [1e6, 1e6] : [1, 1]));

/** Cells a thousand times as long as they are wide, in one half; the other way round in the other. */
export const stretched = (m: number): CooMatrix => diffusion(m, (x) => (x < m / 2 ? [1, 1e3] : [1e3, 1]));

/** Convection as strong as ten diffusions from point to point. */
export const convection = (m: number): CooMatrix => diffusion(m, () => [1, 1], [8, 6]);
