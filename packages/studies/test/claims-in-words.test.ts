import { describe, expect, it } from 'vitest';
import { cristofori } from '../src/cristofori/cristofori.ts';
import { PRINTED } from '../src/cristofori/printed-tables.ts';
import type { RunMatrix, Study, StudyResult, StudyRun } from '../src/index.ts';
import { MATRICES } from '../src/vazquez/printed-table.ts';
import { vazquez } from '../src/vazquez/vazquez.ts';
import { EMPTY, judgementOf, madeMatrix, TEXTURE, timedResult } from './helpers/made-run.ts';

/** Matrices that a claim tells apart, by the names of the paper, each with times of some kernels. */
function verdictOf(
  study: Study,
  claim: string,
  rows: readonly {
    readonly name: string;
    readonly matrix?: Partial<RunMatrix>;
    readonly times: readonly (readonly [result: Partial<StudyResult> & { readonly leg: string }, ms: number])[];
  }[],
): string {
  const run: StudyRun = {
    ...EMPTY,
    matrices: rows.map(({ name, matrix }) => ({ ...madeMatrix(name, 100_000), ...matrix })),
    results: rows.flatMap(({ name, times }) =>
      times.map(([result, ms]) => timedResult({ matrix: name, ...result }, ms)),
    ),
  };
  return judgementOf(study, claim, run).verdict;
}

const of = (kernel: string) => ({ ...TEXTURE, kernel: `cuda/${kernel}` }) as const;
const point = (threadsPerRow: number, blockSize: number) =>
  ({ leg: 'ellr-t', kernel: 'cuda/ellr-t', kernelParams: { threadsPerRow, blockSize } }) as const;

describe('claims of Vázquez', () => {
  const [short, long] = [
    ['mac_econ', 'mc2depi', 'cop20k_A'],
    MATRICES.slice(9).filter((name) => !/mc2|cop/u.test(name)),
  ];

  it('CRS(vector) falls below 32 entries a row: each matrix of longer rows is faster than all of shorter ones', () => {
    const verdict = (shortMs: number, longMs: number, names = [...short, ...long]): string =>
      verdictOf(
        vazquez,
        'vector-in-short-rows',
        names.map((name) => ({ name, times: [[of('csr-vector'), short.includes(name) ? shortMs : longMs]] })),
      );
    expect([verdict(4, 1), verdict(1.06, 1), verdict(1, 4)]).toEqual(['holds', 'too noisy to tell', 'does not hold']);
    // Short rows that were not run might be faster; that some are says what it says.
    const some = [...short.slice(1), ...long];
    expect([verdict(4, 1, some), verdict(1, 4, some), verdict(4, 1, short)]).toEqual([
      'not judged',
      'does not hold',
      'not judged',
    ]);
  });

  it('ELLR-T* is best at high N, I_Av and σ/Av: its rate ranks over all matrices as each of them does', () => {
    const verdict = (down: 'N' | 'I_Av' | 'σ/Av' | undefined, names = MATRICES): string =>
      verdictOf(
        vazquez,
        'ellr-t-skewed',
        names.map((name, m) => {
          const at = (fact: typeof down): number => 1000 + (fact === down ? -m : m);
          return {
            name,
            matrix: { rows: at('N'), max: at('I_Av'), deviation: at('σ/Av') },
            times: [[point(1, 128), 1 / (m + 1)]],
          };
        }),
      );
    expect([undefined, 'N', 'I_Av', 'σ/Av'].map((down) => verdict(down as 'N'))).toEqual([
      'holds',
      ...Array.from({ length: 3 }, () => 'does not hold'),
    ]);
    // Whatever one gave, the others decide; three leave it open.
    expect([1, 3].map((left) => verdict(undefined, MATRICES.slice(left)))).toEqual(['holds', 'not judged']);
  });

  it('performance that grows in four of six formats grows in most', () => {
    const kernels = ['csr-scalar', 'csr-vector', 'csr-padded', 'ellpack', 'hyb'].map(of);
    const verdict = (growing: number, names = MATRICES): string =>
      verdictOf(
        vazquez,
        'grows',
        names.map((name, m) => ({
          name,
          matrix: { nnz: 1000 * (m + 1) },
          times: [...kernels, point(1, 128)].map((one, k) => [one, k < growing ? 1 / (m + 1) : m + 1] as const),
        })),
      );
    expect([verdict(4), verdict(3)]).toEqual(['holds', 'does not hold']);
    expect([1, 3].map((left) => verdict(6, MATRICES.slice(left)))).toEqual(['holds', 'not judged']);
  });

  it('the best means are those of ELLR-1, then HYB and ELLPACK, over all matrices', () => {
    const verdict = (ms: readonly number[], names = MATRICES): string =>
      verdictOf(
        vazquez,
        'average',
        names.map((name) => ({
          name,
          times: [
            [point(1, 128), ms[0] ?? 0],
            // A better point is not ELLR-1.
            [point(4, 128), 0.1],
            ...['hyb', 'ellpack', 'csr-scalar', 'csr-vector', 'csr-padded'].map(
              (k, n) => [of(k), ms[n + 1] ?? 0] as const,
            ),
          ],
        })),
      );
    expect([verdict([1, 2, 2, 4, 4, 4]), verdict([1, 2, 2, 4, 4, 4], MATRICES.slice(1))]).toEqual([
      'holds',
      'not judged',
    ]);
    for (const ms of [
      [2, 2, 3, 4, 4, 4],
      [1, 2, 4, 4, 4, 3],
      [1, 4, 2, 3, 4, 4],
    ])
      expect(verdict(ms)).toBe('does not hold');
  });

  it('CRS(vector) and SpMV4GPU gain with Av and lose with σ/Av', () => {
    const verdict = (gain: (m: number) => number, deviation: (m: number) => number): string =>
      verdictOf(
        vazquez,
        'vector-gains',
        MATRICES.map((name, m) => ({
          name,
          matrix: { mean: m + 1, deviation: deviation(m) },
          times: [
            [of('csr-scalar'), gain(m)],
            [of('csr-vector'), 1],
            [of('csr-padded'), 1],
          ],
        })),
      );
    const up = (m: number): number => m + 1;
    expect(verdict(up, () => 1)).toBe('holds');
    expect([
      verdict(
        (m) => 1 / up(m),
        () => 1,
      ),
      verdict(up, (m) => up(m) ** 2),
    ]).toEqual(['does not hold', 'does not hold']);
  });

  it('ELLPACK is penalized for some uneven matrices: a format based on CRS is faster on one', () => {
    const uneven = ['e20r4000', 'mac_econ', 'rma10', 'cop20k_A'];
    const verdict = (names: readonly string[], faster: string): string =>
      verdictOf(
        vazquez,
        'ellpack-uneven',
        names.map((name) => ({
          name,
          times: [
            [of('ellpack'), 2],
            [of('csr-vector'), name === faster ? 1 : 3],
            [of('csr-padded'), 3],
          ],
        })),
      );
    expect([verdict(uneven, 'rma10'), verdict(uneven, ''), verdict(uneven.slice(1), '')]).toEqual([
      'holds',
      'does not hold',
      'not judged',
    ]);
  });

  it('tuning costs nothing: twelve points are at most 5 % of 500 products at the best of them', () => {
    const verdict = (count: number, slow: number, names = MATRICES): string => {
      const points = [1, 2, 4, 8].flatMap((lanes) => [128, 256, 512].map((size) => point(lanes, size)));
      const times = points.slice(0, count).map((one, k) => [one, k === 0 ? 1 : slow] as const);
      return verdictOf(
        vazquez,
        'tuning',
        names.map((name) => ({ name, times })),
      );
    };
    // 1 + 11 · 2 = 23 products are 4.6 %; 1 + 11 · 2.2 = 25.2 are 5.04 %, whose intervals end at 4.9 and 5.14.
    expect([verdict(12, 2), verdict(12, 2.2), verdict(12, 2.4), verdict(11, 2)]).toEqual([
      'holds',
      'too noisy to tell',
      'does not hold',
      'not judged',
    ]);
    expect([verdict(12, 2, ['cant']), verdict(12, 2.4, ['cant'])]).toEqual(['not judged', 'does not hold']);
  });
});

