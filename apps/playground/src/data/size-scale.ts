import type { EntrySizes } from '../matrix/protocol.ts';
import type { CanvasInk, Rgb } from '../ui/use-ink.ts';

/** Decades below the largest entry that colours tell apart: one rounding error among the entries would take all of them. */
const DECADES = 6;

function mixed(a: Rgb, b: Rgb, share: number): Rgb {
  const part = (c: 0 | 1 | 2): number => Math.round(a[c] + share * (b[c] - a[c]));
  return [part(0), part(1), part(2)];
}

/** The logarithms of the sizes at the ends of the scale. */
export function scaleEnds({ least, most }: EntrySizes): readonly [low: number, high: number] {
  const high = Math.log10(most);
  return [Math.max(Math.log10(least), high - DECADES), high];
}

/** The colour of a size given as its logarithm, on the scale of the whole matrix; what is below it, a zero too, is as its low end. */
export function sizeColour(log: number, sizes: EntrySizes, { scale, bad }: Pick<CanvasInk, 'scale' | 'bad'>): Rgb {
  if (log === Infinity) return bad;
  const [low, high] = scaleEnds(sizes);
  const share = high > low ? Math.min(1, Math.max(0, (log - low) / (high - low))) : log < low ? 0 : 1;
  return share < 0.5 ? mixed(scale[0], scale[1], 2 * share) : mixed(scale[1], scale[2], 2 * share - 1);
}
