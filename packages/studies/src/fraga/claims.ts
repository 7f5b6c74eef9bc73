import { formatBytes } from '@spmv/core';
import type { ClaimCase } from '../exhibits/judged.ts';
import { judged, judgedByAll, judgedByMost, notJudged, ratioText } from '../exhibits/judged.ts';
import type { Timed, Wanted } from '../exhibits/timed.ts';
import { fastestOf, paramOf, resultsOf, timedMatrices, timedOf } from '../exhibits/timed.ts';
import type { Claim, Judgement } from '../study.ts';
import type { StudyRun } from '../study-run.ts';
import { DC1_LEG, refusal } from './dc1-in-ellpack.ts';
import { threadsSpeedup } from './figures-6-8-methods.ts';

/** Curves this near one another are alike. */
const ALIKE = 1.25;
const WARP = 32;

function speedupOfMost(results: readonly Timed[]): number | undefined {
  const at = (threads: number): Timed | undefined => results.find((one) => paramOf(one, 'threads') === threads);
  const most = Math.max(...results.map((one) => Number(paramOf(one, 'threads'))));
  const [one, all] = [at(1), at(most)];
  return one && all && most > 1 ? one.medianMs / all.medianMs : undefined;
}

/** How many times faster with the most threads in CSR than in ELLPACK. */
function ratioOfSpeedups(run: StudyRun, matrix: string): number | undefined {
  const [csr, ellpack] = ['csr', 'ellpack'].map((format) =>
    speedupOfMost(timedOf(run, { leg: 'threads', matrix, format })),
  );
  return csr !== undefined && ellpack !== undefined ? csr / ellpack : undefined;
}

function alikeOver(matrix: string, wanted: boolean): (run: StudyRun) => Judgement {
  return (run) => {
    const ratio = ratioOfSpeedups(run, matrix);
    if (ratio === undefined) return notJudged(`No curve of both formats over threads on ${matrix}.`);
    const alike = ratio < ALIKE && ratio > 1 / ALIKE;
    return judged(
      alike === wanted,
      `From one thread to the most, CSR gains ${ratioText(ratio)} what ELLPACK gains; up to ${ratioText(ALIKE)} counts as similar.`,
    );
  };
}

/** On each matrix of both: whether the first is faster, by how much. */
function faster(run: StudyRun, first: Wanted, second: Wanted): readonly ClaimCase[] {
  return timedMatrices(run, [first.leg]).flatMap((matrix) => {
    const [a, b] = [fastestOf(run, { ...first, matrix }), fastestOf(run, { ...second, matrix })];
    return a && b ? [{ name: matrix, holds: a.medianMs < b.medianMs, text: ratioText(b.medianMs / a.medianMs) }] : [];
  });
}

/** CUDA's kernels, or the same in WGSL where there is no such GPU. */
function gpuPair(run: StudyRun, narrow: (run: StudyRun, matrix: string) => boolean = () => true): readonly ClaimCase[] {
  const cuda = faster(run, { leg: 'cuda-vector' }, { leg: 'cuda-scalar' });
  const pair =
    cuda.length > 0
      ? cuda
      : faster(run, { leg: 'webgpu', kernel: 'wgsl/csr-vector' }, { leg: 'webgpu', kernel: 'wgsl/csr' });
  return pair.filter(({ name }) => narrow(run, name));
}

const NO_GPU = 'Neither CUDA nor WebGPU timed both kernels.';

function shortRows(run: StudyRun, matrix: string): boolean {
  return (run.matrices.find(({ name }) => name === matrix)?.mean ?? Infinity) < WARP;
}

