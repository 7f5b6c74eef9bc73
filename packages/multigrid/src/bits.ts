/** Flags, each 0 or 1, as bits: what is kept for new values takes an eighth so. */
export function packed(flags: Uint8Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(flags.length / 8));
  for (let k = 0; k < flags.length; k++) bits[k >> 3] |= flags[k] << (k & 7);
  return bits;
}

/** So many flags of bits. */
export function unpacked(bits: Uint8Array, length: number): Uint8Array {
  const flags = new Uint8Array(length);
  for (let k = 0; k < length; k++) flags[k] = (bits[k >> 3] >> (k & 7)) & 1;
  return flags;
}
