import type { OpenOptions } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import { HEAP_BYTES } from './shared-heap.ts';

/** Room for what a backend itself keeps in the heap. */
const LEAST = 2 ** 17;

/** Option `heapBytes` of a CPU backend: most bytes of its WebAssembly memory. Errors: `PARAM.OUT_OF_RANGE`. */
export function heapBytesOf({ options = {} }: OpenOptions, backend: string): number {
  const given = options['heapBytes'] ?? HEAP_BYTES;
  if (typeof given === 'number' && given >= LEAST && given <= HEAP_BYTES) return given;
  throw new SpmvError('PARAM.OUT_OF_RANGE', `Backend '${backend}': heapBytes = ${given} is not possible.`, {
    fix: `Use a number of bytes from ${LEAST} to ${HEAP_BYTES}.`,
    details: { heapBytes: given },
  });
}
