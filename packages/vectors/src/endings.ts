import type { Axis, Operand, Params } from '@spmv/core';

/** The sums that a pass over vectors may take besides: none, s ← ·ᵀz, t ← ‖·‖², or both. */
export const ENDINGS = ['none', 'dot', 'norm', 'dot-norm'] as const;
/** One of them. */
export type Ending = (typeof ENDINGS)[number];

/** Names of the sums that an ending writes. */
export function sumsOf(ending: Ending): readonly ('s' | 't')[] {
  if (ending === 'none') return [];
  return ending === 'dot' ? ['s'] : ending === 'norm' ? ['t'] : ['s', 't'];
}

/** The ending that options ask for; `usual` where they say nothing. */
export function endingOf(options: Params, usual: Ending): Ending {
  return ENDINGS.find((ending) => ending === options['ending']) ?? usual;
}

/** The operands of the sums of an ending, in their order. */
export function sumOperands(ending: Ending): readonly Operand[] {
  return sumsOf(ending).map((name) => ({ role: 'device-scalar', name, access: 'write', combine: 'sum' }));
}

/** The option `ending` of an operation that has some of the endings, the first of them by default. */
export function endingAxis(values: readonly Ending[], doc: string): Axis {
  return { values, default: values[0] as Ending, doc };
}
