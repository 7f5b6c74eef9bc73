import { isRefusal } from '../errors/refusal.ts';
import { isSpmvError } from '../errors/spmv-error.ts';
import type { SpmvError } from '../errors/spmv-error.ts';
import type { MatrixKernel } from '../kernel/matrix-kernel.ts';
import type { MatrixOperator, MatrixRequest } from './matrix-request.ts';
import type { Backend } from './open-backend.ts';

/** A kernel of a matrix operation, and where it is to run. */
export interface MatrixCandidate {
  readonly backend: Backend;
  readonly kernel: MatrixKernel;
}

/** An operator that has computed, and why those of the kernels before it have not. */
export interface MadeFirst {
  readonly operator: MatrixOperator;
  readonly backend: Backend;
  readonly passedOver: readonly { readonly kernel: string; readonly error: SpmvError }[];
}

/** Whether another kernel may do it: what is refused of a result that is too large says how many entries it has. */
function isOfKernel(error: unknown): error is SpmvError {
  return (isRefusal(error) && error.details['nnz'] === undefined) || isSpmvError(error, 'BACKEND.UNAVAILABLE');
}

/**
 * Makes a matrix by the first of these kernels that can: whether its compiled code is on this machine, and its memory, shows when its steps run. What is passed over is told. `scalars`: those of `numeric`.
 * Errors: those of `prepareMatrix` and `numeric`; where all are passed over, that of the first.
 */
export async function makeFirst(
  candidates: readonly [MatrixCandidate, ...MatrixCandidate[]],
  requestFor: (kernel: MatrixKernel) => MatrixRequest,
  scalars: Readonly<Record<string, number>> = {},
): Promise<MadeFirst> {
  const passedOver: { readonly kernel: string; readonly error: SpmvError }[] = [];
  for (const { backend, kernel } of candidates) {
    const own: { operator?: MatrixOperator } = {};
    try {
      own.operator = await backend.prepareMatrix({ ...requestFor(kernel), kernel });
      await own.operator.numeric(scalars);
      return { operator: own.operator, backend, passedOver };
    } catch (error) {
      await own.operator?.dispose();
      if (!isOfKernel(error)) throw error;
      passedOver.push({ kernel: kernel.id, error });
    }
  }
  throw passedOver[0]?.error as SpmvError;
}
