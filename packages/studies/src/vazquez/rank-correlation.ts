import type { Ratio } from '../exhibits/judged.ts';
import type { ClaimCase } from '../study.ts';
import type { StudyRun } from '../study-run.ts';
import type { TableOneRow } from './printed-table.ts';
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

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);

/**
 * The least and the largest rank correlation by Spearman that some pairs have whose second numbers may be anywhere in their intervals; null is
 * any number. Ranks are means among equals. Each two pairs add or take half of how far apart their first ranks are, by the order of the second numbers;
 * where this is open, they may do either.
 */
export function rankBounds(
  pairs: readonly (readonly [number, Ratio | null])[],
): readonly [least: number, most: number] {
  const n = pairs.length;
  const ranks = pairs.map(([x]) => sum(pairs.map(([other]) => (other < x ? 1 : other === x ? 0.5 : 0))) - n / 2);
  let [known, open] = [0, 0];
  pairs.forEach(([, y], k) => {
    for (let j = 0; j < k; j++) {
      const [apart, other] = [((ranks[k] as number) - (ranks[j] as number)) / 2, pairs[j]?.[1]];
      if (y && other && y.low > other.high) known += apart;
      else if (y && other && other.low > y.high) known -= apart;
      else open += Math.abs(apart);
    }
  });
  const all = Math.sqrt(sum(ranks.map((rank) => rank ** 2)) * ((n ** 3 - n) / 12));
  return [Math.max(-1, (known - open) / all), Math.min(1, (known + open) / all)];
}

/**
 * Whether a number of each matrix grows with a fact of it, or with `sign` −1 falls. Ranks are of all matrices: of one that was not run any
 * number is possible, and there is no case where that leaves it open.
 */
export function correlationCase(
  run: StudyRun,
  name: string,
  fact: (matrix: RowFacts) => number,
  value: (matrix: string) => Ratio | null,
  sign: 1 | -1 = 1,
): readonly ClaimCase[] {
  const pairs = MATRICES.flatMap((matrix): readonly (readonly [number, Ratio | null])[] => {
    const facts = factsOf(run, matrix);
    return facts ? [[fact(facts), value(matrix)]] : [];
  });
  const unknown = pairs.filter(([, y]) => y === null).length;
  if (unknown === pairs.length) return [];
  const [low, high] = rankBounds(pairs);
  const [least, most] = sign === 1 ? [low, high] : [-high, -low];
  const holds = least >= GROWS ? true : most < GROWS ? false : null;
  if (holds === null && unknown > 0) return [];
  const ends = low === high ? low.toFixed(2) : `${low.toFixed(2)} to ${high.toFixed(2)}`;
  const text = `a rank correlation of ${ends}${unknown === 0 ? '' : `, whatever ${unknown} not run gave`}`;
  return [{ name: `${name}:`, holds, text }];
}

/** Whether the bandwidths of Table I grow with another column of it. */
export function printedCorrelation(name: string, fact: (row: TableOneRow) => number): ClaimCase {
  const pairs = [...PRINTED.values()].map((row): readonly [number, Ratio] => {
    const { gbPerSecond: value } = row;
    return [fact(row), { low: value, value, high: value }];
  });
  const [least, most] = rankBounds(pairs);
  // Equals are cut off behind the point, and may be either.
  const ends = `${least.toFixed(2)} to ${most.toFixed(2)}`;
  return {
    name: `${name}:`,
    holds: most < GROWS ? false : least >= GROWS || null,
    text: `a rank correlation of ${ends}`,
  };
}
