import type { Params, Sizes } from '@spmv/core';
import { operationOptions } from '@spmv/core';
import { DEFAULT_OPERATION } from '../engine/kernels-of.ts';
import type { Session } from '../engine/session.ts';

/** What a run computes, with the values that nobody named at their defaults. */
export interface Computed {
  /** Id of the operation. */
  readonly operation: string;
  /** Its options: `transpose`. */
  readonly variant: Params;
  /** Its sizes other than those of the matrix. */
  readonly sizes: Sizes;
}

/** What the selection of a session computes. */
export function computedOf({ installation, selection }: Pick<Session, 'installation' | 'selection'>): Computed {
  const operation = installation.registry.operation(selection.operation ?? DEFAULT_OPERATION);
  const defaults = Object.entries(operation.sizes).map(([name, size]): [string, number] => [name, size.default]);
  return {
    operation: operation.id,
    variant: operationOptions(operation, selection.options),
    sizes: { ...Object.fromEntries(defaults), ...selection.sizes },
  };
}

/** The variant and the sizes: `transpose=true depth=8`. An option that is off is left out. */
export function computedText({ variant = {}, sizes = {} }: Partial<Computed>): string {
  return [...Object.entries(variant).filter(([, value]) => value !== false), ...Object.entries(sizes)]
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ');
}
