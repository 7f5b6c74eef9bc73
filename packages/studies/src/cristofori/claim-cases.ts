import { fasterCase, isBest, isWithin, ratioOf, ratioText } from '../exhibits/judged.ts';
import type { Ratio } from '../exhibits/judged.ts';
import type { Timed } from '../exhibits/timed.ts';
import { paramOf, timedMatrices } from '../exhibits/timed.ts';
import type { ClaimCase } from '../study.ts';
import type { StudyRun } from '../study-run.ts';
import type { HisFormat } from './measured.ts';
import { MATRICES, PRINTED } from './printed-tables.ts';

/** Times this near one another count as the same. */
export const SAME = 1.1;
/** What tables 1 to 4 print in ELLPACK, too: all but two. */
export const IN_BOTH: number = [...PRINTED.values()].filter(({ gflopsGpu }) => gflopsGpu.ellpack !== null).length;
export const IN_EITHER: number = MATRICES.length + IN_BOTH;

export const FORMATS: readonly HisFormat[] = ['csr', 'ellpack'];

/** On each matrix in both formats. */
export function inBoth(
  run: StudyRun,
  legs: readonly string[],
  of: (matrix: string, format: HisFormat) => readonly Omit<ClaimCase, 'name'>[],
): readonly ClaimCase[] {
  return timedMatrices(run, legs).flatMap((matrix) =>
    FORMATS.flatMap((format) => of(matrix, format).map((one) => ({ name: `${matrix} ${format}`, ...one }))),
  );
}

/** The slowest of some results over the fastest. */
export function spreadCase(results: readonly Timed[]): readonly Omit<ClaimCase, 'name'>[] {
  const sorted = results.toSorted((a, b) => a.medianMs - b.medianMs);
  const [fast, slow] = [sorted[0], sorted.at(-1)];
  if (!fast || !slow || fast === slow) return [];
  const ratio = ratioOf(slow, fast);
  return [{ holds: isWithin(ratio, SAME), text: ratioText(ratio) }];
}

/** Whether a value of a parameter gives the best time, with how much faster it is than the best of the others. */
export function bestAt(
  results: readonly Timed[],
  param: string,
  value: number,
  is: (overNext: Ratio) => boolean | null = isBest,
): readonly Omit<ClaimCase, 'name'>[] {
  const sorted = results.toSorted((a, b) => a.medianMs - b.medianMs);
  const [own, next] = [true, false].map((is) => sorted.find((result) => (paramOf(result, param) === value) === is));
  if (!own || !next || !sorted[0]) return [];
  const ratio = ratioOf(next, own);
  return [{ holds: is(ratio), text: `best at ${String(paramOf(sorted[0], param))}, ${ratioText(ratio)}` }];
}

/** On each matrix how much faster one result is than another. */
export function overFormats(
  run: StudyRun,
  of: (matrix: string) => readonly [fast: Timed | undefined, slow: Timed | undefined],
  legs: readonly string[],
): readonly ClaimCase[] {
  return timedMatrices(run, legs).flatMap((matrix) => fasterCase(matrix, ...of(matrix)));
}