describe('claims of Cristofori', () => {
  const IN_ELLPACK = [...PRINTED].flatMap(([name, { gflopsGpu }]) => (gflopsGpu.ellpack === null ? [] : [name]));
  const csr = { leg: 'cuda-grid', kernel: 'cuda/csr-warp-shared', format: 'csr' } as const;
  const ell = { leg: 'cuda-ellpack', kernel: 'cuda/ellpack-r', format: 'ellpack-r' } as const;
  const threads = (format: string) => ({ leg: 'threads', format, launchParams: { threads: 4 } }) as const;

  it('ELLPACK wins decidedly where matrices are balanced: of others nothing is said, and those that were not run count', () => {
    const verdict = (names: readonly string[], times: readonly number[]): string =>
      verdictOf(
        cristofori,
        'balanced',
        times.map((ms, m) => ({
          name: names[m] ?? '',
          matrix: { mean: 100, deviation: 10 },
          times: [
            [csr, 2],
            [ell, ms],
          ],
        })),
      );
    const balanced = ['cage4', 'af23560', 'thermal1', 'thermomech_TK', 'thermal2', 'af_1_k101', 'ML_Laplace'];
    // Of eight: twice as fast is decided, as fast is not.
    expect(verdict(balanced, [1, 1, 1, 1, 1])).toBe('holds');
    expect(verdict(balanced, [2, 2, 2, 2])).toBe('does not hold');
    expect(verdict(balanced, [1, 1, 1, 1])).toBe('not judged');
    expect(verdict(['olm1000', 'west2021', 'mcfe', 'lung2', 'olafu'], [1, 1, 1, 1, 1])).toBe('not judged');
  });

  it('CUDA with ELLPACK is the best for most: against CSR there, both formats on threads, and the serial loop', () => {
    type Others = readonly [csr: number, threadsCsr: number, threadsEllpack: number, serial: number];
    const of = (others: readonly Others[]): string =>
      verdictOf(
        cristofori,
        'cuda-ellpack-best',
        others.map(([a, b, c, d], m) => ({
          name: IN_ELLPACK[m] ?? '',
          times: [
            [ell, 1],
            [csr, a],
            [threads('csr'), b],
            [threads('ellpack'), c],
            [{ leg: 'serial' }, d],
          ],
        })),
      );
    const won = [2, 2, 2, 2] as const;
    const most = Array.from({ length: 15 }, () => won);
    expect([of(most), of(most.slice(1))]).toEqual(['holds', 'not judged']);
    for (const lost of [
      [0.5, 2, 2, 2],
      [2, 0.5, 2, 2],
      [2, 2, 0.5, 2],
      [2, 2, 2, 0.5],
    ] as const)
      expect(of(Array.from({ length: 14 }, () => lost))).toBe('does not hold');
  });
});
