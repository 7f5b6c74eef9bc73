import { FASTER, fasterCase } from '../exhibits/judged.ts';
import type { Wanted } from '../exhibits/timed.ts';
import { fastestOf, timedMatrices } from '../exhibits/timed.ts';
import type { Claim, ClaimCase } from '../study.ts';
import type { StudyRun } from '../study-run.ts';
import { fastestTeam, NOT_IN_ELLPACK } from './figures-6-8-methods.ts';
import { MATRICES } from './legs.ts';

/** What of them the plan here stores in ELLPACK, and his GPU could hold: dc1 takes 160 GB, webbase-1M 56. */
export const IN_ELLPACK: readonly string[] = ['cage4', 'ML_Laplace', 'cant'];
/** The one of them of which every row has less than 32 entries: dc1 and webbase-1M have rows of 114 190 and 4700. */
const SHORT = ['cage4'];

/** On each matrix of both how much faster the first is. */
function faster(run: StudyRun, first: Wanted, second: Wanted): readonly ClaimCase[] {
  return timedMatrices(run, [first.leg]).flatMap((matrix) =>
    fasterCase(matrix, fastestOf(run, { ...first, matrix }), fastestOf(run, { ...second, matrix })),
  );
}

/** How much faster a kernel on CUDA is than the sequential loop, and than the fastest team of threads, as figures 7 and 8 draw them. */
function overProcessor(run: StudyRun, leg: string, format: string): readonly ClaimCase[] {
  const others = {
    serial: (matrix: string) => fastestOf(run, { leg: 'serial', matrix, format }),
    threads: (matrix: string) => fastestTeam(run, matrix, format),
  };
  return Object.entries(others).flatMap(([name, other]) =>
    timedMatrices(run, [leg]).flatMap((matrix) =>
      fasterCase(`${matrix} over ${name}`, fastestOf(run, { leg, matrix }), other(matrix)),
    ),
  );
}

/** What threads are in both claims. */
const TEAMS = 'threads are the fastest of 2 to 16';

/** His kernels on CUDA, which adds up in shared memory, or the same in WGSL where there is no such GPU. */
function gpuPair(run: StudyRun): readonly ClaimCase[] {
  const cuda = faster(run, { leg: 'cuda-shared' }, { leg: 'cuda-scalar' });
  return cuda.length > 0
    ? cuda
    : faster(run, { leg: 'webgpu', kernel: 'wgsl/csr-vector' }, { leg: 'webgpu', kernel: 'wgsl/csr' });
}

/** What both loops of a GPU are. */
const GPU_CSR = ['cuda-scalar', 'cuda-shared', 'webgpu'];

/** What the text says of GPUs. */
export const gpuClaims: readonly Claim[] = [
  {
    id: 'vector',
    text: 'A warp a row is better than a thread a row for CSR on a GPU, which is rarely competitive.',
    bar: `better is ${FASTER} times as fast and more, with sums in shared memory as in his listing`,
    lacks: 'That a thread a row is rarely competitive is not judged.',
    where: 'figure 7, Conclusions',
    legs: GPU_CSR,
    of: 'most',
    among: MATRICES.length,
    cases: gpuPair,
  },
  {
    id: 'idle-threads',
    text: 'A warp a row is no good solution for rows of less than 32 entries.',
    bar: `of the matrix that has no longer row, cage4; no good solution is less than ${FASTER} times as fast as a thread a row`,
    where: 'Conclusions',
    legs: GPU_CSR,
    matrices: SHORT,
    of: 'all',
    among: SHORT.length,
    cases: (run) =>
      gpuPair(run)
        .filter(({ name }) => SHORT.includes(name))
        .map((one) => ({ ...one, holds: one.holds === null ? null : !one.holds })),
  },
  {
    id: 'gpu-csr',
    text: 'CUDA offers good results for CSR.',
    bar: `good is ${FASTER} times as fast as the sequential loop and as threads, and more, by a warp a row; ${TEAMS}`,
    where: 'figure 7',
    legs: ['serial', 'threads', 'cuda-shared'],
    of: 'most',
    among: 2 * MATRICES.length,
    cases: (run) => overProcessor(run, 'cuda-shared', 'csr'),
  },
  {
    id: 'gpu-ellpack',
    text: 'CUDA is better than the other methods for ELLPACK.',
    bar: `better is ${FASTER} times as fast and more; ${TEAMS}; of which matrices figure 8 is he does not say: in ELLPACK dc1 takes 160 GB and webbase-1M 56, his Tesla K40 has 12`,
    where: 'figure 8',
    legs: ['serial', 'threads', 'cuda-ellpack'],
    of: 'most',
    among: 2 * IN_ELLPACK.length,
    lacks: NOT_IN_ELLPACK,
    cases: (run) => overProcessor(run, 'cuda-ellpack', 'ellpack'),
  },
];
