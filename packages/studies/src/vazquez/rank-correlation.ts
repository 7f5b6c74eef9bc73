import type { ClaimCase } from '../study.ts';
import type { RunMatrix, StudyRun } from '../study-run.ts';
import { MATRICES } from './printed-table.ts';

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

/** Whether a number of each matrix grows with a fact of it, or with `sign` −1 falls; nothing where one of the matrices lacks the number: ranks are of all. */
export function correlationCase(
  run: StudyRun,
  name: string,
  fact: (matrix: RunMatrix) => number,
  value: (matrix: string) => number | null,
  sign: 1 | -1 = 1,
): readonly ClaimCase[] {
  const pairs = run.matrices.flatMap((matrix) => {
    const y = value(matrix.name);
    return y === null ? [] : [[fact(matrix), y] as const];
  });
  if (pairs.length < MATRICES.length) return [];
  const rank = rankCorrelation(pairs);
  return [{ name: `${name}:`, holds: sign * rank >= GROWS, text: `a rank correlation of ${rank.toFixed(2)}` }];
}
