import type { AnyCoo, ComplexCoo, Precision } from '@spmv/core';
import { complexCoo, isComplex, isSpmvError, precisionOf, PRECISIONS, precisionsWith, SpmvError } from '@spmv/core';
import { kindObstacle } from '@spmv/engine';
import { usageError } from '../../cli-error.ts';
import type { LoadedMatrix } from '../../matrices/load-matrix.ts';
import { precisionsNamed } from '../flags/selection.ts';
import type { SolverFlags } from '../open-solvers.ts';

/** A complex matrix, and the precision that it is solved in. */
export interface ComplexSystem {
  readonly coo: ComplexCoo;
  readonly precision: Precision;
}

/** The matrix as a complex one, where it is or is asked to be; undefined for a real system. Errors: usage for flags of products that are chosen, and for no precision; `KERNEL.PRECISION_UNSUPPORTED` for one of real numbers. */
export function complexOf(
  { name, coo }: LoadedMatrix<AnyCoo>,
  flags: SolverFlags & { readonly refine?: boolean },
): ComplexSystem | undefined {
  const [precision = precisionOf('f64', 2)] = flags.precision === undefined ? [] : precisionsNamed([flags.precision]);
  if (!isComplex(coo) && (flags.precision === undefined || PRECISIONS[precision].components === 1)) return undefined;
  const obstacle = kindObstacle(2, precision);
  if (obstacle) throw obstacle;
  const astray = (['format', 'kernel', 'trials', 'refine'] as const).find((flag) => flags[flag] !== undefined);
  if (astray === undefined) return { coo: isComplex(coo) ? coo : complexCoo(coo), precision };
  throw usageError(
    `A complex system, as that of ${name}, is solved with products in CSR: --${astray} has no use.`,
    `Leave --${astray} out.`,
  );
}

/** A vector of complex numbers has its place beside a real matrix in a complex system. */
export function throwOfPairs(error: unknown): never {
  if (!isSpmvError(error, 'MMIO.COMPLEX')) throw error;
  const { code, message, details } = error;
  throw new SpmvError(code, message, {
    fix: `Solve with --precision ${precisionsWith(2).join(' or ')}.`,
    details,
    cause: error,
  });
}
