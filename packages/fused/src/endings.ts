import type { Params } from '@spmv/core';

/** What a product may end in. */
export const PRODUCT_ENDINGS = ['dot', 'norm', 'dot-norm', 'axpy'] as const;
/** One of them. */
export type ProductEnding = (typeof PRODUCT_ENDINGS)[number];

/** The ending that these options ask for. */
export function endingOf(options: Params): ProductEnding {
  return PRODUCT_ENDINGS.find((ending) => ending === options['ending']) ?? 'dot';
}
