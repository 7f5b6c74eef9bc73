import { formatBytes } from '@spmv/core';
import { fasterCase, isAtLeast, isBest, isBetween, ratioOf, ratioText, sumOf } from '../exhibits/judged.ts';
import { cacheBytesOf, movedBytes, peakOf } from '../exhibits/memory.ts';
import { paramOf, timedMatrices, timedOf } from '../exhibits/timed.ts';
import type { Claim, ClaimCase } from '../study.ts';
import type { StudyRun } from '../study-run.ts';
import { ALL_BLOCKS, BLOCKS, LANES, ONE_CORE_LEGS, SECTION_V, SIX_OF_ALL } from './legs.ts';
import { cachedBest, ellr1, measured, oneCore, pointsOf, shareOfPeak, speedup } from './measured.ts';
import { MATRICES, namesOf, PRINTED } from './printed-table.ts';
import { correlationCase, GROWS } from './rank-correlation.ts';
import { LOADING, LOADING_LEGS, loadedBy } from './section-5.ts';

const WIDE = ['ellr-t-wide'];
const SPEEDUP = [...ONE_CORE_LEGS, 'ellr-t', 'webgpu-ellr-1', 'webgpu-ellr-t'];
/** “from 90 to 128 GBps, that is 57-80 % of the peak bandwidth”. */
const RATES = { least: 90, most: 128 } as const;
const SHARES = { least: 57, most: 80 } as const;
/** Section I: large is a matrix of so many rows. */
const LARGE_ROWS = 100_000;
const LARGE = namesOf(({ rows }) => rows >= LARGE_ROWS);
/** From so many entries on a product takes so long that it does not count which products begin before the one before has ended. */
const LOADED_ENTRIES = 1_000_000;
const LOADED = namesOf(({ entries }) => entries >= LOADED_ENTRIES);
/** From here on an increase is high. */
const HIGHLY = 1.25;
const POINTS = LANES.length * BLOCKS.length;
/** What “no relevant percentage” of hundreds of products is at most, and how many those are. */
const TUNING = { percent: 5, products: 500 } as const;

const ONE_CORE =
  'over the fastest CSR on one core: of JavaScript and WebAssembly, compiled, and of MKL where it is there';

