import { SpmvError } from '@spmv/core';
import type { Step } from '../space/step.ts';
import { copy, dots, linear, product } from '../space/steps.ts';
import { inverseDiagonal, timesDiagonal } from './jacobi.ts';
import type { Preconditioner } from './preconditioner.ts';
import { entriesOf } from './rows.ts';

/** Products with A in an application. */
const PRODUCTS = 3;
/** Eigenvalues of D⁻¹A below this part of the largest are left to the method. */
const SHARE = 1 / 30;

/**
 * A polynomial in D⁻¹A, D its diagonal, that is small where its eigenvalues are large: products and updates alone, which every device has. The largest eigenvalue is bounded by
 * Gershgorin's circles (Saad 2003, algorithm 12.1).
 */
export const chebyshev: Preconditioner = {
  id: 'chebyshev',
  title: 'a Chebyshev polynomial',
  async prepare(system, space) {
    const { rowIndex, colIndex, values, shape } = entriesOf(system, 'chebyshev');
    const inverse = inverseDiagonal(system, 'chebyshev', space.precision);
    const radius = new Float64Array(shape.rows);
    for (let k = 0; k < values.length; k++) {
      const [i, j] = [rowIndex[k], colIndex[k]];
      const size = Math.abs(values[k] * inverse[i]);
      radius[i] = radius[i] + size;
      if (i === j && inverse[i] < 0)
        throw new SpmvError(
          'SOLVER.PRECONDITIONER',
          `chebyshev needs a positive diagonal, and element (${i}, ${i}) is ${values[k]}.`,
          {
            fix: "Use M: 'none' with method: 'minres' where A is symmetric, with method: 'gmres' otherwise.",
            details: { row: i },
          },
        );
    }
    const largest = radius.reduce((most, size) => Math.max(most, size), 0);
    const [middle, half] = [(largest * (1 + SHARE)) / 2, (largest * (1 - SHARE)) / 2];
    const scale = await timesDiagonal(inverse, space);
    const [rest, scaled, change] = [space.vector(shape.rows), space.vector(shape.rows), space.vector(shape.rows)];
    return (r, z, s) => {
      const steps: Step[] = [
        ...scale(r, scaled),
        linear(scaled, change, { alpha: 1 / middle, beta: 0 }),
        copy(change, z),
      ];
      let rho = half / middle;
      for (let k = 0; k < PRODUCTS; k++) {
        const next = 1 / ((2 * middle) / half - rho);
        steps.push(
          copy(r, rest),
          product(system.A, z, rest, { alpha: -1, beta: 1 }),
          ...scale(rest, scaled),
          linear(scaled, change, { alpha: (2 * next) / half, beta: next * rho }),
          linear(change, z),
        );
        rho = next;
      }
      return s ? [...steps, dots(z, { dot: [r, s] })] : steps;
    };
  },
};
