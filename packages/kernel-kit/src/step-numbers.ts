import type { KernelContext } from '@spmv/core';
import { denseSteps } from '@spmv/core';

/** Steps of every dense operand by name, for programs: `A.row`, `A.col`, `A.batch` in elements. */
export function stepNumbers({ layouts }: KernelContext): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(layouts).flatMap(([name, layout]) => {
      const { row, col } = denseSteps(layout);
      return [
        [`${name}.row`, row],
        [`${name}.col`, col],
        [`${name}.batch`, layout.batchStride],
      ];
    }),
  );
}
