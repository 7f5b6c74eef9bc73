import type { Precision } from '@spmv/core';
import { roundTo, SpmvError } from '@spmv/core';
import type { Apply } from '../methods/method.ts';
import type { Space } from '../space/space.ts';
import type { Cell } from '../space/step.ts';
import { hadamard } from '../space/steps.ts';
import type { System } from '../system/system.ts';
import type { Preconditioner, PreconditionerId } from './preconditioner.ts';

/** Reciprocals of the diagonal. Errors: `SOLVER.PRECONDITIONER` where it is not known, or has a zero or what is as good as one. */
export function inverseDiagonal(
  { facts: { diagonal, shape, least } }: System,
  id: PreconditionerId,
  precision: Precision,
): Float64Array {
  if (!diagonal || diagonal.length !== shape.rows)
    throw new SpmvError('SOLVER.PRECONDITIONER', `${id} needs the diagonal, and the matrix is a function.`, {
      fix: "Give diagonal beside the function, or use M: 'none' or a linear operator of your own.",
    });
  const inverse = diagonal.map((value) => 1 / value);
  const row = inverse.findIndex((value) => !Number.isFinite(roundTo(precision, value)));
  if (row >= 0) {
    // Scaling makes 0 of what is small beside other entries.
    const isZero = diagonal[row] === 0 && least !== 0;
    throw new SpmvError(
      'SOLVER.PRECONDITIONER',
      `${id} divides by the diagonal, and element (${row}, ${row}) is ${isZero ? 0 : `too small for that beside the largest entry in ${precision}`}.`,
      {
        fix: "Use M: 'none' with method: 'minres' where A is symmetric, with method: 'gmres' otherwise.",
        details: { row },
      },
    );
  }
  return inverse;
}

/** Reciprocals of the diagonal of a complex matrix, by the entries of the real one that does the same to pairs. Errors: as `inverseDiagonal`. */
function inversePairs({ coo, facts: { shape } }: System): Float64Array {
  const d = new Float64Array(shape.rows);
  coo?.values.forEach((value, k) => {
    const [i, j] = [coo.rowIndex[k], coo.colIndex[k]];
    if (i - (i % 2) === j) d[i] = value;
  });
  for (let k = 0; k < d.length; k += 2) {
    const [size, a, b] = [Math.hypot(d[k], d[k + 1]), d[k], d[k + 1]];
    [d[k], d[k + 1]] = [a / size / size, -b / size / size];
    if (Number.isFinite(d[k]) && Number.isFinite(d[k + 1])) continue;
    const row = k / 2;
    throw new SpmvError(
      'SOLVER.PRECONDITIONER',
      `jacobi divides by the diagonal, and element (${row}, ${row}) is too small for that: ${size} in magnitude.`,
      { fix: "Use M: 'none'.", details: { row } },
    );
  }
  return d;
}

async function timesVector(data: Float64Array, space: Space): Promise<Apply> {
  const d = space.vector(data.length);
  await space.write(d, data);
  return Object.assign((r: Cell, z: Cell, s?: Cell) => [hadamard(d, r, z, s)], { diagonal: d });
}

/** z ← d∘r, d being real: where vectors are pairs, it has the same number for both parts. */
export function timesDiagonal(d: Float64Array, space: Space): Promise<Apply> {
  return timesVector(space.partsOf ? d.map((value, k) => (k % 2 === 0 ? value : 0)) : d, space);
}

/** M = diag(A): one pass over r, with rᵀz in it, or none where the method scales as it goes. */
export const jacobi: Preconditioner = {
  id: 'jacobi',
  title: 'the diagonal of A',
  prepare: async (system, space) =>
    space.partsOf
      ? timesVector(inversePairs(system), space)
      : timesDiagonal(inverseDiagonal(system, 'jacobi', space.precision), space),
};
