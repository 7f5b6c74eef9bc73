import type { Advised, Payoff } from './advice.ts';

function setupMsOf({ setup }: Advised): number {
  return setup ? setup.convertMs + setup.prepareMs : Infinity;
}

/** The payoff of a choice among candidates, some of them tried; null where it was not tried. */
export function payoffOf(choice: Advised, all: readonly Advised[], spentMs: number): Payoff | null {
  if (!choice.setup) return null;
  const first = all.reduce((a, b) => (setupMsOf(b) < setupMsOf(a) ? b : a), choice);
  const { backend, kernel, ms } = first;
  const against = { backend, kernel, ms, setupMs: setupMsOf(first) };
  const gainMs = ms - choice.ms;
  if (first === choice || !(gainMs > 0)) return { against, products: 0, withAdvice: null };
  return {
    against,
    products: Math.ceil((setupMsOf(choice) - against.setupMs) / gainMs),
    withAdvice: Math.ceil(spentMs / gainMs),
  };
}
