import { FASTER, fasterCase, figureText, isAtLeast, ratioOf, ratioText } from '../exhibits/judged.ts';
import type { Claim, ClaimCase } from '../study.ts';
import type { Timed } from '../exhibits/timed.ts';
import type { RunMatrix, StudyRun } from '../study-run.ts';
import type { FormatName } from './measured.ts';
import { ellr1, FORMATS, GPU_LEGS, matricesOf, measured } from './measured.ts';

/** Below so many entries a matrix counts as small: up to bcsstk24. */
const SMALL = 200_000;
/** A row counts as very long from here on: wbp128, dense2, wbp256. */
const LONG = 200;
const WARP = 32;
const HYB_SIMILAR = ['qcd5_4', 'mc2depi', 'cop20k_A', 'wbp128', 'consph', 'wbp256'];
/** Fewer matrices have no rank. */
const LEAST_RANKED = 4;

type Which = (matrix: RunMatrix) => boolean;

/** On each of some matrices how much faster `a` is than `b`. */
function over(run: StudyRun, a: FormatName, b: FormatName, which: Which = () => true): readonly ClaimCase[] {
  return run.matrices
    .filter(which)
    .flatMap(({ name }) => fasterCase(`${name}: ${a} over ${b}`, measured(run, name, a), measured(run, name, b)));
}

/** The same as what must not be: `b` is as fast as `a`, or faster. */
function notSlower(run: StudyRun, a: FormatName, b: FormatName, which: Which): readonly ClaimCase[] {
  return over(run, b, a, which).map((one) => ({ ...one, holds: one.holds === null ? null : !one.holds }));
}

/** Mean rate over the matrices on which everything was timed. */
function means(run: StudyRun): readonly (readonly [name: string, mean: number])[] {
  const results: readonly (readonly [string, (matrix: string) => Timed | undefined])[] = [
    ...FORMATS.slice(0, -1).map((format) => [format, (matrix: string) => measured(run, matrix, format)] as const),
    ['ELLR-1', (matrix) => ellr1(run, matrix)],
  ];
  const common = matricesOf(run).filter((matrix) => results.every(([, of]) => (of(matrix)?.gflops ?? null) !== null));
  if (common.length === 0) return [];
  return results
    .map(
      ([name, of]) =>
        [name, common.reduce((sum, matrix) => sum + (of(matrix)?.gflops ?? 0), 0) / common.length] as const,
    )
    .toSorted((a, b) => b[1] - a[1]);
}

/** Rank correlation by Spearman. */
export function rankCorrelation(pairs: readonly (readonly [number, number])[]): number {
  const ranks = (values: readonly number[]): readonly number[] =>
    values.map((value) => values.filter((other) => other < value).length);
  const [a, b] = [ranks(pairs.map(([x]) => x)), ranks(pairs.map(([, y]) => y))];
  const n = pairs.length;
  const squares = a.reduce((sum, rank, i) => sum + (rank - (b[i] as number)) ** 2, 0);
  return 1 - (6 * squares) / (n * (n * n - 1));
}

/** Whether a number of each matrix grows with another one. */
export function growsWith(
  matrices: readonly RunMatrix[],
  what: string,
  of: (matrix: RunMatrix) => number,
  value: (name: string) => number | null,
): readonly ClaimCase[] {
  const pairs = matrices.flatMap((matrix) => {
    const y = value(matrix.name);
    return y === null ? [] : [[of(matrix), y] as const];
  });
  if (pairs.length < LEAST_RANKED) return [];
  const rank = rankCorrelation(pairs);
  return [
    { name: `Rank correlation with ${what} over ${pairs.length} matrices:`, holds: rank >= 0.5, text: rank.toFixed(2) },
  ];
}

/** What ELLR-T at its best gains over the next best format. */
function overNext(
  run: StudyRun,
  name: string,
): readonly { readonly format: FormatName; readonly next: Timed; readonly best: Timed }[] {
  const best = measured(run, name, 'ELLR-T*');
  const others = FORMATS.slice(0, -1).flatMap((format) => {
    const next = measured(run, name, format);
    return next ? [{ format, next }] : [];
  });
  const first = others.toSorted((a, b) => a.next.medianMs - b.next.medianMs)[0];
  return best && first ? [{ ...first, best }] : [];
}

/** Every claim of them is of these legs. */
const of = (share: Claim['of']): Pick<Claim, 'legs' | 'of'> => ({ legs: GPU_LEGS, of: share });

