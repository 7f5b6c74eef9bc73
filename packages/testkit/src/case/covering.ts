/**
 * How much of a product of axes is tried. `all`: every combination, bounded. `pairs`: a few for each matrix, so that every pair of values of two
 * axes meets on some matrix (an orthogonal array; Bush 1952, *Orthogonal arrays of index unity*). `few`: one of each
 * matrix, another each time, for devices that are slow to compile and for what was tried before.
 */
export type CaseCoverage = 'all' | 'pairs' | 'few';

/** Which of several cases asks: they divide the combinations among themselves. */
export interface CaseShare {
  readonly index: number;
  readonly count: number;
  /** Combinations that the case tries at the least, where there are as many. Default 1. */
  readonly least?: number;
}

/** Of a case that shares with no other: the first combination and some far from one another. */
const FEW: CaseShare = { index: 0, count: 41, least: 3 };

/** The share of the combinations that a case takes: none means all. */
export function shareOf(coverage: CaseCoverage, part: CaseShare | undefined): CaseShare | undefined {
  if (coverage === 'all') return undefined;
  if (part === undefined) return FEW;
  // One combination of each case, or of many of them one in so many: another one each time.
  return coverage === 'few' ? { index: part.index, count: Math.max(part.count, FEW.count) } : part;
}

function isPrime(n: number): boolean {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return n >= 2;
}

function product(sizes: readonly number[]): readonly (readonly number[])[] {
  const [size, ...others] = sizes;
  if (size === undefined) return [[]];
  const rest = product(others);
  return Array.from({ length: size }, (_, value) => rest.map((row) => [value, ...row])).flat();
}

/** The rows that hold a value, or a pair of values, which none before them holds. */
function withNewPairs(rows: readonly (readonly number[])[], sizes: readonly number[]): readonly (readonly number[])[] {
  const first = sizes.map((_, axis) => sizes.slice(0, axis).reduce((sum, size) => sum + size, 0));
  const values = sizes.reduce((sum, size) => sum + size, 0);
  const met = new Uint8Array(values * values);
  return rows.filter((row) => {
    const places = row.map((value, axis) => first[axis] + value);
    const pairs = places.flatMap((place, axis) => places.slice(axis).map((other) => place * values + other));
    const isNew = pairs.some((pair) => met[pair] === 0);
    for (const pair of pairs) met[pair] = 1;
    return isNew;
  });
}

/**
 * Combinations for one of several cases, each a value 0..size−1 of every axis. Those of all cases hold every pair of values of any two axes, as
 * long as the sizes are the same for all of them. Where the sizes differ between cases, each has its share of the array of its own sizes.
 * Without a part: every combination, the last axis fastest.
 */
export function coveringRows(sizes: readonly number[], part: CaseShare | undefined): readonly (readonly number[])[] {
  if (part === undefined || sizes.includes(0)) return product(sizes);
  const { index, count, least = 1 } = part;
  let prime = Math.max(2, sizes.length - 1, ...sizes);
  while (!isPrime(prime)) prime++;
  const rows = withNewPairs(
    Array.from({ length: prime * prime }, (_, k) => {
      const [high, low] = [Math.floor(k / prime), k % prime];
      return sizes.map((size, axis) => (axis === 0 ? low : (high + (axis - 1) * low) % prime) % size);
    }),
    sizes,
  );
  const mine = Math.max(least, Math.ceil(rows.length / count));
  const shared = Array.from({ length: mine }, (_, k) => rows[(index + k * count) % rows.length]);
  return [...new Map(shared.map((row) => [row.join(), row])).values()];
}
