import type { ClaimCase } from '../exhibits/judged.ts';
import { judged, judgedByAll, judgedByMost, notJudged, ratioText } from '../exhibits/judged.ts';
import type { Timed } from '../exhibits/timed.ts';
import { fastestOf, paramOf, resultsOf, timedMatrices, timedOf } from '../exhibits/timed.ts';
import type { Claim } from '../study.ts';
import type { StudyRun } from '../study-run.ts';
import { gpuOverCpu } from './figures-7-12-speedup.ts';
import type { HisFormat } from './measured.ts';
import { cpu, gpu, speedup } from './measured.ts';
import { PEAK } from './roofline.ts';
import { MATRICES, PRINTED } from './printed-tables.ts';

/** Times this near one another count as the same. */
const SAME = 1.1;
const HIS_CORES = 20;
/** Below so many entries a matrix counts as very small. */
const SMALL = 50_000;
const NO_GPU = 'There was no NVIDIA GPU.';

/** On each matrix of both formats something of two numbers. */
function cases(
  run: StudyRun,
  legs: readonly string[],
  of: (matrix: string, format: HisFormat) => Omit<ClaimCase, 'name'> | undefined,
): readonly ClaimCase[] {
  return timedMatrices(run, legs).flatMap((matrix) =>
    (['csr', 'ellpack'] as const).flatMap((format) => {
      const found = of(matrix, format);
      return found ? [{ name: `${matrix} ${format}`, ...found }] : [];
    }),
  );
}

/** The slowest of some results over the fastest. */
function spread(results: readonly Timed[]): number | undefined {
  const times = results.map(({ medianMs }) => medianMs);
  return times.length < 2 ? undefined : Math.max(...times) / Math.min(...times);
}

function spreadCase(results: readonly Timed[]): Omit<ClaimCase, 'name'> | undefined {
  const ratio = spread(results);
  return ratio === undefined ? undefined : { holds: ratio <= SAME, text: ratioText(ratio) };
}

const blocks = (run: StudyRun, matrix: string, format: HisFormat): readonly Timed[] =>
  timedOf(run, { leg: format === 'csr' ? 'cuda-csr' : 'cuda-ellpack', matrix });

/** The mean of a printed column over the matrices that it has numbers of. */
function printedMean(format: HisFormat): number {
  const numbers = [...PRINTED.values()].flatMap(({ gflopsGpu }) => gflopsGpu[format] ?? []);
  return numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
}

