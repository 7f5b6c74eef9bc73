const MASK = (1n << 64n) - 1n;

/** Bits of 5^n: no n below a thousand is so near to a power of two that the product is rounded to another number. */
const bitsOf = (n: number): number => Math.floor(n * Math.log2(5)) + 1;

/** The leading 128 bits of 5^q, cut off. */
export function leadingBits(q: number): bigint {
  const power = 5n ** BigInt(Math.abs(q));
  const bits = bitsOf(Math.abs(q));
  if (q >= 0) return bits <= 128 ? power << BigInt(128 - bits) : power >> BigInt(bits - 128);
  // 5^−q is between 2^(bits − 1) and 2^bits: the quotient has 128 bits.
  return (1n << BigInt(bits + 127)) / power;
}

/** Writes `bits(q)` for q = least … greatest as pairs of 64 bits, the high ones first. */
export function writePowers(
  view: DataView,
  at: number,
  least: number,
  greatest: number,
  bits: (q: number) => bigint,
): void {
  for (let q = least; q <= greatest; q++) {
    const power = bits(q);
    view.setBigUint64(at + 16 * (q - least), power >> 64n, true);
    view.setBigUint64(at + 16 * (q - least) + 8, power & MASK, true);
  }
}
