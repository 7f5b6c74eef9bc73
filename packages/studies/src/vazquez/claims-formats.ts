import { FASTER, fasterCase, isAtLeast, isBest, overRatio, rateOf, ratioOf, ratioText } from '../exhibits/judged.ts';
import type { Ratio } from '../exhibits/judged.ts';
import type { Timed } from '../exhibits/timed.ts';
import type { Claim, ClaimCase } from '../study.ts';
import type { StudyRun } from '../study-run.ts';
import { averageClaim } from './claim-average.ts';
import type { FormatName } from './measured.ts';
import { FORMATS, GPU_LEGS, measured } from './measured.ts';
import { MATRICES, namesOf } from './printed-table.ts';
import { correlationCase, GROWS, printedCorrelation } from './rank-correlation.ts';

/** Below so many entries a matrix counts as small: up to bcsstk24. */
const SMALL = 200_000;
/** A row counts as very long from here on: wbp128, dense2, wbp256. */
const LONG = 200;
const WARP = 32;
/** From this σ on, per cent of the mean, rows count as very uneven. */
const UNEVEN = 50;
const HYB_SIMILAR = ['qcd5_4', 'mc2depi', 'cop20k_A', 'wbp128', 'consph', 'wbp256'];

const OTHERS = FORMATS.slice(0, -1);

/** A claim of so many cases on each of some matrices. */
function onEach(
  of: Claim['of'],
  cases: (run: StudyRun, matrix: string) => readonly ClaimCase[],
  matrices: readonly string[] = MATRICES,
  casesOfEach = 1,
): Pick<Claim, 'legs' | 'of' | 'among' | 'matrices' | 'cases'> {
  return {
    legs: GPU_LEGS,
    of,
    among: casesOfEach * matrices.length,
    ...(matrices === MATRICES ? {} : { matrices }),
    cases: (run) => matrices.flatMap((matrix) => cases(run, matrix)),
  };
}

/** On a matrix how much faster `a` is than each of the others. */
const over =
  (a: FormatName, ...others: readonly FormatName[]) =>
  (run: StudyRun, matrix: string): readonly ClaimCase[] =>
    others.flatMap((b) => fasterCase(`${matrix}: ${a} over ${b}`, measured(run, matrix, a), measured(run, matrix, b)));

/** The fastest of some formats, or the slowest (`place` −1); nothing where one of them was not timed. */
function among(
  run: StudyRun,
  matrix: string,
  formats: readonly FormatName[],
  place: 0 | -1 = 0,
): { readonly format: FormatName; readonly timed: Timed } | undefined {
  const found = formats.flatMap((format) => {
    const timed = measured(run, matrix, format);
    return timed ? [{ format, timed }] : [];
  });
  return found.length < formats.length
    ? undefined
    : found.toSorted((a, b) => a.timed.medianMs - b.timed.medianMs).at(place);
}

function rateIn(run: StudyRun, matrix: string, format: FormatName): Ratio | null {
  const timed = measured(run, matrix, format);
  return (timed && rateOf(timed)) ?? null;
}

const negated = (holds: ClaimCase['holds']): ClaimCase['holds'] => (holds === null ? null : !holds);

/** Whether the time of CRS over that of a format grows with Av and falls with σ/Av. */
function gainCases(run: StudyRun, format: FormatName): readonly ClaimCase[] {
  const gain = (matrix: string): Ratio | null => {
    const [crs, other] = [measured(run, matrix, 'CRS'), measured(run, matrix, format)];
    return crs && other ? ratioOf(crs, other) : null;
  };
  return [
    ...correlationCase(run, `${format} with Av`, ({ mean }) => mean, gain),
    ...correlationCase(run, `${format} with σ/Av`, ({ deviation, mean }) => deviation / mean, gain, -1),
  ];
}

