import type { MatrixOperation, Operation, Params } from '@spmv/core';
import { operationOptions } from '@spmv/core';
import type { Selection } from '../plan/selection.ts';

/** What a run computes, with the values that nobody named at their defaults. */
export interface Computed {
  /** Id of the operation. */
  readonly operation: string;
  /** Its options: `transpose`. */
  readonly variant: Params;
}

/** What the selection of a session computes. */
export function computedOf({
  operation,
  selection,
}: {
  readonly operation: Operation | MatrixOperation;
  readonly selection: Selection;
}): Computed {
  return {
    operation: operation.id,
    variant: operationOptions(operation, selection.options),
  };
}

/** The variant: `transpose=true`. An option that is off is left out. */
export function computedText({ variant = {} }: Partial<Computed>): string {
  return Object.entries(variant)
    .filter(([, value]) => value !== false)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ');
}
