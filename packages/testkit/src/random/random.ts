/** A stream of pseudo-random numbers: the same seed gives the same stream on every machine and in every version of this package. */
export interface Random {
  /** An integer in 0..2³²−1. */
  uint32(): number;
  /** A multiple of 2⁻⁵³ in [0, 1). */
  uniform(): number;
  /** A number in (−1, 1), never 0, of magnitude at least 2⁻⁵³. */
  signed(): number;
  /** An integer in 0..below−1; `below` in 1..2³². The bias of at most below/2³² does not matter to tests. */
  integer(below: number): number;
  /** Standard normal (Box and Muller, one of the pair). */
  normal(): number;
}

/** One step of splitmix32: mixes a counter into 32 well-spread bits (finaliser of MurmurHash3). */
export function mix32(counter: number): number {
  let h = counter | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

const GOLDEN = 0x9e3779b9;

/** The four words of state that a seed stands for; every finite number is a seed. */
function stateOf(seed: number): [number, number, number, number] {
  const low = Math.floor(seed) | 0;
  const high = Math.floor(seed / 2 ** 32) | 0;
  const word = (k: number): number => mix32((low ^ mix32(high)) + Math.imul(k, GOLDEN));
  return [word(1), word(2), word(3), word(4) | 1];
}

/**
 * xoshiro128** 1.1 (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021) from a state of four words that
 * are not all zero.
 */
export function randomFromState(state: readonly [number, number, number, number]): Random {
  let [a, b, c, d] = state;
  const uint32 = (): number => {
    const scrambled = Math.imul(b, 5);
    const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9);
    const t = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = (d << 11) | (d >>> 21);
    return result >>> 0;
  };
  const uniform = (): number => ((uint32() >>> 5) * 2 ** 26 + (uint32() >>> 6)) * 2 ** -53;
  return {
    uint32,
    uniform,
    signed: () => {
      const magnitude = 1 - uniform();
      return (uint32() & 1) === 0 ? magnitude * (1 - 2 ** -53) : -magnitude * (1 - 2 ** -53);
    },
    integer: (below) => Math.floor(uint32() * 2 ** -32 * below),
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
  };
}

/** xoshiro128** seeded through splitmix32, so that neighbouring seeds give unrelated streams. */
export function createRandom(seed: number): Random {
  return randomFromState(stateOf(seed));
}
