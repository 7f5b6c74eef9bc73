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
  /** The same, and begins to compute: nobody waits for values before somebody reads them, so that what is waited for meanwhile is waited for once. Unless it is to be renewed its result alone is left then. */
  begin: ResidentOperators['prepare'];
  /** The same of one that was prepared, whose operands nobody asks for any more. */
  leave(operator: MatrixOperator): void;
  /** Disposes of one whose result others have read, unless it is to be renewed. */
  drop(operator: MatrixOperator): Promise<void>;
  /** Resolves when all that has begun is done. */
  settled(): Promise<void>;
  /** Disposes of those from the place `from` on. */
  dispose(from?: number): Promise<void>;
}

/** See {@link ResidentOperators}. */
export function createResidentOperators(
  backend: Backend,
  csr: SparseFormat,
  { renewable, signal }: { readonly renewable: boolean; readonly signal?: AbortSignal },
): ResidentOperators {
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
  const leave: ResidentOperators['leave'] = (operator) => {
    const filling = renewable ? operator.numeric() : operator.seal();
    // Whoever reads it is told.
    filling.catch(() => {});
    begun.set(operator, filling);
  };
  return {
    made,
    prepare,
    leave,
    async begin(...given) {
      const operator = await prepare(...given);
      leave(operator);
      return operator;
    },
    async drop(operator) {
      if (renewable) return;
      made.splice(made.indexOf(operator), 1);
      begun.delete(operator);
      await operator.dispose();
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
