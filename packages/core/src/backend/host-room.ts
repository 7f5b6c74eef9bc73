import type { ElementArrays, ElementType } from '../data/element.ts';
import { allocate, elementBytes } from '../data/element.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import { formatBytes } from '../format/format-bytes.ts';

/** A zeroed array of the host for what a device holds. Errors: `BACKEND.OUT_OF_MEMORY`, naming the array and its bytes. */
export function roomOnHost<E extends ElementType>(name: string, element: E, length: number): ElementArrays[E] {
  try {
    return allocate(element, length);
  } catch (cause) {
    const bytes = elementBytes(element) * length;
    throw new SpmvError(
      'BACKEND.OUT_OF_MEMORY',
      `The host has no memory for '${name}', ${formatBytes(bytes)} of the result.`,
      {
        fix: 'Free memory, or compute a smaller result: blocks of rows of A one after another.',
        details: { name, bytes },
        cause,
      },
    );
  }
}
