import type { ClaimCase } from '../study.ts';
import type { StudyRun } from '../study-run.ts';
import { MATRICES, PRINTED } from './printed-table.ts';

/** What a number of matrices is said to grow with. */
export interface RowFacts {
  readonly rows: number;
  readonly nnz: number;
  readonly mean: number;
  readonly max: number;
  readonly deviation: number;
}

/** Of a matrix as run, or else as Table I prints it. */
function factsOf(run: StudyRun, name: string): RowFacts | undefined {
  const [ran, row] = [run.matrices.find((matrix) => matrix.name === name), PRINTED.get(name)];
  if (ran || !row) return ran;
  const { rows, entries: nnz, mean, above, deviation } = row;
  return { rows, nnz, mean, max: mean + above, deviation: (deviation / 100) * mean };
}

/** From here on one thing counts as growing with another. */
export const GROWS = 0.5;

/** Rank correlation by Spearman: the correlation of the ranks, which are means among equals. */
export function rankCorrelation(pairs: readonly (readonly [number, number])[]): number {
  const mean = (pairs.length - 1) / 2;
  const ranks = (values: readonly number[]): readonly number[] =>
    values.map(
      (value) =>
        values.filter((other) => other < value).length +
        (values.filter((other) => other === value).length - 1) / 2 -
        mean,
    );
  const [a, b] = [ranks(pairs.map(([x]) => x)), ranks(pairs.map(([, y]) => y))];
  const sum = (of: (k: number) => number): number => pairs.reduce((total, _, k) => total + of(k), 0);
  const [x, y] = [(k: number) => a[k] as number, (k: number) => b[k] as number];
  return sum((k) => x(k) * y(k)) / Math.sqrt(sum((k) => x(k) ** 2) * sum((k) => y(k) ** 2));
}

/** More than so many unknown numbers leave a correlation open. */
const MOST_UNKNOWN = 2;

/** The least and the largest rank correlation that some pairs have, whatever the unknown numbers of others are. */
export function rankBounds(
  pairs: readonly (readonly [number, number])[],
  unknown: readonly number[],
): readonly [least: number, most: number] {
  const [x, ...rest] = unknown;
  if (x === undefined) return [rankCorrelation(pairs), rankCorrelation(pairs)];
  // Only the place among the others counts: at each of them, between any two, and at the ends.
  const values = [...new Set(pairs.map(([, y]) => y))].toSorted((a, b) => a - b);
  const between = values.map((value, k) => (value + (values[k + 1] ?? value + 2)) / 2);
  const all = [(values[0] ?? 0) - 1, ...values, ...between].map((y) => rankBounds([...pairs, [x, y]], rest));
  return [Math.min(...all.map(([least]) => least)), Math.max(...all.map(([, most]) => most))];
}

/**
 * Whether a number of each matrix grows with a fact of it, or with `sign` −1 falls. Ranks are of all matrices: of one that was not run any
 * number is possible, and there is no case where that leaves it open.
 */
export function correlationCase(
  run: StudyRun,
  name: string,
  fact: (matrix: RowFacts) => number,
  value: (matrix: string) => number | null,
  sign: 1 | -1 = 1,
): readonly ClaimCase[] {
  const pairs: (readonly [number, number])[] = [];
  const unknown: number[] = [];
  for (const matrix of MATRICES) {
    const [facts, y] = [factsOf(run, matrix), value(matrix)];
    if (facts && y !== null) pairs.push([fact(facts), y]);
    else if (facts) unknown.push(fact(facts));
  }
  if (pairs.length === 0 || unknown.length > MOST_UNKNOWN) return [];
  const [low, high] = rankBounds(pairs, unknown);
  const [least, most] = sign === 1 ? [low, high] : [-high, -low];
  if (least < GROWS && most >= GROWS) return [];
  const text =
    unknown.length === 0
      ? `a rank correlation of ${low.toFixed(2)}`
      : `a rank correlation of ${low.toFixed(2)} to ${high.toFixed(2)}, whatever ${unknown.length} not run gave`;
  return [{ name: `${name}:`, holds: least >= GROWS, text }];
}
