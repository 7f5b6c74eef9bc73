/** Value type of stored matrices and of host vectors. */
export type ValueType = 'f64' | 'f32';

/** Values of a matrix or vector, as the host has them. */
export type ValueArray = Float64Array | Float32Array;

/**
 * Arithmetic a product is asked for in. `df64` is a pair of f32 (about 48 bits), `f16` is storage in half precision;
 * a device offers them only where it has them.
 */
export type Precision = 'f64' | 'f32' | 'f16' | 'df64';

/** What a number of a precision takes, and what error bounds are made of. */
export interface PrecisionFacts {
  /** What the host hands over and gets back. */
  readonly host: ValueType;
  /** Bytes of one number where products read it: half of the host's in f16. */
  readonly storedBytes: number;
  /** Unit round-off u of one correctly rounded operation. */
  readonly unitRoundoff: number;
  /** Smallest normal number: what flushing subnormals can cost an operation. */
  readonly smallestNormal: number;
  /** Largest finite number. */
  readonly largestFinite: number;
}

/**
 * Facts of each precision. For `df64`, with v = 2⁻²⁴: a sum of two pairs is within 3v² and a product within 7v² (accurate sum,
 * algorithm 6, and product, algorithm 10, of Joldes, Muller, Popescu 2017, "Tight and rigorous error bounds for basic building
 * blocks of double-word arithmetic"). A term of a row of n entries goes through one product, at most n − 1 sums, the product with
 * alpha and the sum with βy: (3(n − 1) + 7 + 7 + 3)v² ≤ (n + 3)·8v² to first order, so u = 8v² = 2⁻⁴⁵ covers every row. Flushing
 * costs an operation at most 2⁻¹²⁶ in either word; the up to 64 operations of a term, 2⁻¹²⁰, stand for the smallest normal number.
 */
export const PRECISIONS: Readonly<Record<Precision, PrecisionFacts>> = {
  f64: {
    host: 'f64',
    storedBytes: 8,
    unitRoundoff: 2 ** -53,
    smallestNormal: 2 ** -1022,
    largestFinite: Number.MAX_VALUE,
  },
  f32: {
    host: 'f32',
    storedBytes: 4,
    unitRoundoff: 2 ** -24,
    smallestNormal: 2 ** -126,
    largestFinite: 3.4028234663852886e38,
  },
  f16: { host: 'f32', storedBytes: 2, unitRoundoff: 2 ** -11, smallestNormal: 2 ** -14, largestFinite: 65504 },
  df64: {
    host: 'f64',
    storedBytes: 8,
    unitRoundoff: 2 ** -45,
    smallestNormal: 2 ** -120,
    largestFinite: 3.4028234663852886e38,
  },
};

/** Largest finite value and spacing of f16, as needed by {@link roundTo}. */
function roundToHalf(value: number): number {
  if (value === 0 || !Number.isFinite(value)) return value;
  const exponent = Math.max(Math.floor(Math.log2(Math.abs(value))), -14);
  const spacing = 2 ** (exponent - 10);
  const quotient = value / spacing;
  const down = Math.floor(quotient);
  const rest = quotient - down;
  const nearest = rest > 0.5 || (rest === 0.5 && down % 2 !== 0) ? down + 1 : down;
  const rounded = nearest * spacing;
  return Math.abs(rounded) > 65504 ? Math.sign(value) * Infinity : rounded;
}

/** Whether every value is an f32 exactly, so that four bytes keep it. */
export function exactInF32(values: Float64Array): boolean {
  return values.every((value) => Object.is(Math.fround(value), value));
}

/**
 * `value` rounded to the inputs of `precision`: the number a kernel of that precision really sees. What reaches a device in f16 comes
 * from the host as f32 ({@link PRECISIONS}), so it is rounded twice: next to a tie the result differs from a single rounding's.
 */
export function roundTo(precision: Precision, value: number): number {
  switch (precision) {
    case 'f64':
      return value;
    case 'f32':
      return Math.fround(value);
    case 'f16':
      return roundToHalf(Math.fround(value));
    case 'df64': {
      const high = Math.fround(value);
      return Number.isFinite(high) ? high + Math.fround(value - high) : high;
    }
  }
}

/** A zeroed host vector of a value type. */
export function valueArray(type: ValueType, length: number): ValueArray {
  return type === 'f64' ? new Float64Array(length) : new Float32Array(length);
}

/** `values` in the value type, rounded once to nearest; the same array when it already is of that type. */
export function toValueType(type: ValueType, values: ValueArray): ValueArray {
  if (type === 'f64') return values instanceof Float64Array ? values : new Float64Array(values);
  return values instanceof Float32Array ? values : new Float32Array(values);
}
