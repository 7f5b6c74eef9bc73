import type { CooMatrix, Shape } from '@spmv/core';
import { SpmvError, transposeCoo } from '@spmv/core';
import { checkEntries } from '../solve/given.ts';
import type { HostMap } from '../space/host-space.ts';
import { createHostSpace, mapOf } from '../space/host-space.ts';
import { writing } from '../space/returned.ts';
import type { HostFunction } from '../space/step.ts';
import { factsOf } from './facts.ts';
import { normOnce } from './norm.ts';
import type { System } from './system.ts';

/** A linear map as functions of the host. */
export interface MatrixFree {
  readonly shape: Shape;
  /** y ← Ax: reads x, writes every element of y. It may give a promise. */
  readonly multiply: HostFunction;
  /** y ← Aᵀx, for LSQR. */
  readonly multiplyTransposed?: HostFunction;
  /** Whether A = Aᵀ. Where it is not said, a method that needs it compares uᵀAv with vᵀAu for two random vectors. */
  readonly symmetric?: boolean;
  /** Elements (i, i), for Jacobi. */
  readonly diagonal?: ArrayLike<number>;
}

/**
 * A matrix that is a function, or given by its entries, on the host in f64: nothing is chosen, prepared or sent anywhere. Errors: `OPERAND.TYPE` for what is
 * neither.
 */
export async function hostSystem(A: CooMatrix | MatrixFree): Promise<System> {
  const newSpace = createHostSpace;
  if (checkEntries('A', A, true)) {
    return {
      newSpace,
      A: mapOf(A),
      transposed: async () => mapOf(transposeCoo(A)),
      facts: factsOf(A, 'f64'),
      coo: A,
      norm: normOnce(A),
      dispose: async () => {},
    };
  }
  const { shape, multiply, multiplyTransposed, symmetric, diagonal } = A;
  const map: HostMap = { ...shape, multiply: writing({ what: 'multiply', code: 'SOLVER.FUNCTION' }, multiply) };
  return {
    newSpace,
    A: map,
    transposed: async () => {
      if (symmetric) return map;
      if (!multiplyTransposed)
        throw new SpmvError('SOLVER.UNFIT', 'lsqr needs products with Aᵀ, and the matrix is a function without them.', {
          fix: "Give multiplyTransposed, or use method: 'gmres' for a square matrix.",
        });
      return {
        rows: shape.cols,
        cols: shape.rows,
        multiply: writing({ what: 'multiplyTransposed', code: 'SOLVER.FUNCTION' }, multiplyTransposed),
      } satisfies HostMap;
    },
    facts: {
      ...shape,
      ...(symmetric === undefined ? {} : { isSymmetric: symmetric }),
      ...(diagonal ? { diagonal: Float64Array.from(diagonal) } : {}),
    },
    dispose: async () => {},
  };
}
