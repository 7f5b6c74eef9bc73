import type { SolvedWay } from './solve-matrix.ts';

/** Milliseconds from the matrix to x. */
export function totalMs({ setupMs, iterationMs }: Pick<SolvedWay, 'setupMs' | 'iterationMs'>): number {
  return setupMs + iterationMs;
}

/** Which of several ways came to x first; undefined where fewer than two did. */
export function quickest<W extends Pick<SolvedWay, 'converged' | 'setupMs' | 'iterationMs'>>(
  all: readonly W[],
): W | undefined {
  const [first, second] = all.filter(({ converged }) => converged).toSorted((a, b) => totalMs(a) - totalMs(b));
  return second && first;
}
