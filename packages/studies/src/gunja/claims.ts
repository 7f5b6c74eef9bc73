import type { ClaimCase } from '../exhibits/judged.ts';
import { figureText, judged, judgedByAll, judgedByMost, notJudged, ratioText } from '../exhibits/judged.ts';
import type { Timed } from '../exhibits/timed.ts';
import type { Claim, Judgement } from '../study.ts';
import type { StudyRun } from '../study-run.ts';
import { mixed, uploaded } from './future-work.ts';
import { PRINTED } from './figures-6.ts';
import type { Implementation } from './measured.ts';
import { densityCurve, GEMM, gemmAt, gemmCurve, SPMV, spmvAt, spmvCurve } from './measured.ts';
import { LARGEST } from './sizes.ts';

type Points = readonly (readonly [at: number, result: Timed | undefined])[];

/** Her sequential loop gave no result beyond this size. */
const SEQUENTIAL_END = 2048;
/** Sizes up to this count as small: “comparable” is within a factor of two. */
const SMALL = 512;
const COMPARABLE = 2;
const NO_GPU = 'No product was timed on a GPU.';

/** How many times as fast the second is as the first, at every place that both have. */
function ratios(slow: Points, fast: Points): readonly (readonly [at: number, ratio: number])[] {
  return slow.flatMap(([at, a]) => {
    const b = fast.find(([other]) => other === at)?.[1];
    return a && b ? [[at, a.medianMs / b.medianMs] as const] : [];
  });
}

const casesOf = (
  found: readonly (readonly [at: number, ratio: number])[],
  holds: (ratio: number) => boolean,
): readonly ClaimCase[] =>
  found.map(([at, ratio]) => ({ name: String(at), holds: holds(ratio), text: ratioText(ratio) }));

/** Whether a ratio grows from each size to the next. */
function widens(found: readonly (readonly [at: number, ratio: number])[]): Judgement {
  if (found.length < 2) return notJudged(NO_GPU);
  return judged(
    found.every(([, ratio], k) => k === 0 || ratio > (found[k - 1]?.[1] ?? 0)),
    found.map(([at, ratio]) => `${at} ${ratioText(ratio)}`).join(', '),
  );
}

/** The last time of a curve over the first. */
function growth(points: Points): number | undefined {
  const timed = points.flatMap(([, result]) => result?.medianMs ?? []);
  const [first, last] = [timed[0], timed.at(-1)];
  return timed.length > 1 && first !== undefined && last !== undefined ? last / first : undefined;
}

const over =
  (curve: (run: StudyRun, how: Implementation) => Points, slow: Implementation, fast: Implementation) =>
  (run: StudyRun) =>
    ratios(curve(run, slow), curve(run, fast));

const gemmGap = over(gemmCurve, GEMM.threads, GEMM.gpu);
const ALL_SPMV = ['spmv', 'spmv-webgpu'];

