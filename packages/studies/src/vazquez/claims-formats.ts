import type { ClaimCase } from '../exhibits/judged.ts';
import { figureText, judged, judgedByAll, judgedByMost, notJudged, ratioText } from '../exhibits/judged.ts';
import type { Timed } from '../exhibits/timed.ts';
import type { Claim, Judgement } from '../study.ts';
import type { StudyRun } from '../study-run.ts';
import type { FormatName } from './measured.ts';
import { ellr1, FORMATS, GPU_LEGS, matricesOf, measured } from './measured.ts';
import { PRINTED } from './printed-table.ts';

const NO_GPU = 'No format was timed on a GPU.';
/** Below so many entries a matrix counts as small: up to bcsstk24. */
const SMALL = 200_000;
/** A row counts as very long from here on: wbp128, dense2, wbp256. */
const LONG = 200;
/** Times this near one another count as the same. */
const SAME = 1.05;
const HYB_SIMILAR: ReadonlySet<string> = new Set(['qcd5_4', 'mc2depi', 'cop20k_A', 'wbp128', 'consph', 'wbp256']);

/** Each matrix on which both were timed: how many times as fast the first is. */
export function faster(
  matrices: readonly string[],
  fast: (matrix: string) => Timed | undefined,
  slow: (matrix: string) => Timed | undefined,
  least = 1,
): readonly ClaimCase[] {
  return matrices.flatMap((name) => {
    const [a, b] = [fast(name), slow(name)];
    if (!a || !b) return [];
    const ratio = b.medianMs / a.medianMs;
    return [{ name, holds: ratio >= least, text: ratioText(ratio) }];
  });
}

function formatCases(
  run: StudyRun,
  a: FormatName,
  b: FormatName,
  which: (matrix: string) => boolean = () => true,
  least = 1,
): readonly ClaimCase[] {
  const of = (format: FormatName) => (matrix: string) => measured(run, matrix, format);
  return faster(matricesOf(run).filter(which), of(a), of(b), least);
}

const entriesOf = (matrix: string): number => PRINTED.get(matrix)?.entries ?? 0;
const meanOf = (matrix: string): number => PRINTED.get(matrix)?.mean ?? 0;

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

/** Whether a number of each matrix grows with its entries. */
export function growsWithEntries(
  matrices: readonly string[],
  of: (matrix: string) => number | null,
  otherwise: string,
): Judgement {
  const pairs = matrices.flatMap((matrix) => {
    const value = of(matrix);
    return value === null ? [] : [[entriesOf(matrix), value] as const];
  });
  if (pairs.length < 4) return notJudged(otherwise);
  const rank = rankCorrelation(pairs);
  return judged(rank >= 0.5, `Rank correlation with the entries over ${pairs.length} matrices: ${rank.toFixed(2)}.`);
}

