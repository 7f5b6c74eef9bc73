import { createRandom } from '../random/random.ts';

/** Ends of ranges that cover 0..count: one, every unit alone, and random ones. */
function divisions(count: number): readonly (readonly number[])[] {
  const random = createRandom(count);
  const divided = (ranges: number): number[] =>
    [...new Set([...Array.from({ length: ranges - 1 }, () => random.integer(count)), 0, count])].sort((a, b) => a - b);
  return [
    [0, count],
    ...(count <= 300 ? [Array.from({ length: count + 1 }, (_, unit) => unit)] : []),
    divided(2),
    divided(3),
    divided(8),
    divided(40),
  ];
}

/** {@link divisions}, worked out once for each count: a kernel is asked for the same ones for every product. */
export function rememberDivisions(): typeof divisions {
  const known = new Map<number, readonly (readonly number[])[]>();
  return (count) => {
    const found = known.get(count) ?? divisions(count);
    known.set(count, found);
    return found;
  };
}
