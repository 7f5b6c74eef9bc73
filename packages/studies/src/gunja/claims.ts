import {
  FASTER,
  fasterCase,
  figureText,
  isAtLeast,
  isWithin,
  overRatio,
  rateOf,
  ratioOf,
  ratioText,
} from '../exhibits/judged.ts';
import type { Ratio } from '../exhibits/judged.ts';
import type { Timed } from '../exhibits/timed.ts';
import type { Claim, ClaimCase } from '../study.ts';
import type { StudyRun } from '../study-run.ts';
import { mixed, uploaded } from './future-work.ts';
import { PRINTED } from './figures-6.ts';
import type { Implementation } from './measured.ts';
import { densityCurve, GEMM, gemmCurve, SPMV, spmvAt, spmvCurve } from './measured.ts';
import { GEMM_SIZES, LARGEST, matrixName, SPMV_SIZES } from './sizes.ts';

type Points = readonly (readonly [at: number, result: Timed | undefined])[];
type Curve = (run: StudyRun, how: Implementation) => Points;

/** Her sequential loop gave no result beyond this size. */
const SEQUENTIAL_END = 2048;
const LOOPS_END =
  'Her nested loops, of which it speaks, are run here up to 1024 at most: beyond her end they take minutes a product.';
/** Sizes up to this count as small: “comparable” is within a factor of two. */
const SMALL = 512;
const COMPARABLE = 2;
const LARGE_GEMM = GEMM_SIZES.filter((size) => size > SMALL);

/** What two implementations took at each place that both have. */
function common(
  slow: Points,
  fast: Points,
): readonly { readonly at: number; readonly pair: readonly [Timed, Timed] }[] {
  return slow.flatMap(([at, a]) => {
    const b = fast.find(([other]) => other === at)?.[1];
    return a && b ? [{ at, pair: [a, b] as const }] : [];
  });
}

/** How many times as fast the second is, at each of them. */
function ratios(run: StudyRun, curve: Curve, slow: Implementation, fast: Implementation) {
  return common(curve(run, slow), curve(run, fast)).map(({ at, pair }) => ({ at, ratio: ratioOf(...pair) }));
}

/** A case for each step from one place to the next: whether a quotient grows. */
function growing(
  found: readonly { readonly at: number; readonly ratio: Ratio }[],
  text: (ratio: Ratio) => string,
): readonly ClaimCase[] {
  return found.slice(1).map(({ at, ratio }, k) => {
    const before = found[k] as (typeof found)[number];
    const growth = isAtLeast(overRatio(ratio, before.ratio), 1);
    return { name: `${before.at} to ${at}`, holds: growth, text: `${text(before.ratio)} to ${text(ratio)}` };
  });
}

/** How much longer the last common place takes than the first, of both, and between which; nothing where they have not two. */
function growths(
  one: Points,
  other: Points,
): readonly { readonly ends: string; readonly growth: readonly [Ratio, Ratio] }[] {
  const both = common(one, other);
  const [first, last] = [both[0], both.at(-1)];
  if (!first || !last || first === last) return [];
  const growth = [0, 1].map((side) => ratioOf(last.pair[side as 0 | 1], first.pair[side as 0 | 1])) as [Ratio, Ratio];
  return [{ ends: `From ${first.at} to ${last.at}`, growth }];
}

const over = (run: StudyRun, curve: Curve, slow: Implementation, fast: Implementation): readonly ClaimCase[] =>
  common(curve(run, slow), curve(run, fast)).flatMap(({ at, pair: [a, b] }) =>
    fasterCase(`${at}: ${fast.name} over ${slow.name}`, b, a),
  );

/** Her loop and the same product in SIMD, each with itself. */
const PAIRS = [
  [SPMV.sequential, SPMV.loops],
  [SPMV.sequentialSimd, SPMV.loopsSimd],
] as const;
/** Each has its own points, and compares those that both have. */
const comparesPoints = true;

/** Dense products that took a time beyond the size at which her sequential loop ended. */
function beyondHerEnd(run: StudyRun, how: Implementation): readonly ClaimCase[] {
  return gemmCurve(run, how).flatMap(([size, result]) =>
    size > SEQUENTIAL_END && result
      ? [{ name: `${size}`, holds: true, text: `in ${figureText(result.medianMs)} ms` }]
      : [],
  );
}

