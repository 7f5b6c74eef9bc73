/** A stream of numbers in [0, 1): splitmix32, the same on every machine for one seed. */
function randomStream(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let t = state ^ (state >>> 16);
    t = Math.imul(t, 0x21f0aaad);
    t ^= t >>> 15;
    t = Math.imul(t, 0x735a2d97);
    return ((t ^ (t >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** Seed of x and y unless --seed says otherwise. */
export const DEFAULT_SEED = 42;

/** A vector of numbers in [0.1, 3), the range of the papers' experiments. */
export function randomVector(length: number, seed: number): Float64Array {
  const next = randomStream(seed);
  const vector = new Float64Array(length);
  for (let i = 0; i < length; i++) vector[i] = 0.1 + 2.9 * next();
  return vector;
}
