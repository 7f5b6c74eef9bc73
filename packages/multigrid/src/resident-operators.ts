import type { Backend, GivenMatrix, MatrixKernel, MatrixOperation, MatrixOperator, SparseFormat } from '@spmv/core';

/** Operators that follow from one another, in the order in which they were made. */
export interface ResidentOperators {
  readonly made: readonly MatrixOperator[];
  /** Errors: those of `prepareMatrix`; the reason of the signal. */
  prepare(
    operation: MatrixOperation,
    kernel: object,
    matrices: Readonly<Record<string, GivenMatrix>>,
  ): Promise<MatrixOperator>;
  /** The same, and begins to compute: nobody waits for values before somebody reads them, so that what is waited for meanwhile is waited for once. */
  begin: ResidentOperators['prepare'];
  /** Resolves when all that has begun is done. */
  settled(): Promise<void>;
  /** Disposes of those from the place `from` on. */
  dispose(from?: number): Promise<void>;
}

/** See {@link ResidentOperators}. */
export function createResidentOperators(backend: Backend, csr: SparseFormat, signal?: AbortSignal): ResidentOperators {
  const made: MatrixOperator[] = [];
  const begun = new Map<MatrixOperator, Promise<void>>();
  const prepare: ResidentOperators['prepare'] = async (operation, kernel, matrices) => {
    signal?.throwIfAborted();
    const operator = await backend.prepareMatrix({
      operation,
      kernel: kernel as MatrixKernel,
      matrices,
      formats: [csr],
    });
    made.push(operator);
    return operator;
  };
  return {
    made,
    prepare,
    async begin(...given) {
      const operator = await prepare(...given);
      const filling = operator.numeric();
      // Whoever reads it is told.
      filling.catch(() => {});
      begun.set(operator, filling);
      return operator;
    },
    async settled() {
      await Promise.all(begun.values());
    },
    async dispose(from = 0) {
      for (const operator of made.splice(from).toReversed()) {
        begun.delete(operator);
        await operator.dispose();
      }
    },
  };
}
