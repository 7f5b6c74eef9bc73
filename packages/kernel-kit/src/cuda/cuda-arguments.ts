import type { CudaArgument } from '@spmv/core';

/** What an entry point is given, by the names of its parameters and in their order. */
export type CudaArguments = Readonly<Record<string, CudaArgument>>;

/**
 * Arguments by the names of parameters: `values` of `A.values`, `tiles` of `auxiliary.tiles`, `x` of `x`, and a name of its own where one is said,
 * `tiles = auxiliary.columnTiles`; then `numbers` as int.
 */
export function cudaArguments(
  buffers: readonly string[],
  numbers: Readonly<Record<string, number>> = {},
): CudaArguments {
  return {
    ...Object.fromEntries(
      buffers.map((text) => {
        const [buffer, name] = text.split(' = ').reverse() as [string, string?];
        return [name ?? buffer.slice(buffer.indexOf('.') + 1), buffer];
      }),
    ),
    ...Object.fromEntries(Object.entries(numbers).map(([name, i32]) => [name, { i32 }])),
  };
}
