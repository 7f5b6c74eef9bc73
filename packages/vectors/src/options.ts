/** The sums that a pass over vectors may take besides: none, s ← ·ᵀz, t ← ‖·‖², or both. */
export const PASS_ENDINGS = ['none', 'dot', 'norm', 'dot-norm'] as const;
/** One of them. */
export type PassEnding = (typeof PASS_ENDINGS)[number];

/** What stands for the residual in a direction: r itself, or d ∘ r. */
export const RESIDUALS = ['plain', 'scaled'] as const;
/** One of them. */
export type Residual = (typeof RESIDUALS)[number];

/** The numbers that one gathering takes, by their names. */
export const GATHERED = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
