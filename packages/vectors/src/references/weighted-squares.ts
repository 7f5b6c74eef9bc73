import type { Reference } from '@spmv/core/oracle';
import {
  addDoubleDouble,
  emptyReference,
  exactRow,
  FLUSH_UNIT,
  scaleDoubleDouble,
  twoProduct,
} from '@spmv/core/oracle';

/** From here on a product of three numbers may leave the range of f64. */
const LARGE = 2 ** 300;

const finiteSize = (value: number): number => (Number.isFinite(value) ? Math.abs(value) : 0);
const wordsAt = ({ high, low }: Reference, i: number): readonly number[] =>
  low[i] === 0 || !Number.isFinite(high[i]) ? [high[i]] : [high[i], low[i]];

/** Σ dᵢyᵢ² in integers, for what leaves the range on the way. */
function inIntegers(y: Reference, d: Float64Array): ReturnType<typeof exactRow> {
  const a: number[] = [];
  const x: number[] = [];
  for (let i = 0; i < d.length; i++)
    for (const one of wordsAt(y, i))
      for (const other of wordsAt(y, i)) {
        const { high, low } = twoProduct(d[i], other);
        // Where dy leaves the range, so does dy².
        const isLost = !Number.isFinite(high) && Number.isFinite(d[i]) && Number.isFinite(other);
        const words = isLost ? [Math.sign(high) * Number.MAX_VALUE] : low === 0 ? [high] : [high, low];
        for (const word of words) {
          a.push(one);
          x.push(word);
        }
      }
  return exactRow({ a, x, alpha: 1, beta: 0, y: 0 });
}

/**
 * Σ dᵢyᵢ² over the reference of y, and the terms of its bound: each product is of two sums of n terms with n + 3 relative errors each, as in Σ yᵢ² of `sumReference`, and of the weight with one more. `beside` are weights of terms that cancel: those of
 * a part of yᴴ(d ∘ y), written out, are |d| of the other part times yᵢ² at most.
 */
export function weightedSquares(y: Reference, d: Float64Array, beside?: Float64Array): Reference {
  const reference = emptyReference(y.precision, 1);
  let sum = { high: 0, low: 0 };
  let [magnitude, most, flush, large] = [0, 0, FLUSH_UNIT, false];
  for (let i = 0; i < d.length; i++) {
    const weight = d[i];
    const size = y.magnitude[i];
    const value = { high: y.high[i], low: y.low[i] };
    // Beside an infinity or NaN the low words say nothing.
    const square = Number.isFinite(value.high)
      ? addDoubleDouble(twoProduct(value.high, value.high), { high: 2 * value.high * value.low, low: 0 })
      : { high: value.high * value.high, low: 0 };
    sum = addDoubleDouble(
      sum,
      Number.isFinite(square.high) ? scaleDoubleDouble(square, weight) : { high: square.high * weight, low: 0 },
    );
    const weightSize = finiteSize(weight) + (beside ? finiteSize(beside[i]) : 0);
    magnitude += weightSize * size * size;
    most = Math.max(most, y.terms[i]);
    flush += weightSize * (2 * size * y.flush[i] + (size + 1) ** 2 * FLUSH_UNIT) + (size + 1) * FLUSH_UNIT;
    large ||= y.exponent[i] !== 0 || size >= LARGE || weightSize >= LARGE;
  }
  const exact = large ? inIntegers(y, d) : undefined;
  reference.high[0] = exact ? exact.high : sum.high;
  reference.low[0] = exact ? exact.low : sum.low;
  const sizes =
    exact && beside
      ? inIntegers(
          y,
          d.map((weight, i) => Math.abs(weight) + Math.abs(beside[i])),
        )
      : exact;
  reference.magnitude[0] = sizes ? sizes.magnitude : magnitude;
  reference.exponent[0] = sizes ? sizes.exponent : 0;
  reference.partial[0] = sizes ? sizes.partial : magnitude;
  reference.flush[0] = flush;
  reference.terms[0] = d.length + 2 * most + 4;
  return reference;
}
