import { FASTER, figureText, isAtLeast, overRatio, rateOf, ratioOf, ratioText } from '../exhibits/judged.ts';
import type { Ratio } from '../exhibits/judged.ts';
import type { Claim, ClaimCase } from '../study.ts';
import type { StudyRun } from '../study-run.ts';
import { COMPARABLE, comparesPoints, over, ratios, SMALL } from './claim-cases.ts';
import type { Implementation } from './measured.ts';
import { GEMM, gemmCurve } from './measured.ts';
import { GEMM_SIZES } from './sizes.ts';

/** Her sequential loop gave no result beyond this size. */
const SEQUENTIAL_END = 2048;
const LOOPS_END =
  'Her nested loops, of which it speaks, are run here up to 1024 at most: beyond her end they take minutes a product.';
const LARGE = GEMM_SIZES.filter((size) => size > SMALL);

const GROWS = `to grow is to be ${FASTER} times as much and more, from each size to the next`;

/** A case for each step from one place to the next: whether a quotient grows. */
function growing(
  found: readonly { readonly at: number; readonly ratio: Ratio }[],
  text: (ratio: Ratio) => string,
): readonly ClaimCase[] {
  return found.slice(1).map(({ at, ratio }, k) => {
    const before = found[k] as (typeof found)[number];
    const growth = isAtLeast(overRatio(ratio, before.ratio), FASTER);
    return { name: `${before.at} to ${at}`, holds: growth, text: `${text(before.ratio)} to ${text(ratio)}` };
  });
}

/** Dense products that took a time beyond the size at which her sequential loop ended. */
function beyondHerEnd(run: StudyRun, how: Implementation): readonly ClaimCase[] {
  return gemmCurve(run, how).flatMap(([size, result]) =>
    size > SEQUENTIAL_END && result
      ? [{ name: `${size}`, holds: true, text: `in ${figureText(result.medianMs)} ms` }]
      : [],
  );
}

/** What chapters 5 and 6 say of dense products. */
export const gemmClaims: readonly Claim[] = [
  {
    id: 'sequential-limit',
    text: 'The sequential code cannot produce results beyond 2048 × 2048.',
    where: '6.1.1',
    legs: GEMM.sequential.legs,
    of: 'all',
    among: 1,
    lacks: LOOPS_END,
    unfit: (run) => (beyondHerEnd(run, GEMM.sequential).length === 0 ? LOOPS_END : undefined),
    cases: (run) => beyondHerEnd(run, GEMM.sequential).map((one) => ({ ...one, holds: false })),
  },
  {
    id: 'gemm-gap',
    text: 'The gap between GPU and threads widens with the size of dense products, over all sizes.',
    bar: `threads are packed products in WebAssembly; ${GROWS}`,
    where: '6.1.3',
    legs: ['gemm-threads', ...GEMM.gpu.legs],
    of: 'all',
    among: GEMM_SIZES.length - 1,
    comparesPoints,
    cases: (run) => growing(ratios(run, gemmCurve, GEMM.threads, GEMM.gpu), ratioText),
  },
  {
    id: 'gemm-threads-grow',
    text: 'Times of threads, too, grow significantly with the size of dense products.',
    bar: `significantly is ${COMPARABLE} times and more from one size to the next, by packed products in WebAssembly`,
    where: '6.1.3',
    legs: GEMM.threads.legs,
    of: 'all',
    among: GEMM_SIZES.length - 1,
    comparesPoints,
    cases: (run) => {
      const timed = gemmCurve(run, GEMM.threads).flatMap(([at, result]) => (result ? [{ at, result }] : []));
      return timed.slice(1).map(({ at, result }, k) => {
        const before = timed[k] as (typeof timed)[number];
        const growth = ratioOf(result, before.result);
        return { name: `${before.at} to ${at}`, holds: isAtLeast(growth, COMPARABLE), text: ratioText(growth) };
      });
    },
  },
  {
    id: 'gemm-rate',
    text: 'GFLOPS of the GPU grow with the size of dense products.',
    bar: GROWS,
    where: '6.1.4',
    legs: GEMM.gpu.legs,
    of: 'all',
    among: GEMM_SIZES.length - 1,
    comparesPoints,
    cases: (run) =>
      growing(
        gemmCurve(run, GEMM.gpu).flatMap(([at, result]) => {
          const ratio = result && rateOf(result);
          return ratio ? [{ at, ratio }] : [];
        }),
        ({ value }) => `${figureText(value)} GFLOP/s`,
      ),
  },
  {
    id: 'tiles',
    text: 'Tiles in shared memory improve dense products greatly.',
    bar: `by their times; greatly is taken as faster at all: ${FASTER} times and more`,
    where: '5.1.1',
    legs: GEMM.gpu.legs,
    of: 'most',
    among: GEMM_SIZES.length,
    comparesPoints,
    cases: (run) => over(run, gemmCurve, GEMM.gpuNaive, GEMM.gpu),
  },
  {
    id: 'tiles-large',
    text: 'Tiles improve especially large dense products.',
    bar: `large is beyond ${SMALL}; especially is ${FASTER} times and more what tiles gain at the smaller size at which they gain most`,
    where: '5.1.1',
    legs: GEMM.gpu.legs,
    of: 'most',
    among: LARGE.length,
    comparesPoints,
    cases: (run) => {
      const gains = ratios(run, gemmCurve, GEMM.gpuNaive, GEMM.gpu);
      const small = gains.filter(({ at }) => at <= SMALL).toSorted((a, b) => b.ratio.value - a.ratio.value);
      // A small one that was not run may gain more.
      const [most] = small.length === GEMM_SIZES.length - LARGE.length ? small : [];
      return gains.flatMap(({ at, ratio }) =>
        most === undefined || at <= SMALL
          ? []
          : [
              {
                name: `${at}`,
                holds: isAtLeast(overRatio(ratio, most.ratio), FASTER),
                text: `${ratioText(ratio)} over no tiles, ${most.at} ${ratioText(most.ratio)}`,
              },
            ],
      );
    },
  },
  {
    id: 'gemm-2048',
    text: 'The GPU computes dense products larger than 2048 × 2048.',
    where: '6.1.2',
    legs: GEMM.gpu.legs,
    of: 'all',
    among: 1,
    comparesPoints,
    cases: (run) => beyondHerEnd(run, GEMM.gpu),
  },
];
