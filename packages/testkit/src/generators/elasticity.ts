import type { CooMatrix } from '@spmv/core';
import { assembler } from './assembler.ts';

/** Plane stress on m × m squares of bilinear elements, ν = 0.3, held at the left side; with the three rigid motions. */
export function elasticity(m: number): { readonly A: CooMatrix; readonly nearNull: readonly Float64Array[] } {
  const points = m * (m + 1);
  const { add, done } = assembler(2 * points);
  const nu = 0.3;
  const D = [
    [1, nu, 0],
    [nu, 1, 0],
    [0, 0, (1 - nu) / 2],
  ];
  const corners = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const;
  const K = Array.from({ length: 8 }, () => Array.from({ length: 8 }, () => 0));
  const g = 0.5 / Math.sqrt(3);
  for (const [s, t] of [
    [0.5 - g, 0.5 - g],
    [0.5 + g, 0.5 - g],
    [0.5 + g, 0.5 + g],
    [0.5 - g, 0.5 + g],
  ] as const) {
    const dx = [-(1 - t), 1 - t, t, -t];
    const dy = [-(1 - s), -s, s, 1 - s];
    const B = [0, 1, 2, 3].flatMap((c) => [
      [dx[c], 0, dy[c]],
      [0, dy[c], dx[c]],
    ]);
    for (let p = 0; p < 8; p++)
      for (let q = 0; q < 8; q++)
        for (let a = 0; a < 3; a++) for (let b = 0; b < 3; b++) K[p][q] += 0.25 * B[p][a] * D[a][b] * B[q][b];
  }
  const point = (x: number, y: number): number => (x === 0 ? -1 : (x - 1) * (m + 1) + y);
  for (let x = 0; x < m; x++)
    for (let y = 0; y < m; y++)
      corners.forEach(([cx, cy], c) =>
        corners.forEach(([dx, dy], d) => {
          const [i, j] = [point(x + cx, y + cy), point(x + dx, y + dy)];
          if (i < 0 || j < 0) return;
          for (const a of [0, 1]) for (const b of [0, 1]) add(2 * i + a, 2 * j + b, K[2 * c + a][2 * d + b]);
        }),
      );
  const nearNull = [0, 1, 2].map((mode) =>
    Float64Array.from({ length: 2 * points }, (_, r) => {
      const i = r >> 1;
      const [x, y] = [Math.floor(i / (m + 1)) + 1, i % (m + 1)];
      if (mode < 2) return r % 2 === mode ? 1 : 0;
      return r % 2 === 0 ? -y / m : x / m;
    }),
  );
  return { A: done(), nearNull };
}
