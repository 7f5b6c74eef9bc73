const MASK = (1n << 64n) - 1n;

/** The leading 128 bits of 5^q, cut off. */
export function leadingBits(q: number): bigint {
  const power = 5n ** BigInt(Math.abs(q));
  const bits = power.toString(2).length;
  if (q >= 0) return bits <= 128 ? power << BigInt(128 - bits) : power >> BigInt(bits - 128);
  const long = (1n << BigInt(2 * bits + 128)) / power;
  return long >> BigInt(long.toString(2).length - 128);
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
