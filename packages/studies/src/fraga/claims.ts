import { formatBytes } from '@spmv/core';
import {
  FASTER,
  fasterCase,
  isAtLeast,
  isWithin,
  needsThreads,
  overRatio,
  ratioOf,
  ratioText,
} from '../exhibits/judged.ts';
import type { Timed } from '../exhibits/timed.ts';
import { fastestOf, paramOf, timedMatrices, timedOf } from '../exhibits/timed.ts';
import type { Claim } from '../study.ts';
import type { RunMatrix, StudyRun } from '../study-run.ts';
import { gpuClaims, IN_ELLPACK } from './claims-gpu.ts';
import { DC1_LEG, refusal } from './dc1-in-ellpack.ts';
import { fastestTeam, NOT_IN_ELLPACK } from './figures-6-8-methods.ts';
import { MATRICES } from './legs.ts';

const FORMATS = ['csr', 'ellpack'];
/** Curves this near one another are alike. */
const ALIKE = 1.25;
/** A curve over fewer threads is none. */
const LEAST_TEAM = 4;
/** What ended his program on dc1. */
const DC1_BYTES = 160e9;
/** A value in f64 with its column, and where a row begins. */
const SLOT_BYTES = 12;
const POINTER_BYTES = 4;

/** Places for each entry from which on zeros are a major overhead. */
const MAJOR = 2;

/** What a plan counts at the most in one array. */
const MOST_PLACES = 2 ** 31 - 1;

/** A refusal here is by another limit than his. */
const FITS_NOT_JUDGED =
  'Whether it fits is not judged: the plan here refuses it by a limit on places that his program did not have, and 160 GB are less than the 256 GB of his machine';

/** His matrices but dc1. */
function others({ matrices }: StudyRun): readonly RunMatrix[] {
  return matrices.filter(({ name }) => name !== 'dc1' && MATRICES.includes(name));
}

/** His curves begin with so many threads. */
const FIRST_TEAM = 2;

/** Two threads and the most that every one of some curves has. */
function commonEnds(curves: readonly (readonly Timed[])[]): readonly (readonly [two: Timed, most: Timed])[] {
  const at = (curve: readonly Timed[], threads: number): Timed | undefined =>
    curve.find((result) => paramOf(result, 'threads') === threads);
  const [first = []] = curves;
  const common = first
    .map((result) => Number(paramOf(result, 'threads')))
    .filter((threads) => curves.every((curve) => at(curve, threads)));
  const most = Math.max(...common);
  if (!common.includes(FIRST_TEAM) || most < LEAST_TEAM) return [];
  return curves.map((curve) => [at(curve, FIRST_TEAM), at(curve, most)] as [Timed, Timed]);
}

function overThreads(matrix: string): Pick<Claim, 'legs' | 'matrices' | 'of' | 'among' | 'comparesPoints' | 'unfit'> {
  return {
    legs: ['threads'],
    matrices: [matrix],
    of: 'all',
    among: 1,
    comparesPoints: true,
    unfit: needsThreads(LEAST_TEAM),
  };
}

function alikeOver(matrix: string, wanted: boolean): Pick<Claim, 'cases'> {
  return {
    cases(run) {
      const ends = commonEnds(FORMATS.map((format) => timedOf(run, { leg: 'threads', matrix, format })));
      const [csr, ellpack] = ends.map(([two, most]) => ratioOf(two, most));
      if (!csr || !ellpack) return [];
      const ratio = overRatio(csr, ellpack);
      const alike = isWithin(ratio, ALIKE);
      const threads = String(paramOf(ends[0]?.[1] as Timed, 'threads'));
      return [
        {
          name: `From two threads to ${threads}`,
          holds: alike === null ? null : alike === wanted,
          text: `CSR gains ${ratioText(ratio)} what ELLPACK gains; up to ${ALIKE}× counts as similar`,
        },
      ];
    },
  };
}

