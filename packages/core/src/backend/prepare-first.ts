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

/** An operator whose symbolic phase ran, and why the kernels before it did not. */
export interface PreparedFirst {
  readonly operator: MatrixOperator;
  readonly backend: Backend;
  readonly passedOver: readonly { readonly kernel: string; readonly error: SpmvError }[];
}

/**
 * Prepares the first of these kernels whose code is on this machine, and runs its symbolic phase: whether the compiled code of a kernel is there shows when its first step runs. What is passed over is told.
 * Errors: those of `prepareMatrix` and `symbolic`; `BACKEND.UNAVAILABLE` of the first kernel where no code of any is here.
 */
export async function prepareFirst(
  candidates: readonly [MatrixCandidate, ...MatrixCandidate[]],
  requestFor: (kernel: MatrixKernel) => MatrixRequest,
): Promise<PreparedFirst> {
  const passedOver: { readonly kernel: string; readonly error: SpmvError }[] = [];
  for (const { backend, kernel } of candidates) {
    const operator = await backend.prepareMatrix({ ...requestFor(kernel), kernel });
    try {
      await operator.symbolic();
      return { operator, backend, passedOver };
    } catch (error) {
      await operator.dispose();
      if (!isSpmvError(error, 'BACKEND.UNAVAILABLE')) throw error;
      passedOver.push({ kernel: kernel.id, error });
    }
  }
  throw passedOver[0]?.error as SpmvError;
}
