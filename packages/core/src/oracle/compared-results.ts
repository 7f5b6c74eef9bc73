import type { DenseLayout } from '../operation/operand.ts';
import type { Reference } from './reference.ts';

/** The exact values of some more elements of an operand, with their bounds; undefined where the operation cannot say. */
export type JudgeElements = (
  reference: Reference,
  operand: string,
  elements: Int32Array,
) => { readonly reference: Reference; readonly bounds: Float64Array } | undefined;

/** Least and largest finite results of a member, who computed them (places in `names`) and what is not finite, and what kinds of numbers were seen. */
export interface Extremes {
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly lowBy: Uint16Array;
  readonly highBy: Uint16Array;
  readonly strangeBy: Uint16Array;
  readonly kinds: Uint8Array;
}

/** The results of one operand after one product in one arithmetic. */
export interface Compared {
  readonly product: string;
  readonly operand: string;
  readonly reference: Reference;
  readonly elements: number;
  readonly layout: DenseLayout | undefined;
  readonly members: Map<string, Extremes>;
  readonly names: string[];
  readonly bounds: Set<Float64Array>;
  /** By promise of equal bits: the first result, and who computed it. */
  readonly bits: Map<string, { readonly hash: number; readonly by: string }>;
  /** Who broke such a promise. */
  readonly unequal: (readonly [first: string, second: string])[];
}

/** What a number can be besides finite: results of an element agree only where they are of one kind. */
export function kindOf(value: number): number {
  return Number.isFinite(value) ? 1 : Number.isNaN(value) ? 2 : value > 0 ? 4 : 8;
}

/** A number of a kind that is not finite. */
export function numberOfKind(kind: number): number {
  return kind === 2 ? Number.NaN : kind === 4 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
}

/** Of a member of which nothing was seen yet. */
export function extremesOf(length: number): Extremes {
  return {
    low: new Float64Array(length).fill(Number.POSITIVE_INFINITY),
    high: new Float64Array(length).fill(Number.NEGATIVE_INFINITY),
    lowBy: new Uint16Array(length),
    highBy: new Uint16Array(length),
    strangeBy: new Uint16Array(length),
    kinds: new Uint8Array(length),
  };
}

/** Takes in one more result of a member, computed by the combination at this place in `names`. */
export function widen(
  { low, high, lowBy, highBy, strangeBy, kinds }: Extremes,
  result: ArrayLike<number>,
  by: number,
): void {
  for (let e = 0; e < low.length; e++) {
    const value = result[e] as number;
    kinds[e] = (kinds[e] as number) | kindOf(value);
    if (!Number.isFinite(value)) {
      strangeBy[e] = by;
      continue;
    }
    if (value < (low[e] as number)) {
      low[e] = value;
      lowBy[e] = by;
    }
    if (value > (high[e] as number)) {
      high[e] = value;
      highBy[e] = by;
    }
  }
}

/** A hash of the bits of a result (FNV-1a over words of 32 bits), in which −0 and the sign of NaN count. */
export function hashOf(result: ArrayLike<number>): number {
  const words = new Uint32Array(Float64Array.from(result).buffer);
  let hash = 0x811c9dc5;
  for (const word of words) hash = Math.imul(hash ^ word, 0x01000193);
  return hash >>> 0;
}