/** What chapters 6 and 7 say. */
export const claims: readonly Claim[] = [
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
    bar: `significantly is ${COMPARABLE} times and more from one size to the next`,
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
    among: LARGE_GEMM.length,
    comparesPoints,
    cases: (run) => {
      const gains = ratios(run, gemmCurve, GEMM.gpuNaive, GEMM.gpu);
      const small = gains.filter(({ at }) => at <= SMALL).toSorted((a, b) => b.ratio.value - a.ratio.value);
      // A small one that was not run may gain more.
      const [most] = small.length === GEMM_SIZES.length - LARGE_GEMM.length ? small : [];
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
    id: 'small',
    text: 'For small matrices the sequential times are comparable to those of threads.',
    bar: `small is up to ${SMALL}, comparable within a factor of ${COMPARABLE}, with all threads at every size`,
    where: '6.1.5',
    legs: ['spmv'],
    backends: ['serial', 'threads'],
    of: 'all',
    among: PAIRS.length * SPMV_SIZES.filter((size) => size <= SMALL).length,
    comparesPoints,
    cases: (run) =>
      PAIRS.flatMap(([one, team]) =>
        ratios(run, spmvCurve, one, team).flatMap(({ at, ratio }) =>
          at > SMALL
            ? []
            : [{ name: `${at}, ${one.kernels[0] ?? ''}`, holds: isWithin(ratio, COMPARABLE), text: ratioText(ratio) }],
        ),
      ),
  },
  {
    id: 'sequential-grows',
    text: 'Sequential times grow much faster with the size than those of threads and of the GPU.',
    bar: `much faster is ${COMPARABLE} times as much between the same ends, by one kernel, her loop or SIMD, with all threads at every size; the GPU is the kernel of figure 5.8, corrected`,
    where: '6.1.5',
    legs: ['spmv'],
    of: 'all',
    among: PAIRS.length + 1,
    comparesPoints,
    cases: (run) =>
      [...PAIRS, [SPMV.sequential, SPMV.shared] as const].flatMap(([one, other]) =>
        growths(spmvCurve(run, one), spmvCurve(run, other)).map(({ ends, growth: [alone, team] }) => ({
          name: `${ends}, ${one.name}`,
          holds: isAtLeast(overRatio(alone, team), COMPARABLE),
          text: `${figureText(alone.value)}×, ${other.name} ${figureText(team.value)}×`,
        })),
      ),
  },
  {
    id: 'gpu-everywhere',
    text: 'The GPU outperforms both CPU implementations across all matrix sizes.',
    bar: 'the GPU is the kernel of figure 5.8, corrected; the CPU is her loop, on one core and on all threads',
    where: '6.1.5, 7',
    legs: ['spmv'],
    of: 'all',
    among: 2 * SPMV_SIZES.length,
    comparesPoints,
    cases: (run) => [SPMV.sequential, SPMV.loops].flatMap((cpu) => over(run, spmvCurve, cpu, SPMV.shared)),
  },
  {
    id: 'largest',
    text: 'At 2^15 rows the GPU has a clear advantage over threads: 10.77 against 267.15 ms.',
    bar: `clear is taken as at all: ${FASTER} times and more, of the kernel of figure 5.8, corrected, over her loop with all threads; in print it is ${(PRINTED.openMpMs / PRINTED.gpuMs).toFixed(1)} times`,
    where: '6.1.6',
    legs: ['spmv'],
    backends: ['threads', 'cuda'],
    matrices: [matrixName(LARGEST)],
    of: 'all',
    among: 1,
    comparesPoints,
    cases(run) {
      const [loops, shared] = [spmvAt(run, SPMV.loops, LARGEST), spmvAt(run, SPMV.shared, LARGEST)];
      if (!loops || !shared) return [];
      const ratio = ratioOf(loops, shared);
      const text = `over her loop with threads ${ratioText(ratio)}: ${figureText(shared.medianMs)} and ${figureText(loops.medianMs)} ms`;
      return [{ name: 'Her kernel, corrected,', holds: isAtLeast(ratio, FASTER), text }];
    },
  },
  {
    id: 'density',
    text: 'GPU times remain relatively consistent across densities, those of the CPU increase significantly.',
    bar: `consistent is below a factor of ${COMPARABLE} between the ends, significantly above; threads run her loop, the GPU the kernel of figure 5.8, corrected`,
    where: '6.1.7',
    legs: ['density', 'spmv'],
    backends: ['threads', 'cuda'],
    of: 'all',
    among: 2,
    comparesPoints,
    cases: (run) =>
      growths(densityCurve(run, SPMV.loops), densityCurve(run, SPMV.shared)).flatMap(({ ends, growth: [cpu, gpu] }) => {
        const grows = isAtLeast(gpu, COMPARABLE);
        return [
          { name: `${ends}, threads`, holds: isAtLeast(cpu, COMPARABLE), text: ratioText(cpu) },
          { name: `${ends}, GPU`, holds: grows === null ? null : !grows, text: ratioText(gpu) },
        ];
      }),
  },
  {
    id: 'mixed',
    text: 'Mixed precision could speed products up.',
    where: '7.1',
    legs: ['mixed'],
    of: 'most',
    among: 4,
    cases: (run) =>
      run.matrices.flatMap(({ name }) =>
        ['serial', 'cuda'].flatMap((backend) =>
          fasterCase(`${name} on ${backend}`, mixed(run, name, backend, true), mixed(run, name, backend, false)),
        ),
      ),
  },
  {
    id: 'uploads',
    text: 'Asynchronous data transfer could speed products up.',
    where: '7.1',
    legs: ['uploads-in-sequence', 'uploads-overlapped'],
    backends: ['cuda'],
    of: 'all',
    among: 1,
    cases: (run) =>
      fasterCase(
        'Copies beside products on cuda',
        uploaded(run, 'overlapped', 'cuda'),
        uploaded(run, 'in-sequence', 'cuda'),
      ),
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
