import type { CooMatrix, MatrixOperation, MatrixProblem, Params, Shape } from '@spmv/core';
import type { LoadedProblem, NamedMatrix } from '../problem/loaded-problem.ts';

/** What an operation is computed on whose result is a stored matrix, read and made. */
export interface MatricesProblem<M extends NamedMatrix<CooMatrix> = NamedMatrix<CooMatrix>> {
  readonly name: string;
  /** What the user wrote. */
  readonly source: string;
  /** The first of the matrices: results name it. */
  readonly matrix: M;
  readonly operation: MatrixOperation;
  readonly options: Params;
  /** The matrices that are read, by the names of the operands, in order. Any may be the same object as another. */
  readonly matrices: Readonly<Record<string, M>>;
  readonly readMs: number;
}

/** What a run computes on, whatever its operation makes. */
export type AnyProblem = LoadedProblem | MatricesProblem;

/** Whether the result is a stored matrix. */
export function makesMatrix<P extends object>(problem: P): problem is Extract<P, { readonly matrices: unknown }> {
  return 'matrices' in problem;
}

/** Names of the matrices that an operation reads, in order, and of the one that it makes. */
export function rolesOf(
  operation: MatrixOperation,
  options: Params,
): { readonly read: readonly string[]; readonly written: string } {
  const roles = operation.matrices(options);
  return {
    read: roles.filter(({ access }) => access === 'read').map(({ name }) => name),
    written: roles.find(({ access }) => access === 'write')?.name ?? '',
  };
}

/** The entries of what is read, by name. */
export function entriesOf({ matrices }: MatricesProblem): MatrixProblem['matrices'] {
  return Object.fromEntries(Object.entries(matrices).map(([name, { coo }]): [string, CooMatrix] => [name, coo]));
}

/** Shape of the result, or in words why these matrices do not fit. */
export function shapeOfResult({ operation, options, matrices }: MatricesProblem): Shape | string {
  const shapes = Object.entries(matrices).map(([name, { coo }]): [string, Shape] => [name, coo.shape]);
  return operation.shape(Object.fromEntries(shapes), options);
}
