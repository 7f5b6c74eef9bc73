import { PRECISIONS } from '../data/precision.ts';
import type { Reference } from './reference.ts';
import { emptyReference, REFERENCE_ARRAYS } from './reference.ts';
import { realSumReference } from './real-sum-reference.ts';

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

/** Σ conj(zᵢ)yᵢ over the reference of y, and without z Σ |yᵢ|²: of complex numbers a pair, part by part. */
export function sumReference(y: Reference, z?: Float64Array): Reference {
  if (PRECISIONS[y.precision].components === 1) return realSumReference(y, z);
  if (z === undefined) return joinedParts(realSumReference(y), emptyReference(y.precision, 1));
  return joinedParts(realSumReference(y, z), realSumReference(y, turnedPairs(z)));
}
