import type { AnyCoo, ComplexCoo } from '@spmv/core';
import { complexCoo, isComplex, precisionsWith } from '@spmv/core';
import { usageError } from '../../cli-error.ts';
import type { LoadedMatrix } from '../../matrices/load-matrix.ts';
import type { OpenSolvers, SolverFlags } from '../open-solvers.ts';

/** Where complex systems are solved: nothing is opened, and no product chosen. */
export const ON_HOST: Pick<OpenSolvers, 'precision' | 'products' | 'dispose'> & {
  readonly backend: { readonly id: string };
} = {
  backend: { id: 'host' },
  precision: 'c128',
  products: [],
  dispose: async () => {},
};

/** The matrix as a complex one, where it is or is asked to be; undefined for a real system. Errors: usage for flags of backends. */
export function complexOf(
  { name, coo }: LoadedMatrix<AnyCoo>,
  flags: SolverFlags & { readonly refine?: boolean },
): ComplexCoo | undefined {
  const { backend, precision } = flags;
  const asked = precisionsWith(2).some((one) => one === precision);
  if (!isComplex(coo) && !asked) return undefined;
  const idle = (['device', 'format', 'kernel', 'trials', 'refine'] as const).find((flag) => flags[flag] !== undefined);
  const astray =
    idle === undefined
      ? backend === 'serial'
        ? ['f64', ON_HOST.precision].includes(precision)
          ? undefined
          : `--precision ${precision}`
        : `--backend ${backend}`
      : `--${idle}`;
  if (astray !== undefined)
    throw usageError(
      `A complex system, as that of ${name}, is solved on the host in c128: ${astray} has no use.`,
      `Leave ${astray} out.`,
    );
  return isComplex(coo) ? coo : complexCoo(coo);
}
