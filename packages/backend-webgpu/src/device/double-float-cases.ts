/** Cases of the double-float self-test. */
export const CASES = 2048;
/** Cases in each dot product. */
export const CHAIN = 16;

/** Reproducible numbers in 0..2³²−1 (xorshift). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
}

/**
 * Operands as the device stores them: a.high, a.low, b.high, b.low for each case. Full mantissas, exponents up to 24 apart (f64 then
 * holds sums and products of high words exactly), and every fourth case a cancellation in which all but a few bits vanish.
 */
export function doubleFloatOperands(): Float32Array {
  const next = generator(0x9e3779b9);
  const one = (exponent: number): number =>
    (next() % 2 === 0 ? 1 : -1) * (1 + (next() % 2 ** 23) / 2 ** 23) * 2 ** exponent;
  const operands = new Float32Array(4 * CASES);
  for (let k = 0; k < CASES; k++) {
    const exponent = (next() % 24) - 12;
    const a = one(exponent);
    const b = k % 4 === 3 ? -a * (1 + ((next() % 7) - 3) * 2 ** -23) : one(exponent + (next() % 25) - 12);
    const words = [a, one(Math.floor(Math.log2(Math.abs(a))) - 25), b, one(Math.floor(Math.log2(Math.abs(b))) - 25)];
    // A low word is at most half a unit in the last place of its high word.
    operands.set(words, 4 * k);
  }
  return operands;
}
