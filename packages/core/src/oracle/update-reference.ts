import type { Scalar } from '../data/coo.ts';
import { pairOf } from '../data/coo.ts';
import type { ValueArray } from '../data/number-encoding.ts';
import { PRECISIONS, roundTo } from '../data/precision.ts';
import { complexUpdateReference } from './complex-update-reference.ts';
import { addDoubleDouble, scaleDoubleDouble, twoProduct } from './double-double.ts';
import { exactRow } from './exact-row.ts';
import type { Reference } from './reference.ts';
import { emptyReference, FLUSH_UNIT } from './reference.ts';
import { finiteSize, isLarge, isLargeRow, magnitudeOf, passedThrough, wordsOf } from './row-terms.ts';
import { addSized, putMagnitude, sized, timesSized } from './sized.ts';

/** What w ← δw + γy reads besides y; it is rounded to the precision here. */
export interface UpdateInputs {
  readonly gamma: Scalar;
  readonly delta: Scalar;
  /** Not looked at when delta is 0. Of complex numbers pairs. */
  readonly w: ValueArray;
}

/** w = δw + γy over the reference of y. */
export function updateReference(y: Reference, { w, ...factors }: UpdateInputs): Reference {
  const { precision } = y;
  const [gamma, delta] = [factors.gamma, factors.delta].map((one) =>
    pairOf(one).map((part) => roundTo(precision, part)),
  ) as [[number, number], [number, number]];
  return PRECISIONS[precision].components === 2
    ? complexUpdateReference(y, { gamma, delta, w })
    : realUpdateReference(y, gamma[0], delta[0], w);
}

/**
 * The same in real numbers. An error of yᵢ costs |γ| times as much, so that the terms of wᵢ are those of yᵢ times γ, and δwᵢ: their magnitudes
 * are |γ| times that of yᵢ and |δwᵢ|, and two roundings come after those of yᵢ.
 */
function realUpdateReference(y: Reference, gamma: number, delta: number, w: ValueArray): Reference {
  const reference = emptyReference(y.precision, y.high.length);
  const times = finiteSize(gamma);
  for (let i = 0; i < y.high.length; i++) {
    const old = delta === 0 ? 0 : roundTo(y.precision, w[i] as number);
    const kept = finiteSize(delta) * finiteSize(old);
    reference.terms[i] = (y.terms[i] as number) + 2;
    reference.partial[i] = passedThrough(y, i);
    reference.flush[i] =
      times * (y.flush[i] as number) +
      (finiteSize(y.high[i] as number) + times + 2) * FLUSH_UNIT +
      finiteSize(delta) * (finiteSize(old) + 1) * FLUSH_UNIT;
    if (isLargeRow(y, i) || [gamma, delta, old].some(isLarge)) {
      const a = wordsOf(y, i);
      const { high, low } = exactRow({ a, x: a.map(() => gamma), alpha: 1, beta: delta, y: old });
      const ofY = timesSized(sized(gamma), magnitudeOf(y, i));
      putMagnitude(addSized(ofY, timesSized(sized(delta), sized(old))), reference, i);
      reference.high[i] = high;
      reference.low[i] = low;
      continue;
    }
    const product = scaleDoubleDouble({ high: y.high[i] as number, low: y.low[i] as number }, gamma);
    const result = delta === 0 ? product : addDoubleDouble(product, twoProduct(delta, old));
    reference.high[i] = result.high;
    reference.low[i] = result.low;
    reference.magnitude[i] = times * (y.magnitude[i] as number) + kept;
  }
  return reference;
}