/** What the text says of the figures. */
export const claims: readonly Claim[] = [
  {
    id: 'alike',
    text: 'On ML_Laplace (1.45 %) both formats gain with threads at a similar ratio.',
    bar: `similar is within ${ALIKE}×, from two threads, with which his curves begin, to the most that both have`,
    where: 'figure 2',
    ...overThreads('ML_Laplace'),
    ...alikeOver('ML_Laplace', true),
  },
  {
    id: 'not-alike',
    text: 'On cant (20.2 %) they do not.',
    bar: `similar is within ${ALIKE}×, from two threads, with which his curves begin, to the most that both have`,
    where: 'figure 3',
    ...overThreads('cant'),
    ...alikeOver('cant', false),
  },
  {
    id: 'ellpack-overhead',
    text: 'On 1M (60.12 %) multiplying zeros is a major overhead of ELLPACK.',
    bar: `major is ${MAJOR} places and more for each entry`,
    lacks: 'By counting alone: the plan here refuses ELLPACK of this matrix, so that no product of it is timed.',
    where: 'figure 4',
    legs: [],
    matrices: ['webbase-1M'],
    of: 'all',
    among: 1,
    cases: (run) =>
      run.matrices
        .filter(({ name, nnz }) => name === 'webbase-1M' && nnz > 0)
        .map(({ rows, max, nnz }) => ({
          name: 'ELLPACK',
          holds: rows * max >= MAJOR * nnz,
          text: `multiplies ${((rows * max) / nnz).toFixed(1)} places for each entry`,
        })),
  },
  {
    id: 'dc1',
    text: 'dc1 takes about 160 GB in ELLPACK, and does not fit into memory.',
    bar: 'the bytes are counted by a plan; that they do not fit is another case',
    lacks: FITS_NOT_JUDGED,
    where: 'CSR & Ellpack',
    legs: [DC1_LEG],
    of: 'all',
    among: 2,
    aside: (run) => (refusal(run) ? [FITS_NOT_JUDGED] : []),
    cases(run) {
      const { bytes = null } = refusal(run) ?? {};
      if (bytes === null) return [];
      const text = `counts ${(bytes / 1e9).toFixed(2)} GB`;
      return [{ name: 'The plan here', holds: Math.round(bytes / 1e9) === 160, text }];
    },
  },
  {
    id: 'only-dc1',
    text: 'No other matrix had that problem.',
    bar: 'the problem is as many bytes as dc1 needs, counted from rows and longest row',
    lacks:
      'Not judged where the plan here refuses another one, too: by a limit on places that his program did not have.',
    where: 'CSR & Ellpack',
    legs: [],
    of: 'all',
    among: MATRICES.length - 1,
    unfit(run) {
      const refused = others(run).filter(({ rows, max }) => rows * max > MOST_PLACES);
      return refused.length === 0
        ? undefined
        : `The plan here refuses dc1 and ${refused.map(({ name }) => name).join(', ')} alike, by a limit on places that his program did not have; and the 160 GB of dc1 are less than the 256 GB of his machine, so that memory does not tell them apart.`;
    },
    cases: (run) =>
      others(run).map(({ name, rows, max }) => ({
        name,
        holds: rows * max * SLOT_BYTES < DC1_BYTES,
        text: `${formatBytes(rows * max * SLOT_BYTES)} of the 160 GB of dc1`,
      })),
  },
  {
    id: 'small',
    text: 'On cage4 more threads make it slower.',
    bar: `slower is ${FASTER} times as long and more with the most threads as with two, with which his curves begin, in CSR and in ELLPACK`,
    where: 'figure 5',
    ...overThreads('cage4'),
    among: FORMATS.length,
    cases: (run) =>
      FORMATS.flatMap((format) =>
        commonEnds([timedOf(run, { leg: 'threads', matrix: 'cage4', format })]).flatMap(([two, most]) =>
          fasterCase(`${format}, two threads over ${String(paramOf(most, 'threads'))}`, two, most),
        ),
      ),
  },
  {
    id: 'more-than-8',
    text: 'The speed-up of OpenMP with 2 to 16 threads is in some cases more than 8.',
    where: 'figure 6',
    legs: ['serial', 'threads'],
    of: 'some',
    // In print webbase-1M is in ELLPACK, too.
    among: MATRICES.length + IN_ELLPACK.length + 1,
    lacks: NOT_IN_ELLPACK,
    // More than 8 times by fewer threads would be caches, and no threads.
    unfit: needsThreads(9),
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
    id: 'formats-alike',
    text: 'Both formats take similar times where the deviation of the rows is small.',
    bar: `small is that of ML_Laplace (1.45 %), similar within ${ALIKE}×, in the sequential loops`,
    where: 'Conclusions',
    legs: ['serial'],
    matrices: ['ML_Laplace'],
    of: 'all',
    among: 1,
    cases(run) {
      const [csr, ellpack] = ['csr', 'ellpack'].map((format) =>
        fastestOf(run, { leg: 'serial', matrix: 'ML_Laplace', format }),
      );
      if (!csr || !ellpack) return [];
      const ratio = ratioOf(csr, ellpack);
      return [{ name: 'CSR over ELLPACK', holds: isWithin(ratio, ALIKE), text: ratioText(ratio) }];
    },
  },
  {
    id: 'one-thread',
    text: 'OpenMP with one thread is no measure of the sequential loop: compilers may leave out optimizations.',
    bar: `no measure is off by more than ${FASTER} times`,
    where: 'Procedures, OpenMP',
    legs: ['serial', 'threads'],
    of: 'most',
    among: MATRICES.length,
    values: { threads: [1] },
    cases: (run) =>
      timedMatrices(run, ['threads']).flatMap((matrix) => {
        const serial = fastestOf(run, { leg: 'serial', matrix, format: 'csr' });
        const one = fastestOf(run, { leg: 'threads', matrix, format: 'csr', params: { threads: 1 } });
        if (!serial || !one) return [];
        const ratio = ratioOf(one, serial);
        const same = isWithin(ratio, FASTER);
        return [{ name: matrix, holds: same === null ? null : !same, text: ratioText(ratio) }];
      }),
  },
  {
    id: 'parallel',
    text: 'OpenMP has a major advantage over the sequential loops.',
    bar: `major is taken as at all: ${FASTER} times and more, in CSR`,
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
    bar: 'counted from rows, longest row and entries of each matrix',
    where: 'Conclusions',
    legs: [],
    of: 'all',
    among: MATRICES.length,
    cases: (run) =>
      run.matrices.flatMap(({ name, rows, max, nnz }) => {
        if (!MATRICES.includes(name)) return [];
        const [csr, ellpack] = [SLOT_BYTES * nnz + POINTER_BYTES * (rows + 1), SLOT_BYTES * rows * max];
        return [{ name, holds: csr < ellpack, text: `ELLPACK takes ${(ellpack / csr).toFixed(2)}× the bytes of CSR` }];
      }),
  },
  ...gpuClaims,
];