/** What the text says of the figures. */
export const claims: readonly Claim[] = [
  {
    id: 'alike',
    text: 'On ML_Laplace (1.45 %) both formats gain with threads at a similar ratio.',
    where: 'figure 2',
    legs: ['threads'],
    judge: alikeOver('ML_Laplace', true),
  },
  {
    id: 'not-alike',
    text: 'On cant (20.2 %) they do not.',
    where: 'figure 3',
    legs: ['threads'],
    judge: alikeOver('cant', false),
  },
  {
    id: 'ellpack-overhead',
    text: 'On 1M (60.12 %) multiplying zeros is a major overhead of ELLPACK.',
    where: 'figure 4',
    legs: ['serial'],
    judge(run) {
      const cases = faster(run, { leg: 'serial', format: 'csr' }, { leg: 'serial', format: 'ellpack' });
      const found = cases.find(({ name }) => name === 'webbase-1M');
      if (found) return judged(found.holds, `CSR is ${found.text} as fast as ELLPACK in the sequential loops.`);
      const [refused] = resultsOf(run, { leg: 'serial', matrix: 'webbase-1M', format: 'ellpack' });
      return refused?.status === 'refused'
        ? judged(true, `ELLPACK is not even built here: ${refused.reason ?? ''}.`)
        : notJudged('webbase-1M was not run.');
    },
  },
  {
    id: 'dc1',
    text: 'dc1 does not fit into memory in ELLPACK: about 160 GB.',
    where: 'CSR & Ellpack',
    legs: [DC1_LEG],
    judge(run) {
      const found = refusal(run);
      if (!found) return notJudged('It was not planned.');
      return judged(
        found.bytes !== null && Math.round(found.bytes / 1e9) === 160,
        `The plan here counts ${found.bytes === null ? 'no bytes' : `${(found.bytes / 1e9).toFixed(2)} GB`} and refuses it.`,
      );
    },
  },
  {
    id: 'only-dc1',
    text: 'No other matrix had that problem.',
    where: 'CSR & Ellpack',
    legs: ['serial'],
    judge: (run) =>
      judgedByAll(
        resultsOf(run, { leg: 'serial', format: 'ellpack' })
          .filter(({ matrix }) => matrix !== 'dc1')
          .map(({ matrix, status, storageBytes }) => ({
            name: matrix,
            holds: status === 'ok',
            text: storageBytes === null ? status : `${status}, ${formatBytes(storageBytes)}`,
          })),
        'No other matrix was run in ELLPACK.',
      ),
  },
  {
    id: 'small',
    text: 'On cage4 more threads make it slower.',
    where: 'figure 5',
    legs: ['threads'],
    judge(run) {
      const gain = speedupOfMost(timedOf(run, { leg: 'threads', matrix: 'cage4', format: 'csr' }));
      return gain === undefined
        ? notJudged('No curve over threads on cage4.')
        : judged(gain < 1, `The most threads are ${ratioText(gain)} as fast as one.`);
    },
  },
  {
    id: 'more-than-8',
    text: 'The speed-up of OpenMP with 2 to 16 threads is in some cases more than 8.',
    where: 'figure 6',
    legs: ['serial', 'threads'],
    judge(run) {
      const found = timedMatrices(run, ['threads']).flatMap((matrix) =>
        ['csr', 'ellpack'].map((format) => ({ matrix, format, gain: threadsSpeedup(run, matrix, format) ?? 0 })),
      );
      const best = found.toSorted((a, b) => b.gain - a.gain)[0];
      if (!best) return notJudged('Threads were not timed.');
      const text = `At most ${ratioText(best.gain)}, on ${best.matrix} in ${best.format}.`;
      const { cores } = run.machine;
      if (best.gain <= 8 && cores <= 8) return notJudged(`${text} This machine runs ${cores} threads at a time.`);
      return judged(best.gain > 8, text);
    },
  },
  {
    id: 'vector',
    text: 'A warp a row is better than a thread a row for CSR on a GPU.',
    where: 'figure 7',
    legs: ['cuda-scalar', 'cuda-vector', 'webgpu'],
    judge: (run) => judgedByAll(gpuPair(run), NO_GPU),
  },
  {
    id: 'idle-threads',
    text: 'A warp a row is no good solution for rows of less than 32 entries.',
    where: 'Conclusions',
    legs: ['cuda-scalar', 'cuda-vector', 'webgpu'],
    judge: (run) =>
      judgedByAll(
        gpuPair(run, shortRows).map((one) => ({ ...one, holds: !one.holds })),
        'No matrix with less than 32 entries a row was timed with both kernels.',
      ),
  },
  {
    id: 'gpu-ellpack',
    text: 'CUDA is better than the other methods for ELLPACK.',
    where: 'figure 8',
    legs: ['serial', 'threads', 'cuda-ellpack'],
    judge: (run) =>
      judgedByAll(
        ['serial', 'threads'].flatMap((leg) =>
          faster(run, { leg: 'cuda-ellpack' }, { leg, format: 'ellpack' }).map((one) => ({
            ...one,
            name: `${one.name} against ${leg}`,
          })),
        ),
        'CUDA was not there, or nothing to compare it with.',
      ),
  },
  {
    id: 'parallel',
    text: 'OpenMP has a major advantage over the sequential loops.',
    where: 'figure 6',
    legs: ['serial', 'threads'],
    judge: (run) =>
      judgedByMost(
        timedMatrices(run, ['threads']).flatMap((matrix) => {
          const gain = threadsSpeedup(run, matrix, 'csr');
          return gain === null ? [] : [{ name: matrix, holds: gain > 1, text: ratioText(gain) }];
        }),
        'No team of threads was timed beside the sequential loop.',
      ),
  },
  {
    id: 'memory',
    text: 'CSR needs less memory.',
    where: 'Conclusions',
    legs: ['serial'],
    judge: (run) =>
      judgedByAll(
        run.matrices.flatMap(({ name }) => {
          const bytes = (format: string): number | null =>
            resultsOf(run, { leg: 'serial', matrix: name, format })[0]?.storageBytes ?? null;
          const [csr, ellpack] = [bytes('csr'), bytes('ellpack')];
          return csr !== null && ellpack !== null
            ? [{ name, holds: csr < ellpack, text: `ELLPACK takes ${ratioText(ellpack / csr)}` }]
            : [];
        }),
        'No matrix was stored in both formats.',
      ),
  },
];