/** What the text says of figure 2. */
export const formatClaims: readonly Claim[] = [
  {
    id: 'average',
    text: 'The best average performance is that of ELLR-1, followed by HYB and ELLPACK; CRS, CRS(vector) and SpMV4GPU are the worst.',
    where: 'V',
    ...of('all'),
    cases(run) {
      const order = means(run);
      const names = order.map(([name]) => name);
      const worst = new Set(names.slice(3));
      const holds = names[0] === 'ELLR-1' && !worst.has('HYB') && !worst.has('ELLPACK');
      const text = `${order.map(([name, mean]) => `${name} ${figureText(mean)}`).join(', ')} GFLOP/s`;
      return order.length === 0 ? [] : [{ name: 'Means:', holds, text }];
    },
  },
  {
    id: 'grows',
    text: 'In general performance grows with the number of entries.',
    bar: 'a rank correlation of 0.5 and more',
    where: 'V (1)',
    ...of('all'),
    cases: (run) =>
      growsWith(
        run.matrices,
        'entries',
        ({ nnz }) => nnz,
        (name) => measured(run, name, 'ELLR-T*')?.gflops ?? null,
      ),
  },
  {
    id: 'crs-poorest',
    text: 'In general CRS is the poorest.',
    where: 'V (2)',
    ...of('most'),
    cases: (run) =>
      matricesOf(run).flatMap((name) => {
        const crs = measured(run, name, 'CRS');
        const others = FORMATS.filter((format) => format !== 'CRS').flatMap(
          (format) => measured(run, name, format) ?? [],
        );
        const next = others.toSorted((a, b) => b.medianMs - a.medianMs)[0];
        return others.length < 2 ? [] : fasterCase(`${name}: the next poorest over CRS`, next, crs);
      }),
  },
  {
    id: 'vector-over-crs',
    text: 'CRS(vector) and SpMV4GPU are better than CRS with most matrices.',
    where: 'V (3)',
    ...of('most'),
    cases: (run) => [...over(run, 'CRS(vector)', 'CRS'), ...over(run, 'SpMV4GPU', 'CRS')],
  },
  {
    id: 'spmv4gpu-over-vector',
    text: 'SpMV4GPU is faster than CRS(vector), since sixteen threads work on a row.',
    where: 'V (3)',
    ...of('most'),
    cases: (run) => over(run, 'SpMV4GPU', 'CRS(vector)'),
  },
  {
    id: 'vector-in-long-rows',
    text: 'Where rows have very many entries SpMV4GPU falls behind CRS(vector).',
    bar: `very many is a mean of ${LONG} and more`,
    where: 'III.D',
    ...of('all'),
    cases: (run) => over(run, 'CRS(vector)', 'SpMV4GPU', ({ mean }) => mean >= LONG),
  },
  {
    id: 'vector-in-short-rows',
    text: 'With fewer than 32 entries a row the performance of CRS(vector) decreases; it is best where rows are long.',
    where: 'III.D',
    ...of('all'),
    cases(run) {
      const rate = (which: Which): readonly number[] =>
        run.matrices.filter(which).flatMap(({ name, nnz }) =>
          // Small matrices are slow for another reason.
          nnz < SMALL ? [] : (measured(run, name, 'CRS(vector)')?.gflops ?? []),
        );
      const [short, long] = [rate(({ mean }) => mean < WARP), rate(({ mean }) => mean >= WARP)];
      if (short.length === 0 || long.length === 0) return [];
      const [most, least] = [Math.max(...short), Math.min(...long)];
      const text = `at most ${figureText(most)} GFLOP/s on ${short.length} of short rows, at least ${figureText(least)} on ${long.length} of longer ones`;
      return [{ name: `From ${SMALL} entries on`, holds: most < least, text }];
    },
  },
  {
    id: 'ellpack-over-crs',
    text: 'In general ELLPACK outperforms the formats based on CRS.',
    where: 'V (4)',
    ...of('most'),
    cases: (run) => [...over(run, 'ELLPACK', 'CRS(vector)'), ...over(run, 'ELLPACK', 'SpMV4GPU')],
  },
  {
    id: 'hyb-over-others',
    text: 'In general HYB is faster than CRS, CRS(vector), SpMV4GPU and ELLPACK.',
    where: 'V (5)',
    ...of('most'),
    cases: (run) =>
      (['CRS', 'CRS(vector)', 'SpMV4GPU', 'ELLPACK'] as const).flatMap((format) => over(run, 'HYB', format)),
  },
  {
    id: 'hyb-small',
    text: 'HYB is poorer on small matrices, since it calls three kernels.',
    bar: `small is below ${SMALL} entries`,
    where: 'V (5)',
    ...of('most'),
    cases: (run) => over(run, 'ELLPACK', 'HYB', ({ nnz }) => nnz < SMALL),
  },
  {
    id: 'hyb-like-ellpack',
    text: 'On qcd5_4, mc2depi, cop20k_A, wbp128, consph and wbp256 HYB is as fast as ELLPACK or slower.',
    where: 'V (5)',
    ...of('all'),
    matrices: HYB_SIMILAR,
    cases: (run) => notSlower(run, 'ELLPACK', 'HYB', ({ name }) => HYB_SIMILAR.includes(name)),
  },
  {
    id: 'ellr-t-best',
    text: 'ELLR-T* is the fastest for all matrices.',
    bar: `as fast as the next best within ${FASTER} times`,
    where: 'V (6)',
    ...of('all'),
    cases: (run) =>
      matricesOf(run).flatMap((name) =>
        overNext(run, name).map(({ format, next, best }) => {
          const ratio = ratioOf(next, best);
          return { name: `${name}: over ${format}`, holds: isAtLeast(ratio, 1 / FASTER), text: ratioText(ratio) };
        }),
      ),
  },
  {
    id: 'ellr-t-skewed',
    text: 'ELLR-T* has its highest performance on matrices of high dimensions and higher I_Av and σ/Av.',
    bar: 'both rank correlations with the gain over ELLPACK are 0.5 and more; the paper says the highest performance, which is not the same',
    where: 'V (6)',
    ...of('all'),
    cases(run) {
      const gain = (name: string): number | null => {
        const [ellpack, best] = [measured(run, name, 'ELLPACK'), measured(run, name, 'ELLR-T*')];
        return ellpack && best ? ellpack.medianMs / best.medianMs : null;
      };
      return [
        ...growsWith(run.matrices, 'I_Av', ({ max, mean }) => max - mean, gain),
        ...growsWith(run.matrices, 'σ/Av', ({ deviation, mean }) => (mean > 0 ? deviation / mean : 0), gain),
      ];
    },
  },
];
