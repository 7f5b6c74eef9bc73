import { significant } from '@spmv/engine/basics';

/** An error over its bound, for people: right up to 1, which the one rounding to a narrower result may come close to. */
export function errorRatioText(ratio: number): string {
  const text = significant(ratio);
  if (text !== '1.00') return text;
  return ratio <= 1
    ? '1.00 (at the bound, not beyond: rounding a result to its type alone comes so close)'
    : `1 + ${significant(ratio - 1)} (beyond the bound)`;
}
