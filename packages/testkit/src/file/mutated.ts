import type { Random } from '../random/random.ts';

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

/**
 * A copy of `bytes` with one to four changes: cut, or a number or one of `words` put in or over, bytes left out, a bit turned over. Most of
 * them are near the beginning or the end, where headers are.
 */
export function mutated(bytes: Uint8Array, { integer: below }: Random, words: readonly Uint8Array[] = []): Uint8Array {
  let result = bytes;
  for (let change = below(4); change >= 0; change--) {
    const near = Math.min(result.length, 160);
    const at = [below(near), result.length - below(near), below(result.length)][below(3)];
    const number = Uint8Array.from(NUMBERS[below(NUMBERS.length)]);
    const word = words.length > 0 && below(2) === 0 ? words[below(words.length)] : number;
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

/** The bytes cut at every place, and with every bit of them turned over; or at one place of `every`. */
export function* cutsAndFlips(bytes: Uint8Array, every = 1): Generator<Uint8Array> {
  for (let length = 0; length < bytes.length; length += every) yield bytes.subarray(0, length);
  for (let bit = 0; bit < 8 * bytes.length; bit += every) {
    const flipped = bytes.slice();
    flipped[bit >> 3] = flipped[bit >> 3] ^ (1 << (bit & 7));
    yield flipped;
  }
}