/** What the text says of its figures and tables. */
export const claims: readonly Claim[] = [
  {
    id: 'twenty-threads',
    text: 'Most matrices are fastest with 20 threads, as many as the machine has cores; more slow them down.',
    where: '4.1',
    legs: ['threads'],
    judge(run) {
      const { cores } = run.machine;
      if (cores < HIS_CORES)
        return notJudged(`This machine runs ${cores} threads at a time, so nothing says what 20 and more do.`);
      return judgedByMost(
        cases(run, ['threads'], (matrix, format) => {
          const best = cpu(run, matrix, format);
          const threads = best && Number(paramOf(best, 'threads'));
          return threads === undefined ? undefined : { holds: threads === HIS_CORES, text: `fastest with ${threads}` };
        }),
        'Threads were not timed.',
      );
    },
  },
  {
    id: 'chunk',
    text: 'The chunk-size hardly matters, but for very small values.',
    where: '3.2',
    legs: ['chunk'],
    judge: (run) =>
      judgedByAll(
        timedMatrices(run, ['chunk']).flatMap((name) => {
          const found = spreadCase(
            timedOf(run, { leg: 'chunk', matrix: name }).filter((result) => Number(paramOf(result, 'chunk')) >= 100),
          );
          return found ? [{ name, ...found }] : [];
        }),
        'The curve over chunks was not measured.',
      ),
  },
  {
    id: 'blocks',
    text: 'Times and GFLOPS do not change with the size of blocks.',
    where: '4.2',
    legs: ['cuda-csr', 'cuda-ellpack'],
    judge: (run) =>
      judgedByAll(
        cases(run, ['cuda-csr', 'cuda-ellpack'], (matrix, format) => spreadCase(blocks(run, matrix, format))),
        NO_GPU,
      ),
  },
  {
    id: 'smallest-block',
    text: 'In CSR the smallest block, of 128 threads, is in many cases the best.',
    where: '4.2, 4.4',
    legs: ['cuda-csr'],
    judge: (run) =>
      judgedByMost(
        timedMatrices(run, ['cuda-csr']).flatMap((name) => {
          const best = fastestOf(run, { leg: 'cuda-csr', matrix: name });
          const size = best && Number(paramOf(best, 'blockSize'));
          return size === undefined ? [] : [{ name, holds: size === 128, text: `best ${size}` }];
        }),
        NO_GPU,
      ),
  },
  {
    id: 'few-threads-for-small',
    text: 'Very small matrices do best with 4 threads, those of medium size with 8, the larger ones with 16.',
    where: '4.3',
    legs: ['threads'],
    judge(run) {
      const { cores } = run.machine;
      if (cores < 16) return notJudged(`This machine runs ${cores} threads at a time.`);
      return judgedByMost(
        run.matrices.flatMap(({ name, nnz }) => {
          const timed = timedOf(run, { leg: 'threads', matrix: name, format: 'csr' });
          const best = timed
            .filter((result) => [4, 8, 16, 32].includes(Number(paramOf(result, 'threads'))))
            .toSorted((a, b) => a.medianMs - b.medianMs)[0];
          const threads = best && Number(paramOf(best, 'threads'));
          if (threads === undefined) return [];
          return [{ name, holds: nnz < SMALL ? threads === 4 : threads >= 8, text: `best ${threads}` }];
        }),
        'Threads were not timed.',
      );
    },
  },
  {
    id: 'csr-on-cpu',
    text: 'On the CPU the speed-ups of CSR are visibly larger than those of ELLPACK.',
    where: '4.3',
    legs: ['serial', 'threads'],
    judge: (run) =>
      judgedByMost(
        timedMatrices(run, ['threads']).flatMap((name) => {
          const [csr, ellpack] = [cpu(run, name, 'csr'), cpu(run, name, 'ellpack')];
          return csr && ellpack
            ? [{ name, holds: csr.medianMs < ellpack.medianMs, text: ratioText(ellpack.medianMs / csr.medianMs) }]
            : [];
        }),
        'No matrix was timed in both formats on threads.',
      ),
  },
  {
    id: 'not-in-ellpack',
    text: 'dc1 and webbase-1M cannot be computed in ELLPACK.',
    where: '4.3, 4.4',
    legs: ['threads'],
    judge: (run) =>
      judgedByAll(
        ['dc1', 'webbase-1M'].flatMap((name) => {
          const [found] = ['threads', 'cuda-ellpack', 'webgpu'].flatMap((leg) =>
            resultsOf(run, { leg, matrix: name }).filter(({ format }) => format !== 'csr'),
          );
          return found
            ? [{ name, holds: found.status === 'refused', text: `${found.status}: ${found.reason ?? 'it ran'}` }]
            : [];
        }),
        'Neither was run.',
      ),
  },
  {
    id: 'ellpack-on-gpu',
    text: 'On the GPU ELLPACK is the better choice.',
    where: '4.4',
    legs: ['cuda-csr', 'cuda-ellpack'],
    judge: (run) =>
      judgedByMost(
        timedMatrices(run, ['cuda-csr']).flatMap((name) => {
          const [csr, ellpack] = [gpu(run, name, 'csr'), gpu(run, name, 'ellpack')];
          return csr && ellpack
            ? [{ name, holds: ellpack.medianMs < csr.medianMs, text: ratioText(csr.medianMs / ellpack.medianMs) }]
            : [];
        }),
        NO_GPU,
      ),
  },
  {
    id: 'gpu-beats-cpu',
    text: 'The GPU beats the CPU in both formats on every matrix, by far.',
    where: '4.5',
    legs: ['threads', 'cuda-csr', 'cuda-ellpack'],
    judge: (run) =>
      judgedByAll(
        cases(run, ['cuda-csr', 'cuda-ellpack'], (matrix, format) => {
          const ratio = gpuOverCpu(run, matrix, format);
          return ratio === null ? undefined : { holds: ratio > 1, text: ratioText(ratio) };
        }),
        NO_GPU,
      ),
  },
  {
    id: 'tiny',
    text: 'Threads do not pay for the smallest matrices: table 1 prints less than 1.',
    where: 'Table 1',
    legs: ['serial', 'threads'],
    judge: (run) =>
      judgedByAll(
        MATRICES.flatMap((name) => {
          const printed = PRINTED.get(name)?.speedupCpu.csr ?? 1;
          const here = teamSpeedup(run, name);
          return printed < 1 && here !== null
            ? [{ name, holds: here < 1, text: `${ratioText(here)} here, ${ratioText(printed)} printed` }]
            : [];
        }),
        'None of them was timed with two threads or more.',
      ),
  },
  {
    id: 'half-of-peak',
    text: 'The GFLOPS of the GPU lie on average at half of the peak of 74.67.',
    where: '4.5',
    legs: [],
    judge() {
      const [csr, ellpack] = [printedMean('csr'), printedMean('ellpack')];
      const share = (mean: number): string => `${mean.toFixed(1)}, ${Math.round((100 * mean) / PEAK.gflops)} %`;
      return judged(
        ellpack >= 0.45 * PEAK.gflops,
        `The mean of table 4 as printed is ${share(csr)} of the peak in CSR, and ${share(ellpack)} in ELLPACK.`,
      );
    },
  },
];

/** The fastest of two and more threads over the serial loop. */
function teamSpeedup(run: StudyRun, matrix: string): number | null {
  const best = timedOf(run, { leg: 'threads', matrix, format: 'csr' })
    .filter((result) => Number(paramOf(result, 'threads')) > 1)
    .toSorted((a, b) => a.medianMs - b.medianMs)[0];
  return speedup(run, matrix, best);
}
