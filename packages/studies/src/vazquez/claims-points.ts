import { judged, judgedByAll, judgedByMost, notJudged, ratioText } from '../exhibits/judged.ts';
import type { ClaimCase } from '../exhibits/judged.ts';
import { fastestOf, paramOf, timedMatrices, timedOf } from '../exhibits/timed.ts';
import type { Claim, Judgement } from '../study.ts';
import type { StudyRun } from '../study-run.ts';
import { faster, growsWithEntries } from './claims-formats.ts';
import { BLOCKS } from './legs.ts';
import { matricesOf, shareOfPeak, speedup } from './measured.ts';
import { LARGE } from './printed-table.ts';
import { loadedBy } from './section-5.ts';

const WIDE = ['ellr-t-wide'];
const NOT_WIDE = 'Points beyond the twelve were not timed: there was no NVIDIA GPU.';
/** What “57-80 % of the peak bandwidth” is at least. */
const LEAST_SHARE = 57;

/** Whether the best point of each matrix has a value of a parameter that the paper keeps. */
function bestPoint(run: StudyRun, param: string, keeps: (value: number) => boolean): Judgement {
  const cases = timedMatrices(run, WIDE).flatMap((name): readonly ClaimCase[] => {
    const best = fastestOf(run, { leg: 'ellr-t-wide', matrix: name });
    const value = best && Number(paramOf(best, param));
    return value === undefined ? [] : [{ name, holds: keeps(value), text: `best at ${value}` }];
  });
  return judgedByAll(cases, NOT_WIDE);
}

/** Occupancies of block sizes, each once. */
function occupancies(run: StudyRun): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (const result of timedOf(run, { leg: 'ellr-t-wide' })) {
    if (result.occupancy === undefined) continue;
    const blockSize = Number(paramOf(result, 'blockSize'));
    found.set(blockSize, [...(found.get(blockSize) ?? []), result.occupancy]);
  }
  return found;
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** What section V says of points, the texture cache, bandwidth and one core. */
export const pointClaims: readonly Claim[] = [
  {
    id: 'occupancy',
    text: 'Occupancy is 100 % with blocks of 128, 256 and 512 threads alone; with 16, 32 and 64 it is 50 % or less.',
    where: 'V',
    legs: WIDE,
    judge(run) {
      const found = occupancies(run);
      if (found.size === 0) return notJudged('No driver counted the occupancy of these blocks.');
      const cases = [...found].map(([blockSize, all]): ClaimCase => {
        const [least, most] = [Math.min(...all), Math.max(...all)];
        const isLarge = BLOCKS.includes(blockSize);
        return {
          name: `BS ${blockSize}`,
          holds: isLarge ? least === 1 : most <= 0.5,
          text: least === most ? percent(most) : `${percent(least)} to ${percent(most)}`,
        };
      });
      return judgedByAll(cases, '');
    },
  },
  {
    id: 'large-blocks',
    text: 'Smaller blocks than 128 are slower, so that 128, 256 and 512 are all that need be tried.',
    where: 'V',
    legs: WIDE,
    judge: (run) => bestPoint(run, 'blockSize', (value) => BLOCKS.includes(value)),
  },
  {
    id: 'few-lanes',
    text: 'ELLR-T is nowhere fastest with T of 16 and more.',
    where: 'V',
    legs: WIDE,
    judge: (run) => bestPoint(run, 'threadsPerRow', (value) => value < 16),
  },
  {
    id: 'texture',
    text: 'The texture cache improves the performance: x is bound to it in all kernels.',
    where: 'II, V',
    legs: ['x-load'],
    judge: (run) =>
      judgedByMost(
        faster(
          timedMatrices(run, ['x-load']),
          (matrix) => loadedBy(run, matrix, 'readonly'),
          (matrix) => loadedBy(run, matrix, 'plain'),
        ),
        'Loads of x were not compared: there was no NVIDIA GPU.',
      ),
  },
  {
    id: 'bandwidth',
    text: 'For matrices of large dimension the bandwidth is 57 to 80 % of the peak.',
    where: 'V',
    legs: ['ellr-t'],
    judge: (run) =>
      judgedByAll(
        LARGE.flatMap((name) => {
          const share = shareOfPeak(run, name);
          return share === null
            ? []
            : [
                {
                  name,
                  holds: share >= LEAST_SHARE,
                  text: `${Math.round(share)} %${share > 100 ? ' (in the caches)' : ''}`,
                },
              ];
        }),
        'The peak bandwidth of a CUDA device is not known here, or none of these matrices was timed on one.',
      ),
  },
  {
    id: 'speedup-grows',
    text: 'The speed-up over one core in general grows with the number of entries.',
    where: 'V',
    legs: ['one-core', 'ellr-t', 'webgpu-ellr-t'],
    judge: (run) =>
      growsWithEntries(matricesOf(run), (matrix) => speedup(run, matrix), 'No four matrices were timed on both.'),
  },
  {
    id: 'thirty-times',
    text: 'Speed-ups over one core are above 30 for matrices of large dimension and many entries.',
    where: 'V, VI',
    legs: ['one-core', 'ellr-t'],
    judge(run) {
      const found = LARGE.flatMap((name) => {
        const ratio = speedup(run, name);
        return ratio === null ? [] : [{ name, ratio }];
      });
      const best = found.toSorted((a, b) => b.ratio - a.ratio)[0];
      if (!best) return notJudged('None of the large matrices was timed on both.');
      const above = found.filter(({ ratio }) => ratio > 30);
      return judged(
        above.length > 0,
        `Above 30 on ${above.length} of ${found.length} of them, at most ${ratioText(best.ratio)} (${best.name}). In print 5 of 11 are; that with most entries, wbp256, has 13.`,
      );
    },
  },
];
