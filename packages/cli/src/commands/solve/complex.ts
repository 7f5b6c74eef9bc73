import type { AnyCoo, ComplexCoo } from '@spmv/core';
import { complexCoo, isComplex, precisionsWith } from '@spmv/core';
import { usageError } from '../../cli-error.ts';
import type { LoadedMatrix } from '../../matrices/load-matrix.ts';
import type { SolverFlags } from '../open-solvers.ts';

/** A complex matrix, and the precision that it is solved in. */
export interface ComplexSystem {
  readonly coo: ComplexCoo;
  readonly precision: 'c128' | 'c64';
}

/** The complex precision of the same digits. */
const IN_PAIRS: Readonly<Record<string, ComplexSystem['precision']>> = {
  f64: 'c128',
  f32: 'c64',
  c128: 'c128',
  c64: 'c64',
};

/** The matrix as a complex one, where it is or is asked to be; undefined for a real system. Errors: usage for flags of products that are chosen, and for other precisions. */
export function complexOf(
  { name, coo }: LoadedMatrix<AnyCoo>,
  flags: SolverFlags & { readonly refine?: boolean },
): ComplexSystem | undefined {
  if (!isComplex(coo) && !precisionsWith(2).some((one) => one === flags.precision)) return undefined;
  const idle = (['format', 'kernel', 'trials', 'refine'] as const).find((flag) => flags[flag] !== undefined);
  const precision = IN_PAIRS[flags.precision];
  if (idle === undefined && precision) return { coo: isComplex(coo) ? coo : complexCoo(coo), precision };
  const astray = idle === undefined ? `--precision ${flags.precision}` : `--${idle}`;
  throw usageError(
    `A complex system, as that of ${name}, is solved in c128 or c64 with products in CSR: ${astray} has no use.`,
    `Leave ${astray} out.`,
  );
}
