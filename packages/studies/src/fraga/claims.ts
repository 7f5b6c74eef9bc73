import { formatBytes } from '@spmv/core';
import { FASTER, fasterCase, isAtLeast, isWithin, overRatio, ratioOf, ratioText } from '../exhibits/judged.ts';
import type { Timed, Wanted } from '../exhibits/timed.ts';
import { fastestOf, paramOf, resultsOf, timedMatrices, timedOf } from '../exhibits/timed.ts';
import type { Claim, ClaimCase } from '../study.ts';
import type { StudyRun } from '../study-run.ts';
import { DC1_LEG, refusal } from './dc1-in-ellpack.ts';
import { fastestTeam } from './figures-6-8-methods.ts';
import { MATRICES } from './legs.ts';

/** Curves this near one another are alike. */
const ALIKE = 1.25;
/** A curve over fewer threads is none. */
const LEAST_TEAM = 4;
/** What ended his program on dc1. */
const DC1_BYTES = 160e9;
/** A value in f64 with its column, and where a row begins. */
const SLOT_BYTES = 12;
const POINTER_BYTES = 4;

/** What of them the plan here stores in ELLPACK: dc1 and webbase-1M have too many places. */
const IN_ELLPACK = ['cage4', 'ML_Laplace', 'cant'];
const NOT_IN_ELLPACK = 'Of dc1 and webbase-1M the plan here refuses ELLPACK.';
/** Rows of less than a warp on average. */
const SHORT = ['cage4', 'dc1', 'webbase-1M'];

/** One thread and the most that every one of some curves has. */
function commonEnds(curves: readonly (readonly Timed[])[]): readonly (readonly [one: Timed, most: Timed])[] {
  const at = (curve: readonly Timed[], threads: number): Timed | undefined =>
    curve.find((result) => paramOf(result, 'threads') === threads);
  const [first = []] = curves;
  const common = first
    .map((result) => Number(paramOf(result, 'threads')))
    .filter((threads) => curves.every((curve) => at(curve, threads)));
  const most = Math.max(...common);
  if (!common.includes(1) || most < LEAST_TEAM) return [];
  return curves.map((curve) => [at(curve, 1), at(curve, most)] as [Timed, Timed]);
}

function overThreads(matrix: string): Pick<Claim, 'legs' | 'matrices' | 'of' | 'among' | 'comparesPoints' | 'unfit'> {
  return {
    legs: ['threads'],
    matrices: [matrix],
    of: 'all',
    among: 1,
    comparesPoints: true,
    unfit: ({ machine: { cores } }) =>
      cores < LEAST_TEAM ? `This machine runs ${cores} threads at a time, which make no curve.` : undefined,
  };
}

function alikeOver(matrix: string, wanted: boolean): Pick<Claim, 'cases'> {
  return {
    cases(run) {
      const ends = commonEnds(['csr', 'ellpack'].map((format) => timedOf(run, { leg: 'threads', matrix, format })));
      const [csr, ellpack] = ends.map(([one, most]) => ratioOf(one, most));
      if (!csr || !ellpack) return [];
      const ratio = overRatio(csr, ellpack);
      const alike = isWithin(ratio, ALIKE);
      const threads = String(paramOf(ends[0]?.[1] as Timed, 'threads'));
      return [
        {
          name: `From one thread to ${threads}`,
          holds: alike === null ? null : alike === wanted,
          text: `CSR gains ${ratioText(ratio)} what ELLPACK gains; up to ${ALIKE}× counts as similar`,
        },
      ];
    },
  };
}

/** On each matrix of both how much faster the first is. */
function faster(run: StudyRun, first: Wanted, second: Wanted, name = (matrix: string) => matrix): readonly ClaimCase[] {
  return timedMatrices(run, [first.leg]).flatMap((matrix) =>
    fasterCase(name(matrix), fastestOf(run, { ...first, matrix }), fastestOf(run, { ...second, matrix })),
  );
}

/** CUDA's kernels, or the same in WGSL where there is no such GPU. */
function gpuPair(run: StudyRun): readonly ClaimCase[] {
  const cuda = faster(run, { leg: 'cuda-vector' }, { leg: 'cuda-scalar' });
  return cuda.length > 0
    ? cuda
    : faster(run, { leg: 'webgpu', kernel: 'wgsl/csr-vector' }, { leg: 'webgpu', kernel: 'wgsl/csr' });
}

/** What both loops of a GPU are. */
const GPU_CSR = ['cuda-scalar', 'cuda-vector', 'webgpu'];

