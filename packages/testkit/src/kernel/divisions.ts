import { createRandom } from '../random/random.ts';

/** Ends of ranges that cover 0..count: one, every unit alone, and random ones. */
export function divisions(count: number): readonly (readonly number[])[] {
  const random = createRandom(count);
  const cuts = (pieces: number): number[] =>
    [...new Set([...Array.from({ length: pieces - 1 }, () => random.integer(count)), 0, count])].sort((a, b) => a - b);
  return [
    [0, count],
    ...(count <= 300 ? [Array.from({ length: count + 1 }, (_, unit) => unit)] : []),
    cuts(2),
    cuts(3),
    cuts(8),
    cuts(40),
  ];
}
