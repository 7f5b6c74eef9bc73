import type { CudaArgument } from '@spmv/core';
import { namedArguments } from '../operands.ts';

/** What an entry point is given, by the names of its parameters and in their order. */
export type CudaArguments = Readonly<Record<string, CudaArgument>>;

/** Arguments by the names of parameters, as `namedArguments` has them, then `numbers` as int. */
export function cudaArguments(
  buffers: readonly string[],
  numbers: Readonly<Record<string, number>> = {},
): CudaArguments {
  return {
    ...namedArguments(buffers),
    ...Object.fromEntries(Object.entries(numbers).map(([name, i32]) => [name, { i32 }])),
  };
}
