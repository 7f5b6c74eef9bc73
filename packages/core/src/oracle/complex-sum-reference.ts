import type { Reference } from './reference.ts';
import { emptyReference, REFERENCE_ARRAYS } from './reference.ts';
import { sumReference } from './sum-reference.ts';

/** One reference of a real and an imaginary part. */
export function joinedParts(real: Reference, imaginary: Reference): Reference {
  const both = emptyReference(real.precision, 2);
  for (const [part, of] of [real, imaginary].entries())
    for (const name of REFERENCE_ARRAYS) both[name].set(of[name], part);
  return both;
}

/** iv, in pairs. */
export function turnedPairs(v: Float64Array): Float64Array {
  return v.map((_, at) => (at % 2 === 0 ? -(v[at + 1] as number) : (v[at - 1] as number)));
}

/** Σ conj(zᵢ)yᵢ over the reference of y, in pairs, part by part; without z Σ |yᵢ|², which is real. */
export function complexSumReference(y: Reference, z?: Float64Array): Reference {
  if (z === undefined) return joinedParts(sumReference(y), emptyReference(y.precision, 1));
  return joinedParts(sumReference(y, z), sumReference(y, turnedPairs(z)));
}
