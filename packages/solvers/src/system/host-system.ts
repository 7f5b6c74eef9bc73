import type { ComplexCoo, CooMatrix, LinearOperator, ValueArray } from '@spmv/core';
import { disposal, isComplex, realEquivalent, SpmvError, transposeCoo } from '@spmv/core';
import { checkEntries } from '../solve/given.ts';
import { createHostSpace, mapOf, pairsMapOf } from '../space/host-space.ts';
import { writing } from '../space/returned.ts';
import { passFor } from './compiled-facts.ts';
import { factsOf, factsOfPairs } from './facts.ts';
import { createKept } from './kept.ts';
import { madeOnce } from './made-once.ts';
import type { Space } from '../space/space.ts';
import type { System } from './system.ts';

/** A linear map over arrays of the host. Solvers apply it to x and y alone, y ← Ax, so that `apply(x, y)` does that leaves α and β out. */
export interface MatrixFree extends LinearOperator<ValueArray> {
  /** y ← Aᵀx, for LSQR. */
  readonly transposed?: LinearOperator<ValueArray>;
  /** Whether A = Aᵀ. Where it is not said, a method that needs it compares uᵀAv with vᵀAu for two random vectors. */
  readonly symmetric?: boolean;
  /** Elements (i, i), for Jacobi. */
  readonly diagonal?: ArrayLike<number>;
}

async function complexSystem(A: ComplexCoo, isSplit = false): Promise<System> {
  const newSpace = (): Space => createHostSpace(!isSplit);
  const kept = createKept(newSpace);
  const coo = realEquivalent(A);
  return {
    newSpace,
    ...(isSplit ? {} : { split: () => complexSystem(A, true) }),
    kept,
    A: pairsMapOf(A),
    transposed: async () => pairsMapOf(transposeCoo(A, true)),
    facts: factsOfPairs(coo, 'f64', await passFor(coo)),
    coo,
    ...madeOnce(coo),
    ...disposal(() => kept.dispose()),
  };
}

/**
 * A matrix that is a function, or given by its entries, on the host in f64: nothing is chosen, prepared or sent anywhere. Of a complex matrix x and b are pairs, and methods compute in complex arithmetic. Errors: `OPERAND.TYPE` for what is
 * neither.
 */
export async function hostSystem(A: CooMatrix | ComplexCoo | MatrixFree): Promise<System> {
  const newSpace = (): Space => createHostSpace();
  const kept = createKept(newSpace);
  if (checkEntries('A', A, true)) {
    if (isComplex(A)) return complexSystem(A);
    return {
      newSpace,
      kept,
      A: mapOf(A),
      transposed: async () => mapOf(transposeCoo(A)),
      facts: factsOf(A, 'f64', await passFor(A)),
      coo: A,
      ...madeOnce(A),
      ...disposal(() => kept.dispose()),
    };
  }
  const { shape, transposed, symmetric, diagonal } = A;
  const map = writing({ what: 'apply', code: 'SOLVER.FUNCTION' }, A);
  return {
    newSpace,
    kept,
    A: map,
    transposed: async () => {
      if (symmetric) return map;
      if (transposed) return writing({ what: 'apply of transposed', code: 'SOLVER.FUNCTION' }, transposed);
      throw new SpmvError('SOLVER.UNFIT', 'lsqr needs products with Aᵀ, and the matrix is a function without them.', {
        fix: "Give transposed, or use method: 'gmres' for a square matrix.",
      });
    },
    facts: {
      shape,
      ...(symmetric === undefined ? {} : { isSymmetric: symmetric }),
      ...(diagonal ? { diagonal: Float64Array.from(diagonal) } : {}),
    },
    ...disposal(() => kept.dispose()),
  };
}
