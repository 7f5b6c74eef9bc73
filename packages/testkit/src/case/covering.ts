/**
 * How much of a product of axes is tried. `all`: every combination, bounded. `pairs`: a few for each matrix, so that every pair of values of two
 * axes meets on some matrix (an orthogonal array; Bush 1952, *Orthogonal arrays of index unity*).
 */
export type Coverage = 'all' | 'pairs';

/** Which of several cases asks: they divide the combinations among themselves. */
export interface Part {
  readonly index: number;
  readonly count: number;
}

/** Combinations that a case tries at the least. */
const LEAST = 1;

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

/**
 * Combinations for one of several cases, each a value 0..size−1 of every axis. Those of all cases hold every pair of values of any two axes, as
 * long as the sizes are the same for all of them. Where the sizes differ between cases, each has its share of the array of its own sizes.
 * Without a part: every combination, the last axis fastest.
 */
export function coveringRows(sizes: readonly number[], part: Part | undefined): readonly (readonly number[])[] {
  if (part === undefined || sizes.includes(0)) return product(sizes);
  const { index, count } = part;
  let prime = Math.max(2, sizes.length - 1, ...sizes);
  while (!isPrime(prime)) prime++;
  const all = prime * prime;
  const mine = Math.max(LEAST, Math.ceil(all / count));
  const rows = Array.from({ length: mine }, (_, k) => {
    const row = (index + k * count) % all;
    const [high, low] = [Math.floor(row / prime), row % prime];
    return sizes.map((size, axis) => (axis === 0 ? low : (high + (axis - 1) * low) % prime) % size);
  });
  return [...new Map(rows.map((row) => [row.join(), row])).values()];
}
