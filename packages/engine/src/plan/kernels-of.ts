import type { Kernel, KernelFilter, Registry } from '@spmv/core';
import { operationOptions } from '@spmv/core';
import type { Selection } from './selection.ts';

/** What a selection computes when nobody says: y ← αAx + βy. */
export const DEFAULT_OPERATION = 'spmv';

/** The kernels of a registry that compute what the selection asks for and match. */
export function kernelsOf(
  registry: Registry,
  { operation = DEFAULT_OPERATION, options = {} }: Pick<Selection, 'operation' | 'options'>,
  filter: Omit<KernelFilter, 'operation' | 'options'> = {},
): readonly Kernel[] {
  const point = operationOptions(registry.operation(operation), options);
  return registry.kernels({ ...filter, operation, options: point });
}
