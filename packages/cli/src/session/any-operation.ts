import type { MatrixOperation, Operation } from '@spmv/core';
import { storesMatrix } from '@spmv/core';
import { usageError } from '../cli-error.ts';
import type { CommandSelection } from './selection.ts';

/** What is computed: something of vectors and dense matrices, or a stored matrix. */
export type AnyOperation = Operation | MatrixOperation;

/** Sizes that an operation declares besides those of its matrices. */
export function ownSizes(operation: AnyOperation): Operation['sizes'] {
  return operation.kind === 'operation' ? operation.sizes : {};
}

/** Whether it is computed on a stored matrix. */
export function hasMatrix(operation: AnyOperation, options: CommandSelection['options']): boolean {
  return operation.kind === 'matrix-operation' || storesMatrix(operation, options);
}

/** Errors: usage, for flags of products with vectors. */
export function refuseForMatrices({ id }: AnyOperation, flags: Readonly<Record<string, unknown>>): void {
  for (const [flag, value] of Object.entries(flags)) {
    if (value === undefined || value === false) continue;
    throw usageError(`--${flag} does not go with operation '${id}', which makes a matrix.`, `Leave --${flag} out.`);
  }
}

/** Errors: usage, for factors that the operation does not have. */
export function refuseFactors(operation: MatrixOperation, given: Readonly<Record<'alpha' | 'beta', number>>): void {
  const has = (name: string): boolean => operation.scalars.some((scalar) => scalar.name === name);
  const { alpha, beta } = given;
  refuseForMatrices(operation, { alpha: alpha !== 1 && !has('alpha'), beta: beta !== 0 && !has('beta') });
}
