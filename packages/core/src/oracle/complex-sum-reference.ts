import type { Reference } from './reference.ts';
import { emptyReference } from './reference.ts';
import { sumReference } from './sum-reference.ts';

/** One reference of a real and an imaginary part. */
export function joinedParts(real: Reference, imaginary: Reference): Reference {
  const both = emptyReference(real.precision, 2);
  for (const [part, of] of [real, imaginary].entries())
    for (const name of ['high', 'low', 'magnitude', 'exponent', 'partial', 'terms', 'flush'] as const)
      both[name].set(of[name], part);
  return both;
}

/** Σ conj(zᵢ)yᵢ over the reference of y, in pairs, part by part; without z Σ |yᵢ|², which is real. */
export function complexSumReference(y: Reference, z?: Float64Array): Reference {
  if (z === undefined) return joinedParts(sumReference(y), emptyReference(y.precision, 1));
  const turned = z.map((_, at) => (at % 2 === 0 ? -(z[at + 1] as number) : (z[at - 1] as number)));
  return joinedParts(sumReference(y, z), sumReference(y, turned));
}