/** Whether the best point of each matrix has a value of a parameter that the paper keeps; open where one of the others is as good. */
function bestPoint(run: StudyRun, param: string, keeps: (value: number) => boolean): readonly ClaimCase[] {
  return timedMatrices(run, WIDE).flatMap((name): readonly ClaimCase[] => {
    const all = timedOf(run, { leg: 'ellr-t-wide', matrix: name }).toSorted((a, b) => a.medianMs - b.medianMs);
    const valueOf = (one: (typeof all)[number]): number => Number(paramOf(one, param));
    const [kept, left] = [all.find((one) => keeps(valueOf(one))), all.find((one) => !keeps(valueOf(one)))];
    if (!kept || !left) return [];
    const best = kept.medianMs <= left.medianMs ? kept : left;
    const ratio = ratioOf(left, kept);
    return [{ name, holds: isBest(ratio), text: `best at ${valueOf(best)}, ${ratioText(ratio)}` }];
  });
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
    of: 'all',
    among: ALL_BLOCKS.length,
    cases: (run) =>
      [...occupancies(run)].map(([blockSize, all]): ClaimCase => {
        const [least, most] = [Math.min(...all), Math.max(...all)];
        return {
          name: `BS ${blockSize}`,
          holds: BLOCKS.includes(blockSize) ? least === 1 : most <= 0.5,
          text: least === most ? percent(most) : `${percent(least)} to ${percent(most)}`,
        };
      }),
  },
  {
    id: 'large-blocks',
    text: 'Smaller blocks than 128 are slower, so that 128, 256 and 512 are all that need be tried.',
    bar: 'one of the others is the best',
    where: 'V',
    lacks: SIX_OF_ALL,
    legs: WIDE,
    of: 'all',
    among: SECTION_V.length,
    cases: (run) => bestPoint(run, 'blockSize', (value) => BLOCKS.includes(value)),
  },
  {
    id: 'few-lanes',
    text: 'ELLR-T is nowhere fastest with T of 16 and more.',
    bar: 'a smaller T is the best',
    where: 'V',
    lacks: SIX_OF_ALL,
    legs: WIDE,
    of: 'all',
    among: SECTION_V.length,
    cases: (run) => bestPoint(run, 'threadsPerRow', (value) => value < 16),
  },
  {
    id: 'tuned',
    text: 'The performance of ELLR-T can be highly increased by BS and T.',
    bar: `highly is ${HIGHLY} times and more over ELLR-1 at its best BS`,
    where: 'V',
    legs: ['ellr-t', 'webgpu-ellr-1', 'webgpu-ellr-t'],
    of: 'many',
    among: MATRICES.length,
    cases: (run) =>
      MATRICES.flatMap((name) => {
        const [one, best] = [ellr1(run, name), measured(run, name, 'ELLR-T*')];
        if (!one || !best) return [];
        const ratio = ratioOf(one, best);
        return [{ name, holds: isAtLeast(ratio, HIGHLY), text: ratioText(ratio) }];
      }),
  },
  {
    id: 'tuning',
    text: 'Choosing BS and T by twelve products takes no relevant share of the hundreds of products that follow.',
    bar: `no relevant share is at most ${TUNING.percent} %, hundreds are ${TUNING.products}; both are not of the paper`,
    where: 'V',
    legs: ['ellr-t', 'webgpu-ellr-1', 'webgpu-ellr-t'],
    of: 'all',
    among: MATRICES.length,
    cases: (run) =>
      MATRICES.flatMap((name) => {
        const points = pointsOf(run, name).map(([, point]) => point);
        const best = points.toSorted((a, b) => a.medianMs - b.medianMs)[0];
        if (!best || points.length < POINTS) return [];
        const products = sumOf(points.map((point) => ratioOf(point, best)));
        const text = `${((100 * products.value) / TUNING.products).toFixed(1)} % of ${TUNING.products} products at the best`;
        return [{ name, holds: isBetween(products, 0, (TUNING.percent / 100) * TUNING.products), text }];
      }),
  },
  {
    id: 'texture',
    text: 'The texture cache improves the performance: x is bound to it in all kernels.',
    bar: `of each kernel on each matrix of ${LOADED_ENTRIES} entries and more: products that load x plainly may begin before the one before has ended, which counts on smaller ones`,
    where: 'II, V',
    legs: LOADING_LEGS,
    matrices: LOADED,
    of: 'most',
    among: LOADED.length * LOADING.length,
    cases: (run) =>
      LOADED.flatMap((name) =>
        LOADING.flatMap(([format, kernel]) =>
          fasterCase(
            `${name}: ${format} by the read-only path over plain loads`,
            loadedBy(run, name, kernel, 'readonly'),
            loadedBy(run, name, kernel, 'plain'),
          ),
        ),
      ),
  },
  {
    id: 'bandwidth',
    text: 'For matrices of large dimension (100 000 rows and more) the bandwidth is 57 to 80 % of the peak.',
    bar: 'of the bytes that are moved, without padding, in whole per cent; large dimension is section I’s, though the range of Table I can only begin with wbp256, of 65 536 rows; a matrix that fits into the cache of the device says nothing of its memory',
    where: 'V',
    legs: ['ellr-t'],
    matrices: LARGE,
    of: 'all',
    among: LARGE.length,
    unfit: (run) =>
      timedMatrices(run, ['ellr-t']).length > 0 && peakOf(run) === null
        ? 'The driver does not say the peak bandwidth.'
        : undefined,
    aside: (run) =>
      LARGE.flatMap((name) => {
        const [cached, share] = [cachedBest(run, name), shareOfPeak(run, name)];
        return cached && share
          ? [
              `${name} moves ${formatBytes(movedBytes(run, cached) ?? 0)}, which fit into the cache of ${formatBytes(cacheBytesOf(run))} (${Math.round(share.value)} %)`,
            ]
          : [];
      }),
    cases: (run) =>
      LARGE.flatMap((name) => {
        const share = shareOfPeak(run, name);
        if (share === null || cachedBest(run, name)) return [];
        const holds = isBetween(share, SHARES.least - 0.5, SHARES.most + 0.5);
        return [{ name, holds, text: `${Math.round(share.value)} %` }];
      }),
    printed: () =>
      LARGE.map((name) => {
        const { gbPerSecond: rate = 0 } = PRINTED.get(name) ?? {};
        return { name, holds: rate >= RATES.least && rate <= RATES.most, text: `${rate} GB/s` };
      }),
  },
  {
    id: 'speedup-grows',
    text: 'The speed-up over one core in general grows with the number of entries.',
    bar: `a rank correlation of ${GROWS} and more over all ${MATRICES.length} matrices, ${ONE_CORE}`,
    where: 'V',
    legs: SPEEDUP,
    of: 'all',
    among: 1,
    cases: (run) =>
      correlationCase(
        run,
        'With entries',
        ({ nnz }) => nnz,
        (name) => speedup(run, name),
      ),
  },
  {
    id: 'thirty-times',
    text: 'Speed-ups over one core are above 30 for matrices of large dimension (100 000 rows and more) and many entries.',
    bar: `“achieves values higher than 30” is one at least, ${ONE_CORE}`,
    where: 'V, VI',
    legs: SPEEDUP,
    matrices: LARGE,
    of: 'some',
    among: LARGE.length,
    cases: (run) =>
      LARGE.flatMap((name) => {
        const [core, best] = [oneCore(run, name), measured(run, name, 'ELLR-T*')];
        if (!core || !best) return [];
        const ratio = ratioOf(core, best);
        const text = `${ratioText(ratio)} over ${core.kernel ?? ''}, ${PRINTED.get(name)?.speedup ?? 0}× printed`;
        return [{ name, holds: isAtLeast(ratio, 30), text }];
      }),
  },
];
