import type { Params } from '@spmv/core';

/** What a product may end in. */
export const ENDINGS = ['dot', 'norm', 'dot-norm', 'axpy'] as const;
/** One of them. */
export type Ending = (typeof ENDINGS)[number];

/** The ending that these options ask for. */
export function endingOf(options: Params): Ending {
  return ENDINGS.find((ending) => ending === options['ending']) ?? 'dot';
}

/** The sums that a product with this ending writes, by the names of the operands. */
export function sumsOf(ending: Ending): readonly ('s' | 't')[] {
  if (ending === 'axpy') return [];
  return ending === 'dot' ? ['s'] : ending === 'norm' ? ['t'] : ['s', 't'];
}
