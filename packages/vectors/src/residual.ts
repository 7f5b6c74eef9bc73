import type { Axis, Operand, Params } from '@spmv/core';

/** What stands for the residual in a direction: r itself, or d ∘ r. */
export const RESIDUALS = ['plain', 'scaled'] as const;
/** One of them. */
export type Residual = (typeof RESIDUALS)[number];

/** The one that options ask for. */
export function residualOf(options: Params): Residual {
  return options['residual'] === 'scaled' ? 'scaled' : 'plain';
}

/** The option of an operation that has both. */
export const RESIDUAL_AXIS: Axis = {
  values: RESIDUALS,
  default: 'plain',
  doc: 'What stands for the residual: r (plain), or d ∘ r, as Jacobi has it (scaled).',
};

/** The operand d, where there is one. */
export function scaleOperands(options: Params): readonly Operand[] {
  return residualOf(options) === 'scaled' ? [{ role: 'vector', name: 'd', length: 'n', access: 'read' }] : [];
}
