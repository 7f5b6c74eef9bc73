import { FASTER, figureText, isAtLeast, overRatio, rateOf, ratioText, sumOf } from '../exhibits/judged.ts';
import type { Ratio } from '../exhibits/judged.ts';
import type { Timed } from '../exhibits/timed.ts';
import { peakOf } from '../exhibits/memory.ts';
import type { Claim } from '../study.ts';
import type { StudyRun } from '../study-run.ts';
import type { FormatName } from './measured.ts';
import { ellr1, GPU_LEGS, measured } from './measured.ts';
import { MATRICES, PRINTED } from './printed-table.ts';

/** Bytes of an entry in f32 and its column, from which with the peak of the memory follows the most that a large product can reach. */
const ENTRY_BYTES = 8;
/** A matrix of so many bytes stays in no cache. */
const LARGE_BYTES = 2 ** 27;

/** The most GFLOP/s that a matrix which was not run can have given: what the peak of the memory allows one that stays in no cache. */
function mostRate(run: StudyRun, matrix: string): number {
  const bytes = ENTRY_BYTES * (PRINTED.get(matrix)?.entries ?? 0);
  return bytes >= LARGE_BYTES ? (2 * (peakOf(run) ?? Infinity)) / ENTRY_BYTES : Infinity;
}

/** Mean rate over all matrices. Where one was not run, it lies between what it can have given at the least and at the most; nothing where most were not. */
function meanOf(run: StudyRun, of: (matrix: string) => Timed | undefined): Ratio | undefined {
  const all = MATRICES.map((matrix) => {
    const timed = of(matrix);
    return { ran: timed && rateOf(timed), most: mostRate(run, matrix) };
  });
  const rates = all.flatMap(({ ran }) => ran ?? []);
  if (2 * rates.length <= all.length) return undefined;
  const sum = sumOf(rates);
  const left = all.reduce((total, { ran, most }) => total + (ran ? 0 : most), 0);
  return {
    low: sum.low / all.length,
    value: sum.value / rates.length,
    high: (sum.high + left) / all.length,
  };
}

/** Which mean is said to be above which. */
const ORDER: readonly (readonly [above: FormatName | 'ELLR-1', below: FormatName])[] = [
  ['ELLR-1', 'HYB'],
  ['ELLR-1', 'ELLPACK'],
  ...(['HYB', 'ELLPACK'] as const).flatMap((above) =>
    (['CRS', 'CRS(vector)', 'SpMV4GPU'] as const).map((below) => [above, below] as const),
  ),
];

/** What the text says of the mean over all matrices. */
export const averageClaim: Claim = {
  id: 'average',
  text: 'The best average performance is that of ELLR-1, followed by HYB and ELLPACK; CRS, CRS(vector) and SpMV4GPU are the worst.',
  bar: `better is ${FASTER} times as much and more; a matrix that was not run can have given from nothing to what the peak of the memory allows`,
  where: 'V',
  legs: GPU_LEGS,
  of: 'all',
  among: ORDER.length,
  cases: (run) =>
    ORDER.flatMap(([above, below]) => {
      const best = meanOf(run, (matrix) => (above === 'ELLR-1' ? ellr1(run, matrix) : measured(run, matrix, above)));
      const next = meanOf(run, (matrix) => measured(run, matrix, below));
      if (!best || !next) return [];
      const ratio = overRatio(best, next);
      const holds = isAtLeast(ratio, FASTER);
      const isWhole = MATRICES.every((matrix) => measured(run, matrix, below) && measured(run, matrix, 'ELLR-T*'));
      // What was not run leaves it open; noise does not.
      if (holds === null && !isWhole) return [];
      const text = `${ratioText(ratio)}, ${figureText(best.value)} and ${figureText(next.value)} GFLOP/s`;
      return [{ name: `${above} over ${below}`, holds, text }];
    }),
};
