import type { KernelContext } from '@spmv/core';
import { SpmvError } from '@spmv/core';

/**
 * Most rows, columns, entries and elements of an array that the kernels of this package count to: in signed 32 bits, a block or a few
 * steps past the end before they stop.
 */
export const COUNT_LIMIT: number = 2 ** 31 - 2 ** 16;

/** Throws `KERNEL.REFUSED` where something of the matrix is more than {@link COUNT_LIMIT}, naming it. `more` are other numbers it counts to. */
export function checkCountable(
  kernel: string,
  { matrix }: KernelContext,
  more: Readonly<Record<string, number>> = {},
): void {
  const counted = { ...matrix.shape, nnz: matrix.nnz, ...matrix.lengths, ...matrix.scalars, ...more };
  for (const [name, count] of Object.entries(counted)) {
    if (count <= COUNT_LIMIT) continue;
    throw new SpmvError(
      'KERNEL.REFUSED',
      `Kernel '${kernel}' can count to ${COUNT_LIMIT} (2^31 - 2^16), but ${name} is ${count}.`,
      {
        fix: 'Divide the matrix into blocks of rows.',
        details: { kernel, name, count, limit: COUNT_LIMIT },
      },
    );
  }
}