/** What chapters 6 and 7 say. */
export const claims: readonly Claim[] = [
  {
    id: 'sequential-limit',
    text: 'The sequential code cannot produce results beyond 2048 × 2048.',
    where: '6.1.1',
    legs: ['gemm-one-core'],
    judge(run) {
      const beyond = gemmCurve(run, GEMM.oneCore).findLast(([size, result]) => size > SEQUENTIAL_END && result);
      if (!beyond?.[1]) return notJudged('Nothing larger was multiplied on one core here.');
      return judged(false, `One core multiplied matrices of ${beyond[0]} in ${figureText(beyond[1].medianMs)} ms.`);
    },
  },
  {
    id: 'gemm-gap',
    text: 'The gap between GPU and threads widens with the size of dense products, over all sizes.',
    where: '6.1.3',
    legs: ['gemm-threads', ...GEMM.gpu.legs],
    judge: (run) => widens(gemmGap(run)),
  },
  {
    id: 'gemm-rate',
    text: 'GFLOPS of the GPU grow with the size of dense products.',
    where: '6.1.4',
    legs: GEMM.gpu.legs,
    judge(run) {
      const rates = gemmCurve(run, GEMM.gpu).flatMap(([size, result]) => {
        const rate = result?.gflops ?? null;
        return rate === null ? [] : [{ size, rate }];
      });
      if (rates.length < 2) return notJudged(NO_GPU);
      return judged(
        rates.every(({ rate }, k) => k === 0 || rate > (rates[k - 1]?.rate ?? 0)),
        `${rates.map(({ size, rate }) => `${size}: ${figureText(rate)}`).join(', ')} GFLOP/s.`,
      );
    },
  },
  {
    id: 'tiles',
    text: 'Tiles in shared memory improve dense products greatly.',
    where: '5.1.1',
    legs: GEMM.gpu.legs,
    judge: (run) =>
      judgedByMost(
        casesOf(over(gemmCurve, GEMM.gpuNaive, GEMM.gpu)(run), (ratio) => ratio > 1),
        NO_GPU,
      ),
  },
  {
    id: 'small',
    text: 'For small matrices the sequential times are comparable to those of threads.',
    where: '6.1.5',
    legs: ['spmv'],
    judge: (run) =>
      judgedByAll(
        casesOf(
          over(spmvCurve, SPMV.sequential, SPMV.threads)(run).filter(([size]) => size <= SMALL),
          (ratio) => ratio <= COMPARABLE && ratio >= 1 / COMPARABLE,
        ),
        'No small matrix was timed on both.',
      ),
  },
  {
    id: 'sequential-grows',
    text: 'Sequential times grow much faster with the size than those of threads.',
    where: '6.1.5',
    legs: ['spmv'],
    judge(run) {
      const [one, all] = [growth(spmvCurve(run, SPMV.sequential)), growth(spmvCurve(run, SPMV.threads))];
      if (one === undefined || all === undefined) return notJudged('Sizes were not timed on both.');
      return judged(
        one > all,
        `From the smallest to the largest ${figureText(one)}×, with threads ${figureText(all)}×.`,
      );
    },
  },
  {
    id: 'gpu-everywhere',
    text: 'The GPU outperforms both CPU implementations across all matrix sizes.',
    where: '6.1.5, 7',
    legs: ALL_SPMV,
    judge: (run) =>
      judgedByAll(
        [SPMV.sequential, SPMV.threads].flatMap((cpu) =>
          over(
            spmvCurve,
            cpu,
            SPMV.gpu,
          )(run).map(([size, ratio]): ClaimCase => ({
            name: `${size} over ${cpu.name}`,
            holds: ratio > 1,
            text: ratioText(ratio),
          })),
        ),
        NO_GPU,
      ),
  },
  {
    id: 'largest',
    text: 'At 2^15 rows the GPU takes 10.77 ms where threads take 267.15: 24.8 times as fast.',
    where: '6.1.6',
    legs: ['spmv'],
    judge(run) {
      const [threads, shared] = [spmvAt(run, SPMV.threads, LARGEST), spmvAt(run, SPMV.shared, LARGEST)];
      if (!threads || !shared) return notJudged('2^15 rows were not timed on both.');
      const [here, printed] = [threads.medianMs / shared.medianMs, PRINTED.openMpMs / PRINTED.gpuMs];
      return judged(
        here >= printed,
        `${ratioText(here)} with her kernel, corrected: ${figureText(threads.medianMs)} and ${figureText(shared.medianMs)} ms.`,
      );
    },
  },
  {
    id: 'density',
    text: 'GPU times remain relatively consistent across densities, those of the CPU increase significantly.',
    where: '6.1.7',
    legs: ['density'],
    judge(run) {
      const [cpu, gpu] = [growth(densityCurve(run, SPMV.threads)), growth(densityCurve(run, SPMV.gpu))];
      if (cpu === undefined || gpu === undefined) return notJudged('Densities were not timed on both.');
      return judged(
        gpu <= COMPARABLE && cpu > COMPARABLE,
        `From the lowest to the highest density ${figureText(gpu)}× on the GPU, ${figureText(cpu)}× with threads.`,
      );
    },
  },
  {
    id: 'mixed',
    text: 'Mixed precision could speed products up.',
    where: '7.1',
    legs: ['mixed'],
    judge: (run) =>
      judgedByMost(
        run.matrices.flatMap(({ name }) =>
          ['serial', 'cuda'].flatMap((backend): readonly ClaimCase[] => {
            const [wide, narrow] = [mixed(run, name, backend, false), mixed(run, name, backend, true)];
            if (!wide || !narrow) return [];
            const ratio = wide.medianMs / narrow.medianMs;
            return [{ name: `${name} on ${backend}`, holds: ratio > 1, text: ratioText(ratio) }];
          }),
        ),
        'A was not stored in both precisions.',
      ),
  },
  {
    id: 'uploads',
    text: 'Asynchronous data transfer could speed products up.',
    where: '7.1',
    legs: ['uploads-in-sequence', 'uploads-overlapped'],
    judge(run) {
      const [one, both] = [uploaded(run, 'in-sequence', 'cuda'), uploaded(run, 'overlapped', 'cuda')];
      if (!one || !both) return notJudged('There was no NVIDIA GPU to copy to beside products.');
      const ratio = one.medianMs / both.medianMs;
      return judged(ratio > 1, `${ratioText(ratio)} as fast with copies beside products.`);
    },
  },
  {
    id: 'gemm-2048',
    text: 'Dense products on the GPU are faster than on one core at every size.',
    where: '6.1.2',
    legs: ['gemm-one-core', ...GEMM.gpu.legs],
    judge(run) {
      const found = gemmCurve(run, GEMM.oneCore).flatMap(([size, core]) => {
        const gpu = gemmAt(run, GEMM.gpu, size);
        return core && gpu ? [[size, core.medianMs / gpu.medianMs] as const] : [];
      });
      return judgedByAll(
        casesOf(found, (ratio) => ratio > 1),
        NO_GPU,
      );
    },
  },
];
