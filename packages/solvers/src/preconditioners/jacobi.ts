import { SpmvError } from '@spmv/core';
import type { Cell } from '../space/step.ts';
import { hadamard } from '../space/steps.ts';
import type { System } from '../system/system.ts';
import type { Preconditioner, PreconditionerId } from './preconditioner.ts';

/** Reciprocals of the diagonal. Errors: `SOLVER.PRECONDITIONER` where it is not known, or has a zero. */
export function inverseDiagonal({ facts: { diagonal, rows } }: System, id: PreconditionerId): Float64Array {
  if (!diagonal || diagonal.length !== rows)
    throw new SpmvError('SOLVER.PRECONDITIONER', `${id} needs the diagonal, and the matrix is a function.`, {
      fix: "Give diagonal beside the function, or use M: 'none' or a function of your own.",
    });
  const zero = diagonal.indexOf(0);
  if (zero >= 0)
    throw new SpmvError(
      'SOLVER.PRECONDITIONER',
      `${id} divides by the diagonal, and element (${zero}, ${zero}) is 0.`,
      {
        fix: "Use M: 'none' with method: 'minres' where A is symmetric, with 'gmres' otherwise.",
        details: { row: zero },
      },
    );
  const inverse = new Float64Array(rows);
  for (let row = 0; row < rows; row++) inverse[row] = 1 / (diagonal[row] as number);
  return inverse;
}

/** M = diag(A): one pass over r, with rᵀz in it, or none where the method scales as it goes. */
export const jacobi: Preconditioner = {
  id: 'jacobi',
  title: 'the diagonal of A',
  async prepare(system, space) {
    const inverse = inverseDiagonal(system, 'jacobi');
    const d = space.vector(inverse.length);
    await space.write(d, inverse);
    return Object.assign((r: Cell, z: Cell, s?: Cell) => [hadamard(d, r, z, s)], { diagonal: d });
  },
};