/** What the text says of figure 2. */
export const formatClaims: readonly Claim[] = [
  {
    id: 'average',
    text: 'The best average performance is that of ELLR-1, followed by HYB and ELLPACK; CRS, CRS(vector) and SpMV4GPU are the worst.',
    where: 'V',
    legs: GPU_LEGS,
    judge(run) {
      const order = means(run);
      if (order.length === 0) return notJudged(NO_GPU);
      const names = order.map(([name]) => name);
      const worst = new Set(names.slice(3));
      const holds = names[0] === 'ELLR-1' && !worst.has('HYB') && !worst.has('ELLPACK');
      return judged(holds, `Means: ${order.map(([name, mean]) => `${name}: ${figureText(mean)}`).join(', ')} GFLOP/s.`);
    },
  },
  {
    id: 'grows',
    text: 'In general performance grows with the number of entries.',
    where: 'V (1)',
    legs: GPU_LEGS,
    judge: (run) =>
      growsWithEntries(matricesOf(run), (matrix) => measured(run, matrix, 'ELLR-T*')?.gflops ?? null, NO_GPU),
  },
  {
    id: 'crs-poorest',
    text: 'In general CRS is the poorest.',
    where: 'V (2)',
    legs: GPU_LEGS,
    judge: (run) =>
      judgedByMost(
        matricesOf(run).flatMap((name) => {
          const all = FORMATS.flatMap((format) => measured(run, name, format) ?? []);
          const crs = measured(run, name, 'CRS');
          if (!crs || all.length < 3) return [];
          const ratio = crs.medianMs / Math.max(...all.map(({ medianMs }) => medianMs));
          return [{ name, holds: ratio === 1, text: `${ratioText(ratio)} of the slowest's time` }];
        }),
        NO_GPU,
      ),
  },
  {
    id: 'vector-over-crs',
    text: 'CRS(vector) and SpMV4GPU are better than CRS with most matrices.',
    where: 'V (3)',
    legs: GPU_LEGS,
    judge: (run) =>
      judgedByMost([...formatCases(run, 'CRS(vector)', 'CRS'), ...formatCases(run, 'SpMV4GPU', 'CRS')], NO_GPU),
  },
  {
    id: 'spmv4gpu-over-vector',
    text: 'SpMV4GPU is faster than CRS(vector), since sixteen threads work on a row.',
    where: 'V (3)',
    legs: GPU_LEGS,
    judge: (run) => judgedByMost(formatCases(run, 'SpMV4GPU', 'CRS(vector)'), NO_GPU),
  },
  {
    id: 'vector-in-long-rows',
    text: 'Where rows have very many entries SpMV4GPU falls behind CRS(vector).',
    where: 'III.D',
    legs: GPU_LEGS,
    judge: (run) =>
      judgedByAll(
        formatCases(run, 'CRS(vector)', 'SpMV4GPU', (matrix) => meanOf(matrix) >= LONG),
        'No matrix of long rows was timed in both.',
      ),
  },
  {
    id: 'ellpack-over-crs',
    text: 'In general ELLPACK outperforms the formats based on CRS.',
    where: 'V (4)',
    legs: GPU_LEGS,
    judge: (run) =>
      judgedByMost([...formatCases(run, 'ELLPACK', 'CRS(vector)'), ...formatCases(run, 'ELLPACK', 'SpMV4GPU')], NO_GPU),
  },
  {
    id: 'hyb-over-others',
    text: 'In general HYB is faster than CRS, CRS(vector), SpMV4GPU and ELLPACK.',
    where: 'V (5)',
    legs: GPU_LEGS,
    judge: (run) =>
      judgedByMost(
        (['CRS', 'CRS(vector)', 'SpMV4GPU', 'ELLPACK'] as const).flatMap((format) => formatCases(run, 'HYB', format)),
        NO_GPU,
      ),
  },
  {
    id: 'hyb-small',
    text: 'HYB is poorer on small matrices, since it calls three kernels.',
    where: 'V (5)',
    legs: GPU_LEGS,
    judge: (run) =>
      judgedByMost(
        formatCases(run, 'ELLPACK', 'HYB', (matrix) => entriesOf(matrix) < SMALL),
        NO_GPU,
      ),
  },
  {
    id: 'hyb-like-ellpack',
    text: 'On qcd5_4, mc2depi, cop20k_A, wbp128, consph and wbp256 HYB is as fast as ELLPACK or slower.',
    where: 'V (5)',
    legs: GPU_LEGS,
    judge: (run) =>
      judgedByAll(
        formatCases(run, 'ELLPACK', 'HYB', (matrix) => HYB_SIMILAR.has(matrix), 1 / SAME),
        'None of them was timed in both.',
      ),
  },
  {
    id: 'ellr-t-best',
    text: 'ELLR-T* is the fastest for all matrices.',
    where: 'V (6)',
    legs: GPU_LEGS,
    judge: (run) =>
      judgedByAll(
        matricesOf(run).flatMap((name) => {
          const others = FORMATS.slice(0, -1).flatMap((format) => {
            const result = measured(run, name, format);
            return result ? [{ format, result }] : [];
          });
          const best = measured(run, name, 'ELLR-T*');
          const next = others.toSorted((a, b) => a.result.medianMs - b.result.medianMs)[0];
          if (!best || !next) return [];
          const ratio = next.result.medianMs / best.medianMs;
          return [{ name, holds: ratio >= 1, text: `${ratioText(ratio)} as fast as ${next.format}` }];
        }),
        NO_GPU,
      ),
  },
];
