import type { Params } from '@spmv/core';

/** What a product may end in. */
export const ENDINGS = ['dot', 'norm', 'dot-norm', 'axpy'] as const;
/** One of them. */
export type Ending = (typeof ENDINGS)[number];

/** The ending that these options ask for. */
export function endingOf(options: Params): Ending {
  return ENDINGS.find((ending) => ending === options['ending']) ?? 'dot';
}