/** What the text says of the figures. */
export const claims: readonly Claim[] = [
  {
    id: 'alike',
    text: 'On ML_Laplace (1.45 %) both formats gain with threads at a similar ratio.',
    bar: `similar is within ${ALIKE}×, up to the most threads that both have`,
    where: 'figure 2',
    ...overThreads('ML_Laplace'),
    ...alikeOver('ML_Laplace', true),
  },
  {
    id: 'not-alike',
    text: 'On cant (20.2 %) they do not.',
    bar: `similar is within ${ALIKE}×, up to the most threads that both have`,
    where: 'figure 3',
    ...overThreads('cant'),
    ...alikeOver('cant', false),
  },
  {
    id: 'ellpack-overhead',
    text: 'On 1M (60.12 %) multiplying zeros is a major overhead of ELLPACK.',
    where: 'figure 4',
    legs: ['serial'],
    matrices: ['webbase-1M'],
    of: 'all',
    among: 1,
    cases: (run) =>
      run.matrices
        .filter(({ name, nnz }) => name === 'webbase-1M' && nnz > 0)
        .flatMap(({ name: matrix, rows, max, nnz }) => [
          {
            name: 'ELLPACK',
            holds: rows * max >= 2 * nnz,
            text: `multiplies ${((rows * max) / nnz).toFixed(1)} places for each entry`,
          },
          ...fasterCase(
            'CSR over ELLPACK',
            fastestOf(run, { leg: 'serial', matrix, format: 'csr' }),
            fastestOf(run, { leg: 'serial', matrix, format: 'ellpack' }),
          ),
        ]),
  },
  {
    id: 'dc1',
    text: 'dc1 does not fit into memory in ELLPACK: about 160 GB.',
    where: 'CSR & Ellpack',
    legs: [DC1_LEG],
    of: 'all',
    among: 1,
    cases(run) {
      const { bytes = null } = refusal(run) ?? {};
      if (bytes === null) return [];
      const text = `counts ${(bytes / 1e9).toFixed(2)} GB and refuses it`;
      return [{ name: 'The plan here', holds: Math.round(bytes / 1e9) === 160, text }];
    },
  },
  {
    id: 'only-dc1',
    text: 'No other matrix had that problem.',
    bar: 'the problem is as many bytes as dc1 needs',
    where: 'CSR & Ellpack',
    legs: ['serial'],
    of: 'all',
    among: MATRICES.length - 1,
    unfit(run) {
      const refused = resultsOf(run, { leg: 'serial', format: 'ellpack' }).filter(
        ({ status, matrix }) => status === 'refused' && !matrix.startsWith('dc1'),
      );
      if (refused.length === 0) return undefined;
      const names = [...new Set(refused.map(({ matrix }) => matrix))].join(', ');
      return `The plan here refuses dc1 and ${names} alike, by a limit on places that his program did not have; and the 160 GB of dc1 are less than the 256 GB of his machine, so that memory does not tell them apart.`;
    },
    cases: (run) =>
      run.matrices
        .filter(({ name }) => name !== 'dc1' && MATRICES.includes(name))
        .map(({ name, rows, max }) => ({
          name,
          holds: rows * max * SLOT_BYTES < DC1_BYTES,
          text: `${formatBytes(rows * max * SLOT_BYTES)} of the 160 GB of dc1`,
        })),
  },
  {
    id: 'small',
    text: 'On cage4 more threads make it slower.',
    where: 'figure 5',
    ...overThreads('cage4'),
    cases: (run) =>
      commonEnds([timedOf(run, { leg: 'threads', matrix: 'cage4', format: 'csr' })]).flatMap(([one, most]) =>
        fasterCase(`One thread over ${String(paramOf(most, 'threads'))}`, one, most),
      ),
  },
  {
    id: 'more-than-8',
    text: 'The speed-up of OpenMP with 2 to 16 threads is in some cases more than 8.',
    where: 'figure 6',
    legs: ['serial', 'threads'],
    of: 'some',
    among: MATRICES.length + IN_ELLPACK.length,
    lacks: NOT_IN_ELLPACK,
    unfit: ({ machine: { cores } }) =>
      cores <= 8
        ? `This machine runs ${cores} threads at a time, which cannot be more than ${cores} times as fast.`
        : undefined,
    cases: (run) =>
      timedMatrices(run, ['threads']).flatMap((matrix) =>
        ['csr', 'ellpack'].flatMap((format) => {
          const [serial, team] = [fastestOf(run, { leg: 'serial', matrix, format }), fastestTeam(run, matrix, format)];
          if (!serial || !team) return [];
          const ratio = ratioOf(serial, team);
          return [{ name: `${matrix} in ${format}`, holds: isAtLeast(ratio, 8), text: ratioText(ratio) }];
        }),
      ),
  },
  {
    id: 'vector',
    text: 'A warp a row is better than a thread a row for CSR on a GPU, which is rarely competitive.',
    where: 'figure 7, Conclusions',
    legs: GPU_CSR,
    of: 'most',
    among: MATRICES.length,
    cases: gpuPair,
  },
  {
    id: 'idle-threads',
    text: 'A warp a row is no good solution for rows of less than 32 entries.',
    bar: `no good solution is less than ${FASTER} times as fast as a thread a row`,
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
    id: 'gpu-ellpack',
    text: 'CUDA is better than the other methods for ELLPACK.',
    where: 'figure 8',
    legs: ['serial', 'threads', 'cuda-ellpack'],
    of: 'all',
    among: 2 * IN_ELLPACK.length,
    lacks: NOT_IN_ELLPACK,
    cases: (run) =>
      ['serial', 'threads'].flatMap((leg) =>
        faster(run, { leg: 'cuda-ellpack' }, { leg, format: 'ellpack' }, (matrix) => `${matrix} over ${leg}`),
      ),
  },
  {
    id: 'parallel',
    text: 'OpenMP has a major advantage over the sequential loops.',
    where: 'figure 6',
    legs: ['serial', 'threads'],
    of: 'most',
    among: MATRICES.length,
    cases: (run) =>
      timedMatrices(run, ['threads']).flatMap((matrix) =>
        fasterCase(matrix, fastestTeam(run, matrix, 'csr'), fastestOf(run, { leg: 'serial', matrix, format: 'csr' })),
      ),
  },
  {
    id: 'memory',
    text: 'CSR needs less memory.',
    where: 'Conclusions',
    legs: ['serial'],
    of: 'all',
    among: MATRICES.length,
    cases: (run) =>
      // Of every matrix, timed or not: the sizes tell the bytes.
      run.matrices.flatMap(({ name, rows, max, nnz }) => {
        if (!MATRICES.includes(name)) return [];
        const [csr, ellpack] = [SLOT_BYTES * nnz + POINTER_BYTES * (rows + 1), SLOT_BYTES * rows * max];
        return [{ name, holds: csr < ellpack, text: `ELLPACK takes ${(ellpack / csr).toFixed(2)}× the bytes of CSR` }];
      }),
  },
];
