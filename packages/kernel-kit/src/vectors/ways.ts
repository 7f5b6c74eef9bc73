import type { VectorPass } from './vector-passes.ts';

/** What a pass does, as bits: compiled loops are made for each number that occurs. */
const WAY = {
  first: 1,
  by: 2,
  weights: 4,
  second: 8,
  moved: 16,
  into: 32,
  other: 64,
  own: 128,
  squares: 256,
  norm: 512,
  minus: 1024,
  unconjugated: 2048,
} as const;

/** The way of a pass all of whose factors are there. */
export function wayOf(pass: VectorPass): number {
  const { first, by, weights, second, share, moved, into, other, squares, sums, unconjugated } = pass;
  const bits: Readonly<Record<keyof typeof WAY, unknown>> = {
    first: true,
    by,
    weights,
    second,
    moved,
    into,
    other,
    // `by` may leave the vector unread, which its sum needs.
    own: by === undefined && other === first,
    squares,
    norm: sums.includes('t'),
    minus: share?.times === -1,
    unconjugated,
  };
  return Object.entries(WAY).reduce((way, [name, bit]) => (bits[name as keyof typeof WAY] ? way + bit : way), 0);
}

/** The ways of passes, and with `excluded` also those that are left of them where factors are 0: without `first`, `second` or `moved`. */
export function waysOf(passes: readonly VectorPass[], excluded: boolean): readonly number[] {
  const all = passes.flatMap((pass) => {
    const removable = [pass.by && WAY.first, pass.share && WAY.second, pass.step && WAY.moved];
    return removable.reduce<readonly number[]>(
      (ways, bit) => (bit && excluded ? ways.flatMap((way) => [way, way - bit]) : ways),
      [wayOf(pass)],
    );
  });
  return [...new Set(all)];
}
