import { describe, expect, it } from 'vitest';
import { cristofori } from '../src/cristofori/cristofori.ts';
import type { RunMatrix, Study, StudyResult, StudyRun } from '../src/index.ts';
import { vazquez } from '../src/vazquez/vazquez.ts';
import { EMPTY, judgementOf, madeMatrix, TEXTURE, timedResult } from './helpers/made-run.ts';

const NAMES = ['cant', 'consph', 'pwtk', 'rma10', 'cop20k_A'];

/** Matrices that a claim tells apart, each with times of some kernels. */
function verdictOf(
  study: Study,
  claim: string,
  rows: readonly {
    readonly matrix?: Partial<RunMatrix>;
    readonly times: readonly (readonly [result: Partial<StudyResult> & { readonly leg: string }, ms: number])[];
  }[],
): string {
  const run: StudyRun = {
    ...EMPTY,
    matrices: rows.map(({ matrix }, m) => ({ ...madeMatrix(NAMES[m] ?? '', 100_000), ...matrix })),
    results: rows.flatMap(({ times }, m) =>
      times.map(([result, ms]) => timedResult({ matrix: NAMES[m] ?? '', ...result }, ms)),
    ),
  };
  return judgementOf(study, claim, run).verdict;
}

const vector = { ...TEXTURE, kernel: 'cuda/csr-vector' } as const;
const ellpack = { ...TEXTURE, kernel: 'cuda/ellpack' } as const;
const point = (threadsPerRow: number, blockSize: number) =>
  ({ leg: 'ellr-t', kernel: 'cuda/ellr-t', kernelParams: { threadsPerRow, blockSize } }) as const;

describe('claims of Vázquez', () => {
  it('CRS(vector) falls below 32 entries a row: each matrix of short rows is slower than each of longer ones', () => {
    const of = (short: number, long: number): string =>
      verdictOf(vazquez, 'vector-in-short-rows', [
        { matrix: { mean: 31 }, times: [[vector, short]] },
        { matrix: { mean: 32 }, times: [[vector, long]] },
        { matrix: { mean: 200, nnz: 100 }, times: [[vector, 50]] },
      ]);
    expect([of(4, 1), of(1, 4)]).toEqual(['holds', 'does not hold']);
    expect(verdictOf(vazquez, 'vector-in-short-rows', [{ matrix: { mean: 31 }, times: [[vector, 4]] }])).toBe(
      'not judged',
    );
  });

  it('ELLR-T gains most with high I_Av and σ/Av: both rank as the gain over ELLPACK does', () => {
    const of = (gains: readonly number[], deviations = [1, 2, 3, 4]): string =>
      verdictOf(
        vazquez,
        'ellr-t-skewed',
        gains.map((gain, m) => ({
          matrix: { max: 10 * (m + 1), deviation: deviations[m] ?? 0 },
          times: [
            [ellpack, gain],
            [point(1, 128), 1],
          ],
        })),
      );
    expect([of([1, 2, 3, 4]), of([4, 3, 2, 1])]).toEqual(['holds', 'does not hold']);
    expect([of([1, 2, 3, 4], [4, 3, 2, 1]), of([1, 2, 3])]).toEqual(['does not hold', 'not judged']);
  });

  it('tuning costs nothing: twelve points are at most 5 % of 500 products at the best of them', () => {
    const of = (count: number, slow: number): string => {
      const points = [1, 2, 4, 8].flatMap((lanes) => [128, 256, 512].map((size) => point(lanes, size)));
      return verdictOf(vazquez, 'tuning', [
        { times: points.slice(0, count).map((one, k) => [one, k === 0 ? 1 : slow] as const) },
      ]);
    };
    // 1 + 11 · 2 = 23 products are 4.6 %; 1 + 11 · 2.2 = 25.2 are 5.04 %.
    expect([of(12, 2), of(12, 2.2), of(11, 2)]).toEqual(['holds', 'does not hold', 'not judged']);
  });
});

describe('claims of Cristofori', () => {
  const csr = { leg: 'cuda-csr', kernel: 'cuda/csr-vector', format: 'csr' } as const;
  const ell = { leg: 'cuda-ellpack', kernel: 'cuda/ellpack-r', format: 'ellpack-r' } as const;
  const threads = (format: string) => ({ leg: 'threads', format, launchParams: { threads: 4 } }) as const;

  it('ELLPACK wins decidedly on balanced matrices: those below 15 % among three at least', () => {
    const of = (deviations: readonly number[], ms = 1): string =>
      verdictOf(
        cristofori,
        'balanced',
        deviations.map((deviation, m) => ({
          matrix: { mean: 100, deviation },
          times: [
            [csr, 2],
            [ell, m === 0 ? ms : 1],
          ],
        })),
      );
    expect([of([1, 2, 14]), of([1, 2, 14], 4)]).toEqual(['holds', 'not judged']);
    expect([of([15, 1, 2, 14], 4), of([1, 16, 15])]).toEqual(['holds', 'does not hold']);
  });

  it('CUDA with ELLPACK is the best for most: against CSR there, and both formats on threads', () => {
    const of = (others: readonly (readonly [csr: number, threadsCsr: number, threadsEllpack: number])[]): string =>
      verdictOf(
        cristofori,
        'cuda-ellpack-best',
        others.map(([a, b, c]) => ({
          times: [
            [ell, 1],
            [csr, a],
            [threads('csr'), b],
            [threads('ellpack'), c],
          ],
        })),
      );
    const won = [2, 2, 2] as const;
    const most = Array.from({ length: 15 }, () => won);
    expect([of(most), of(most.slice(1))]).toEqual(['holds', 'not judged']);
    for (const lost of [
      [0.5, 2, 2],
      [2, 0.5, 2],
      [2, 2, 0.5],
    ] as const)
      expect(of(Array.from({ length: 14 }, () => lost))).toBe('does not hold');
  });
});
