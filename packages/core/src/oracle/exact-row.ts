/** One row of y = αAx + βy, its inputs rounded already. */
export interface RowInputs {
  /** The entries and what they meet, in pairs. */
  readonly a: readonly number[];
  readonly x: readonly number[];
  readonly alpha: number;
  readonly beta: number;
  /** Not looked at when beta is 0. */
  readonly y: number;
}

/** A row of the reference, exact to 106 bits whatever its size. */
export interface ExactRow {
  /** Infinite or NaN only where an input is; the largest finite number where the result is beyond it, `low` being the rest. */
  readonly high: number;
  readonly low: number;
  /** |α|Σ|aⱼxⱼ| + |βy| over the terms of finite inputs is `magnitude` · 2^`exponent`. */
  readonly magnitude: number;
  readonly exponent: number;
  /** Σ|aⱼxⱼ| over the same; infinite beyond f64. */
  readonly partial: number;
}

/** 2^1074 of these are 1: every finite double is an integer of them. */
const BITS = 1074;

/** A finite double as an integer of 2^−1074. */
function integerOf(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  const magnitude = exponent === 0n ? fraction : (fraction | 0x10_0000_0000_0000n) << (exponent - 1n);
  return bits >> 63n === 1n ? -magnitude : magnitude;
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value);

/** mantissa · 2^exponent with mantissa below 2^64, of an integer of 2^−`bits`. */
function scaled(value: bigint, bits: number): { readonly mantissa: number; readonly exponent: number } {
  const digits = abs(value).toString(16);
  const length = 4 * digits.length - Math.clz32(Number.parseInt(digits[0] as string, 16)) + 28;
  const surplus = Math.max(0, length - 64);
  return { mantissa: Number(value / 2n ** BigInt(surplus)), exponent: surplus - bits };
}

/** value · 2^exponent for any exponent: no factor leaves the range before the result does. */
export function timesPowerOfTwo(value: number, exponent: number): number {
  let result = value;
  let left = exponent;
  for (; left > 1000; left -= 1000) result *= 2 ** 1000;
  for (; left < -1000; left += 1000) result *= 2 ** -1000;
  return result * 2 ** left;
}

function numberOf(value: bigint, bits: number): number {
  const { mantissa, exponent } = scaled(value, bits);
  return timesPowerOfTwo(mantissa, exponent);
}

/** The nearest double that is finite, and the rest, of an integer of 2^−`bits`. */
function split(value: bigint, bits: number): { readonly high: number; readonly low: number } {
  const largest = Number.MAX_VALUE;
  const high = Math.max(-largest, Math.min(largest, numberOf(value, bits)));
  const rest = value - integerOf(high) * 2n ** BigInt(bits - BITS);
  return { high, low: Math.max(-largest, Math.min(largest, numberOf(rest, bits))) };
}

/**
 * A row in integers: what double-double arithmetic cannot do near the end of its range, and infinities apart from what overflows on the
 * way. Slow, for the few rows that need it.
 */
export function exactRow({ a, x, alpha, beta, y }: RowInputs): ExactRow {
  let sum = 0n;
  let partial = 0n;
  /** Sum of what infinite and NaN inputs make; 0 without any. */
  let special = 0;
  for (let j = 0; j < a.length; j++) {
    const [aj, xj] = [a[j] as number, x[j] as number];
    if (Number.isFinite(aj) && Number.isFinite(xj)) {
      const term = integerOf(aj) * integerOf(xj);
      sum += term;
      partial += abs(term);
    } else special += aj * xj;
  }
  const last = beta === 0 ? 0 : y;
  // Integers of 2^−3·1074: the product of three numbers.
  const factor = Number.isFinite(alpha) ? integerOf(alpha) : 0n;
  const added =
    Number.isFinite(beta) && Number.isFinite(last) ? (integerOf(beta) * integerOf(last)) << BigInt(BITS) : 0n;
  const { mantissa, exponent } = scaled(abs(factor) * partial + abs(added), 3 * BITS);
  const finite = split(factor * sum + added, 3 * BITS);
  const sign = sum > 0n ? 1 : sum < 0n ? -1 : 0;
  const products =
    Number.isFinite(special) && special === 0 ? (Number.isFinite(alpha) ? 0 : alpha * sign) : special * alpha;
  const infinite = products + (Number.isFinite(beta) && Number.isFinite(last) ? 0 : beta * last);
  return {
    ...(infinite === 0 ? finite : { high: infinite, low: 0 }),
    magnitude: mantissa,
    exponent,
    partial: numberOf(partial, 2 * BITS),
  };
}
