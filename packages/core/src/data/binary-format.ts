/** A binary floating-point format as IEEE 754 makes them: a sign, an exponent, a significand whose first bit is not stored. */
export interface BinaryFormat {
  /** Bits of the significand, the hidden one included. */
  readonly significandBits: number;
  readonly exponentBits: number;
}

/** What error bounds are made of. */
export interface FormatLimits {
  /** Unit round-off u of one correctly rounded operation. */
  readonly unitRoundoff: number;
  /** Smallest normal number: what flushing subnormals can cost an operation. */
  readonly smallestNormal: number;
  /** Largest finite number. */
  readonly largestFinite: number;
}

function biasOf({ exponentBits }: BinaryFormat): number {
  return 2 ** (exponentBits - 1) - 1;
}

/** The limits of a format of at most 64 bits. */
export function limitsOf(format: BinaryFormat): FormatLimits {
  const bias = biasOf(format);
  const unitRoundoff = 2 ** -format.significandBits;
  return { unitRoundoff, smallestNormal: 2 ** (1 - bias), largestFinite: (2 - 2 * unitRoundoff) * 2 ** bias };
}

function roundEven(value: number): number {
  const down = Math.floor(value);
  const rest = value - down;
  return rest > 0.5 || (rest === 0.5 && down % 2 === 1) ? down + 1 : down;
}

/** The bits of the nearest number of a format of 16 bits, ties to even; infinity from half a unit beyond the largest number on. */
export function toBits(format: BinaryFormat, value: number): number {
  const fraction = format.significandBits - 1;
  const bias = biasOf(format);
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const infinity = (2 * bias + 1) << fraction;
  if (Number.isNaN(value)) return infinity | (1 << (fraction - 1));
  const size = Math.abs(value);
  if (size >= (2 - 2 ** -format.significandBits) * 2 ** bias) return sign | infinity;
  if (size < 2 ** (1 - bias)) return sign | roundEven(size * 2 ** (bias - 1 + fraction));
  let exponent = Math.floor(Math.log2(size));
  // log2 may be off by one next to a power of two.
  if (2 ** exponent > size) exponent--;
  else if (2 ** (exponent + 1) <= size) exponent++;
  // A significand that rounds up to 2 carries into the exponent, as it should.
  return sign | (((exponent + bias) << fraction) + roundEven((size / 2 ** exponent - 1) * 2 ** fraction));
}

/** The number that the bits of a format of 16 bits stand for. */
export function fromBits(format: BinaryFormat, bits: number): number {
  const fraction = format.significandBits - 1;
  const bias = biasOf(format);
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits & 0x7fff) >> fraction;
  const rest = bits & ((1 << fraction) - 1);
  if (exponent === 0) return sign * rest * 2 ** (1 - bias - fraction);
  if (exponent === 2 * bias + 1) return rest === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + rest * 2 ** -fraction) * 2 ** (exponent - bias);
}
