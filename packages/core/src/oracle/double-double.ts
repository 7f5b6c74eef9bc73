/**
 * Error-free transforms in f64 (Dekker 1971; Knuth, TAOCP vol. 2, 4.2.2). A double-double is an unevaluated sum high + low,
 * |low| ≤ ulp(high)/2: about 106 bits. Loops below keep the two words in locals; this file documents and tests the steps.
 */
export interface DoubleDouble {
  readonly high: number;
  readonly low: number;
}

/** a + b exactly. */
export function twoSum(a: number, b: number): DoubleDouble {
  const high = a + b;
  const bPart = high - a;
  return { high, low: a - (high - bPart) + (b - bPart) };
}

const SPLITTER = 2 ** 27 + 1;
// Above this, multiplying by the splitter overflows; scaling by 2^-28 first keeps the split exact.
const SPLIT_LIMIT = 2 ** 996;

/** a = high + low with 26 bits each (Veltkamp). Finite a. */
export function split(a: number): DoubleDouble {
  if (Math.abs(a) > SPLIT_LIMIT) {
    const scaled = split(a * 2 ** -28);
    return { high: scaled.high * 2 ** 28, low: scaled.low * 2 ** 28 };
  }
  const t = SPLITTER * a;
  const high = t - (t - a);
  return { high, low: a - high };
}

/** a · b exactly, unless the product or its low word leaves the normal range. */
export function twoProduct(a: number, b: number): DoubleDouble {
  const high = a * b;
  if (!Number.isFinite(high)) return { high, low: 0 };
  const x = split(a);
  const y = split(b);
  return { high, low: x.low * y.low - (high - x.high * y.high - x.low * y.high - x.high * y.low) };
}

/** (high, low) + (otherHigh, otherLow), relative error below 2⁻¹⁰⁴ barring cancellation; non-finite sums have low = 0. */
export function addDoubleDouble(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const high = twoSum(a.high, b.high);
  if (!Number.isFinite(high.high)) return { high: high.high, low: 0 };
  const low = twoSum(a.low, b.low);
  const middle = twoSum(high.high, high.low + low.high);
  return twoSum(middle.high, middle.low + low.low);
}

/** (high, low) · factor. */
export function scaleDoubleDouble(a: DoubleDouble, factor: number): DoubleDouble {
  const product = twoProduct(a.high, factor);
  if (!Number.isFinite(product.high)) return { high: product.high, low: 0 };
  const low = product.low + a.low * factor;
  const sum = twoSum(product.high, low);
  return Number.isFinite(sum.high) ? sum : { high: sum.high, low: 0 };
}
