import type { KernelSteps } from '@spmv/core';
import { INDEX_LIMIT } from '@spmv/core';
import { tooManyEntries } from '@spmv/kernel-kit';
import type { MatrixNames } from './matrix-names.ts';
import { C } from './matrix-names.ts';

/** Arrays of a product's own, by their names behind `work`. */
export type Lengths = Readonly<Record<string, readonly [element: 'i32' | 'u32', length: number]>>;

export function* allocate(work: string, arrays: Lengths): KernelSteps<'cuda'> {
  for (const [name, [element, length]] of Object.entries(arrays))
    yield { do: 'allocate', name: `${work}${name}`, element, length };
}

export const bytesOf = (arrays: Lengths): number =>
  Object.values(arrays).reduce((sum, [, length]) => sum + 4 * length, 0);

export function* release(work: string, ...names: readonly string[]): KernelSteps<'cuda'> {
  for (const name of names) yield { do: 'release', name: `${work}${name}` };
}

/** Columns of a result, and values where it is the kernel's own, which with so much `more` is said before. Errors: `KERNEL.REFUSED` beyond 2³¹−1 entries. */
export function* allocateEntries(to: MatrixNames, element: number, nnz: number, more: number): KernelSteps<'cuda'> {
  if (nnz > INDEX_LIMIT) throw tooManyEntries(nnz);
  if (to !== C) {
    yield { do: 'bound', bytes: (4 + element) * nnz + more };
    yield { do: 'allocate', name: to.values, element: 'value', length: nnz };
  }
  yield { do: 'allocate', name: to.colIndex, element: 'i32', length: nnz };
}
