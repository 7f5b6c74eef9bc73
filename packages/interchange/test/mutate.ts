/** Numbers below a bound, the same for the same seed (Marsaglia's xorshift, 32 bits). */
export function seeded(seed: number): (below: number) => number {
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % Math.max(1, below);
  };
}

/** What breaks readers of binary files, as bytes of little-endian numbers. */
const NUMBERS: readonly (readonly number[])[] = [
  [0],
  [255],
  [0xff, 0xff],
  [0xff, 0xff, 0xff, 0xff],
  [0xff, 0xff, 0xff, 0x7f],
  [0, 0, 0, 0x80],
  [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f],
  [0, 0, 0, 0, 0, 0, 0, 0x80],
  [1, 0, 0, 0],
  [0, 0, 0, 0, 0, 0, 0, 0],
];

/** A copy of `bytes` with one to four changes; three times in four they are near the beginning or the end, where headers are. */
export function mutated(
  bytes: Uint8Array,
  below: (n: number) => number,
  words: readonly Uint8Array[] = [],
): Uint8Array {
  let result = bytes;
  for (let change = below(4); change >= 0; change--) {
    const near = Math.min(result.length, 160);
    const at = [below(near), result.length - below(near), below(result.length)][below(3)] as number;
    const number = Uint8Array.from(NUMBERS[below(NUMBERS.length)] as readonly number[]);
    const word = words.length > 0 && below(2) === 0 ? (words[below(words.length)] as Uint8Array) : number;
    const [before, after] = [result.subarray(0, at), result.subarray(at)];
    const kind = below(5);
    result =
      kind === 0
        ? before
        : kind === 1
          ? Uint8Array.of(...before, ...word, ...after)
          : kind === 2
            ? Uint8Array.of(...before, ...after.subarray(1 + below(8)))
            : kind === 3
              ? Uint8Array.of(...before, ...word, ...after.subarray(word.length))
              : Uint8Array.of(...before, (after[0] ?? 0) ^ (1 << below(8)), ...after.subarray(1));
  }
  return result;
}
