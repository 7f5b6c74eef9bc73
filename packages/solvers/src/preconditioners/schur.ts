import { roundTo, SpmvError } from '@spmv/core';
import { timesDiagonal } from './jacobi.ts';
import type { Preconditioner } from './preconditioner.ts';
import { entriesOf } from './rows.ts';

/** Diagonal elements below this part of the largest of their row are those of constraints. */
const NOTHING = 1e-8;

/**
 * The diagonal of a saddle point [H Bᵀ; B 0] for MINRES, which needs a positive one: |hᵢᵢ|, and for rows with as good as nothing on the diagonal that of B·diag(|H|)⁻¹·Bᵀ, whose place in the inverse is the one of
 * −(BH⁻¹Bᵀ)⁻¹. One pass over r, on every place. Errors: `SOLVER.PRECONDITIONER` for a row with nothing on the diagonal nor beside it where others have something.
 * Source: M. Benzi, G. H. Golub, J. Liesen, Numerical solution of saddle point problems, Acta Numerica 14, 2005, section 10.1.1.
 */
export const schur: Preconditioner = {
  id: 'schur',
  title: 'the diagonal of A, and of a Schur complement where A has none',
  async prepare(system, space) {
    const { shape, rowIndex, colIndex, values } = entriesOf(system, 'schur');
    const [own, largest] = [new Float64Array(shape.rows), new Float64Array(shape.rows)];
    for (let k = 0; k < values.length; k++) {
      const [i, size] = [rowIndex[k], Math.abs(values[k])];
      if (i === colIndex[k]) own[i] = size;
      largest[i] = Math.max(largest[i], size);
    }
    const isOwn = own.map((size, i) => (size > NOTHING * largest[i] ? 1 : 0));
    const diagonal = own.map((size, i) => (isOwn[i] === 1 ? size : 0));
    for (let k = 0; k < values.length; k++) {
      const [i, j] = [rowIndex[k], colIndex[k]];
      if (isOwn[i] === 0 && isOwn[j] === 1) diagonal[i] += Math.abs(values[k]) * (Math.abs(values[k]) / own[j]);
    }
    const inverse = diagonal.map((value) => 1 / value);
    const row = inverse.findIndex((value) => !(value > 0 && Number.isFinite(roundTo(space.precision, value))));
    if (row >= 0)
      throw new SpmvError(
        'SOLVER.PRECONDITIONER',
        `schur divides by the diagonal or, where that is 0, by a sum over rows that have one, and that of row ${row} is ${diagonal[row]}.`,
        { fix: "Use M: 'none'.", details: { row } },
      );
    return timesDiagonal(inverse, space);
  },
};
