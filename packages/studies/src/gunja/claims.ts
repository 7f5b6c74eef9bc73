import {
  FASTER,
  fasterCase,
  figureText,
  isAtLeast,
  isWithin,
  overRatio,
  ratioOf,
  ratioText,
} from '../exhibits/judged.ts';
import type { Ratio } from '../exhibits/judged.ts';
import type { Claim } from '../study.ts';
import type { Points } from './claim-cases.ts';
import { common, COMPARABLE, comparesPoints, over, ratios, SMALL } from './claim-cases.ts';
import { gemmClaims } from './claims-gemm.ts';
import { PRINTED } from './figures-6.ts';
import { mixed, uploaded } from './future-work.ts';
import { densityCurve, SPMV, spmvAt, spmvCurve } from './measured.ts';
import { LARGEST, matrixName, SPMV_SIZES } from './sizes.ts';

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

/** Her loop and the same product in SIMD, each with itself. */
const PAIRS = [
  [SPMV.sequential, SPMV.loops],
  [SPMV.sequentialSimd, SPMV.loopsSimd],
] as const;
/** What chapters 6 and 7 say. */
export const claims: readonly Claim[] = [
  ...gemmClaims,
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
    lacks: 'Her densities are not printed: those here are assumed.',
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
];
