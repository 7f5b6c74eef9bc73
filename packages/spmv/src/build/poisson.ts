import type { CooMatrix } from '@spmv/core';
import { roomForCoo, shown, SpmvError } from '@spmv/core';

/**
 * The matrix of −Δu on a grid of n, m × n or l × m × n points with u = 0 around it, in units of the squared step: 2d on the diagonal, −1 for each of the 2d neighbours, in d dimensions. Points are
 * numbered with the last side fastest: poisson(m, n) is poisson(m) ⊗ I + I ⊗ poisson(n). Errors: `PARAM.OUT_OF_RANGE`, `FORMAT.SHAPE`, `FORMAT.REFUSED`.
 */
export function poisson(...sides: [n: number] | [m: number, n: number] | [l: number, m: number, n: number]): CooMatrix {
  if (sides.length < 1 || sides.length > 3 || !sides.every((side) => Number.isInteger(side) && side >= 0))
    throw new SpmvError('PARAM.OUT_OF_RANGE', `The sides of the grid are (${sides.map(shown).join(', ')}).`, {
      fix: 'Give one, two or three integers of at least 0: points along each side.',
      details: { sides },
    });
  const dimensions = sides.length;
  const points = sides.reduce((product, side) => product * side, 1);
  const nnz = sides.reduce((sum, side) => sum + (side === 0 ? 0 : 2 * (points - points / side)), points);
  const made = roomForCoo({ rows: points, cols: points }, nnz);
  const steps = sides.map((_, s) => sides.slice(s + 1).reduce((product, side) => product * side, 1));
  const along = (row: number, s: number): number => Math.floor(row / (steps[s] as number)) % (sides[s] as number);
  let at = 0;
  const put = (row: number, column: number, value: number): void => {
    made.rowIndex[at] = row;
    made.colIndex[at] = column;
    made.values[at++] = value;
  };
  for (let row = 0; row < points; row++) {
    for (let s = 0; s < dimensions; s++) if (along(row, s) > 0) put(row, row - (steps[s] as number), -1);
    put(row, row, 2 * dimensions);
    for (let s = dimensions - 1; s >= 0; s--)
      if (along(row, s) + 1 < (sides[s] as number)) put(row, row + (steps[s] as number), -1);
  }
  return made;
}