/** What the text says of figure 2. */
export const formatClaims: readonly Claim[] = [
  averageClaim,
  {
    id: 'grows',
    text: 'The performance of most formats grows with the number of entries.',
    bar: `a rank correlation of ${GROWS} and more`,
    where: 'V (1)',
    legs: GPU_LEGS,
    of: 'most',
    among: FORMATS.length,
    cases: (run) =>
      FORMATS.flatMap((format) =>
        correlationCase(
          run,
          format,
          ({ nnz }) => nnz,
          (matrix) => rateIn(run, matrix, format),
        ),
      ),
  },
  {
    id: 'crs-poorest',
    text: 'In general CRS is the poorest.',
    where: 'V (2)',
    ...onEach('most', (run, matrix) => {
      const next = among(run, matrix, FORMATS.slice(1), -1);
      const name = `${matrix}: ${next?.format ?? ''}, the next poorest, over CRS`;
      return fasterCase(name, next?.timed, measured(run, matrix, 'CRS'));
    }),
  },
  {
    id: 'vector-over-crs',
    text: 'CRS(vector) and SpMV4GPU are better than CRS with most matrices.',
    where: 'V (3)',
    ...onEach(
      'most',
      (run, matrix) => [...over('CRS(vector)', 'CRS')(run, matrix), ...over('SpMV4GPU', 'CRS')(run, matrix)],
      MATRICES,
      2,
    ),
  },
  {
    id: 'vector-gains',
    text: 'CRS(vector) and SpMV4GPU gain most over CRS where Av is higher and σ/Av lower.',
    bar: `the time of CRS over theirs has a rank correlation of ${GROWS} and more with Av, of −${GROWS} and less with σ/Av`,
    where: 'V (3)',
    legs: ['formats', 'webgpu-formats', 'webgpu-padded'],
    of: 'all',
    among: 4,
    cases: (run) => (['CRS(vector)', 'SpMV4GPU'] as const).flatMap((format) => gainCases(run, format)),
  },
  {
    id: 'spmv4gpu-over-vector',
    text: 'SpMV4GPU is faster than CRS(vector), since sixteen threads work on a row.',
    where: 'V (3)',
    ...onEach('most', over('SpMV4GPU', 'CRS(vector)')),
  },
  {
    id: 'vector-in-long-rows',
    text: 'Where rows have very many entries SpMV4GPU falls behind CRS(vector).',
    bar: `very many is a mean of ${LONG} and more`,
    where: 'III.D',
    ...onEach(
      'all',
      over('CRS(vector)', 'SpMV4GPU'),
      namesOf(({ mean }) => mean >= LONG),
    ),
  },
  {
    id: 'vector-in-short-rows',
    text: 'With fewer than 32 entries a row the performance of CRS(vector) decreases; it is best where rows are long.',
    bar: `on each matrix of longer rows above all of shorter ones; of those of ${SMALL} entries and more, since smaller ones are slow for another reason`,
    where: 'III.D',
    legs: GPU_LEGS,
    of: 'all',
    among: namesOf(({ entries, mean }) => entries >= SMALL && mean >= WARP).length,
    matrices: namesOf(({ entries }) => entries >= SMALL),
    cases(run) {
      const rates = (is: (mean: number) => boolean) =>
        namesOf(({ entries, mean }) => entries >= SMALL && is(mean)).map((name) => {
          const timed = measured(run, name, 'CRS(vector)');
          return { name, rate: timed && rateOf(timed) };
        });
      const short = rates((mean) => mean < WARP);
      const best = short
        .flatMap(({ name, rate }) => (rate ? [{ name, rate }] : []))
        .toSorted((a, b) => b.rate.value - a.rate.value)[0];
      const isWhole = short.every(({ rate }) => rate);
      return rates((mean) => mean >= WARP).flatMap(({ name, rate }) => {
        if (!best || !rate) return [];
        const ratio = overRatio(rate, best.rate);
        const holds = isAtLeast(ratio, FASTER);
        // Short rows that were not run may be faster still.
        return holds !== false && !isWhole
          ? []
          : [{ name: `${name} over ${best.name}`, holds, text: ratioText(ratio) }];
      });
    },
  },
  {
    id: 'ellpack-over-crs',
    text: 'In general ELLPACK outperforms both CRS-based formats.',
    bar: 'both are CRS(vector) and SpMV4GPU',
    where: 'V (4)',
    ...onEach('most', over('ELLPACK', 'CRS(vector)', 'SpMV4GPU'), MATRICES, 2),
  },
  {
    id: 'ellpack-uneven',
    text: 'ELLPACK is penalized for some matrices with rows of very uneven length.',
    bar: `very uneven is a σ of ${UNEVEN} % of the mean and more, as printed; penalized is slower than CRS(vector) or SpMV4GPU`,
    where: 'V (4)',
    ...onEach(
      'some',
      (run, matrix) => {
        const best = among(run, matrix, ['CRS(vector)', 'SpMV4GPU']);
        return fasterCase(
          `${matrix}: ${best?.format ?? ''} over ELLPACK`,
          best?.timed,
          measured(run, matrix, 'ELLPACK'),
        );
      },
      namesOf(({ deviation }) => deviation >= UNEVEN),
    ),
  },
  {
    id: 'hyb-over-others',
    text: 'In general HYB is faster than CRS, CRS(vector), SpMV4GPU and ELLPACK.',
    where: 'V (5)',
    ...onEach('most', over('HYB', 'CRS', 'CRS(vector)', 'SpMV4GPU', 'ELLPACK'), MATRICES, 4),
  },
  {
    id: 'hyb-small',
    text: 'HYB is poorer on small matrices, since it calls three kernels.',
    bar: `small is below ${SMALL} entries, poorer is slower than ELLPACK`,
    where: 'V (5)',
    ...onEach(
      'most',
      over('ELLPACK', 'HYB'),
      namesOf(({ entries }) => entries < SMALL),
    ),
  },
  {
    id: 'hyb-like-ellpack',
    text: 'On qcd5_4, mc2depi, cop20k_A, wbp128, consph and wbp256 HYB is as fast as ELLPACK or slower.',
    where: 'V (5)',
    ...onEach(
      'all',
      (run, matrix) => over('HYB', 'ELLPACK')(run, matrix).map((one) => ({ ...one, holds: negated(one.holds) })),
      HYB_SIMILAR,
    ),
  },
  {
    id: 'ellr-t-best',
    text: 'ELLR-T* is the fastest for all matrices.',
    where: 'V (6)',
    ...onEach('all', (run, matrix) => {
      const [next, best] = [among(run, matrix, OTHERS), measured(run, matrix, 'ELLR-T*')];
      if (!next || !best) return [];
      const ratio = ratioOf(next.timed, best);
      return [{ name: `${matrix}: over ${next.format}`, holds: isBest(ratio), text: ratioText(ratio) }];
    }),
  },
  {
    id: 'ellr-t-skewed',
    text: 'ELLR-T* has its highest performance on matrices of high dimensions and higher I_Av and σ/Av.',
    bar: `a rank correlation of ${GROWS} and more of its rate with each`,
    where: 'V (6)',
    legs: GPU_LEGS,
    of: 'all',
    among: 3,
    cases(run) {
      const rate = (matrix: string): Ratio | null => rateIn(run, matrix, 'ELLR-T*');
      return [
        ...correlationCase(run, 'With N', ({ rows }) => rows, rate),
        ...correlationCase(run, 'With I_Av', ({ max, mean }) => max - mean, rate),
        ...correlationCase(run, 'With σ/Av', ({ deviation, mean }) => deviation / mean, rate),
      ];
    },
    printed: () => [
      printedCorrelation('BW with N', ({ rows }) => rows),
      printedCorrelation('BW with I_Av', ({ above }) => above),
      printedCorrelation('BW with σ/Av', ({ deviation }) => deviation),
    ],
  },
];
