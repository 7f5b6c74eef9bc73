import { describe, expect, it } from 'vitest';
import { withDrift } from '../src/drift.ts';
import { rateOf, ratioOf } from '../src/exhibits/judged.ts';
import { timedOf } from '../src/exhibits/timed.ts';
import type { StudyResult, StudyRun } from '../src/index.ts';
import { driftTexts, studyReport } from '../src/index.ts';
import { cristofori } from '../src/cristofori/cristofori.ts';
import { gunja } from '../src/gunja/gunja.ts';
import { SECTION_V } from '../src/vazquez/legs.ts';
import { vazquez } from '../src/vazquez/vazquez.ts';
import { EMPTY, judgementOf, madeMatrix, timedResult } from './helpers/made-run.ts';

function point(leg: string, threadsPerRow: number, ms: number, matrix = 'cant'): StudyResult {
  const kernelParams = { threadsPerRow, blockSize: 256, xLoad: 'readonly' };
  return timedResult({ leg, matrix, backend: 'cuda', kernel: 'cuda/ellr-t', format: 'ellpack-r', kernelParams }, ms);
}

const drifting = (results: readonly StudyResult[]): StudyRun => withDrift(vazquez, { ...EMPTY, results });
const at = (run: StudyRun, leg: string, threadsPerRow: number) =>
  timedOf(run, { leg, params: { threadsPerRow } })[0] ?? expect.fail(`nothing of ${leg}`);

describe('a point that several legs measured', () => {
  const run = drifting([
    point('ellr-t', 2, 1.5),
    point('ellr-t-wide', 2, 1),
    point('ellr-t', 4, 1.2),
    point('formats', 8, 3),
  ]);

  it('has an interval that holds those of all, and a median of its own', () => {
    for (const [leg, medianMs] of [
      ['ellr-t', 1.5],
      ['ellr-t-wide', 1],
    ] as const)
      expect(at(run, leg, 2)).toMatchObject({ medianMs, medianLowMs: 0.99, medianHighMs: 1.01 * 1.5 });
    expect(at(run, 'ellr-t', 4)).toMatchObject({ medianLowMs: 0.99 * 1.2, medianHighMs: 1.01 * 1.2 });
  });

  it('is none of a product and one that is given what it reads', () => {
    const uploaded = ['uploads-in-sequence', 'uploads-overlapped', 'spmv'].map((leg, k) =>
      timedResult({ leg, matrix: 'random-16384' }, k + 1),
    );
    expect(withDrift(gunja, { ...EMPTY, results: uploaded }).drifts).toBeUndefined();
  });

  it('says by how much the backend drifts: quotients are wider by it, across legs and within one', () => {
    expect(run.drifts).toEqual([{ backend: 'cuda', points: 1, ratio: 1.5, most: 1.5 }]);
    expect(ratioOf(at(run, 'formats', 8), at(run, 'ellr-t', 4)).low).toBeCloseTo((3 * 0.99) / (1.2 * 1.01) / 1.5, 12);
    expect(ratioOf(at(run, 'ellr-t', 4), at(run, 'ellr-t', 2)).low).toBeCloseTo((1.2 * 0.99) / 1.515 / 1.5, 12);
    expect(driftTexts(run)[0]).toContain('up to 1.50 times as long in one as in another on cuda: intervals');
    const unknown = 'On cuda no two measurements share a point: how far they drift is not known.';
    expect(driftTexts(run)).not.toContain(unknown);
    expect(driftTexts({ ...EMPTY, results: [point('ellr-t', 2, 1), point('formats', 8, 3)] })).toEqual([unknown]);
    expect(driftTexts({ ...EMPTY, results: [point('ellr-t', 2, 1)] })).toEqual([]);
    expect(driftTexts({ ...EMPTY, before: [{ started: 'yesterday', loadAverage: 0 }] })).toEqual([
      expect.stringContaining('began yesterday: a quotient may have a side of each part'),
    ]);
    expect(studyReport(vazquez, run).sections[0]?.blocks[0]).toMatchObject({ text: driftTexts(run)[0] });
  });

  it('is off against another backend as independent errors add up', () => {
    const [cuda, serial] = [at(run, 'ellr-t', 4), { ...at(run, 'formats', 8), backend: 'serial', drift: 2 }];
    const off = Math.exp(Math.hypot(Math.log(1.5), Math.log(2)) / Math.SQRT2);
    expect(ratioOf(serial, cuda).high).toBeCloseTo((off * 3 * 1.01) / (1.2 * 0.99), 12);
    expect(rateOf(serial)?.low).toBeCloseTo(100 / 3 / 1.01 / 2 ** Math.SQRT1_2, 12);
    expect(rateOf(serial)?.high).toBeCloseTo((100 / 3 / 0.99) * 2 ** Math.SQRT1_2, 12);
  });

  it('is unsteady where its measurements are far apart, on every backend, and says so wherever it is drawn', () => {
    const of = (ms: number): StudyRun => {
      const serial = (leg: string, took: number) => timedResult({ leg, matrix: 'cop20k_A' }, took);
      const cuda = (leg: string, blockSize: number, took: number) =>
        timedResult(
          { leg, matrix: 'cop20k_A', backend: 'cuda', kernel: leg.slice(-7), kernelParams: { blockSize } },
          took,
        );
      const grid = [cuda('cuda-grid', 128, 1), cuda('cuda-ellpack', 256, ms), cuda('again-cuda-ellpack', 256, 10)];
      const results = [serial('serial', ms), serial('again-serial', 8.08), ...grid];
      return withDrift(cristofori, { ...EMPTY, matrices: [madeMatrix('cop20k_A', 1600)], results });
    };
    expect(of(14.02).unsteady).toEqual([
      {
        leg: 'serial',
        matrix: 'cop20k_A',
        backend: 'serial',
        why: 'js/csr on serial took 8.08 and 14.0 ms when measured twice',
      },
    ]);
    expect(of(9).unsteady).toEqual([]);
    expect(of(20).unsteady.map(({ why }) => why)).toContain(
      'ellpack on cuda (blockSize 256) took 10.0 and 20.0 ms when measured twice',
    );
    const marked = (id: string): boolean =>
      JSON.stringify(studyReport(cristofori, of(14.02)).sections.find((section) => section.id === id)).includes(
        'serial on cop20k_A: js/csr on serial took 8.08 and 14.0 ms',
      );
    // Table 4 has rates, and nothing that is divided by it.
    expect(['table-2', 'figure-9', 'table-4', 'figure-5'].map(marked)).toEqual([true, true, false, false]);
    // The only point of a kernel, whose interval is wide.
    const wide = { ...timedResult({ leg: 'serial', matrix: 'cant' }, 1), medianLowMs: 0.6, medianHighMs: 1.6 };
    const best = [1, 2].map((threads) => ({ ...wide, leg: 'threads', launchParams: { threads } }));
    const { unsteady } = withDrift(cristofori, { ...EMPTY, results: [wide, ...best] });
    expect(unsteady.map(({ leg }) => leg)).toEqual(['serial']);
  });

  it('is serial CSR, too, as every leg measured it for its speed-ups', () => {
    const cuda = timedResult({ leg: 'cuda-grid', matrix: 'cant', backend: 'cuda', kernel: 'cuda/csr', speedup: 8 }, 2);
    const serial = timedResult({ leg: 'serial', matrix: 'cant', speedup: 1 }, 10);
    const { drifts, unsteady } = withDrift(cristofori, { ...EMPTY, results: [serial, cuda] });
    expect(drifts).toMatchObject([{ backend: 'serial', points: 1, most: 1.6 }]);
    expect(unsteady).toMatchObject([
      { leg: 'serial', why: 'js/csr on serial took 10.0 and 16.0 ms when measured twice' },
    ]);
  });

  it('is disturbed as a whole leg where another, of the same kernel and threads, was much faster', () => {
    const of = (leg: string, ms: number, schedule: string, chunk: number): StudyResult =>
      timedResult({ leg, matrix: 'cant', backend: 'threads', launchParams: { threads: 2, schedule, chunk } }, ms);
    const apart = (ms: number) =>
      withDrift(cristofori, {
        ...EMPTY,
        results: [of('schedule', ms, 'static', 0), of('schedule', ms, 'dynamic', 0), of('chunk', 7, 'dynamic', 1000)],
      }).unsteady.map(({ leg, why }) => `${leg}: ${why}`);
    expect(apart(10)).toEqual([]);
    expect(apart(16)).toEqual(['schedule: js/csr on threads took 16.0 ms at best, and 7.00 in chunk']);
    // Chunks that are too few are no disturbance of the leg that names them.
    const few = [of('threads', 16, 'dynamic', 1000), of('schedule', 7, 'dynamic', 0)];
    expect(withDrift(cristofori, { ...EMPTY, results: few }).unsteady).toEqual([]);
    // The drift told is the largest of both.
    const twice = [
      of('threads', 7, 'dynamic', 1000),
      of('chunk', 7.7, 'dynamic', 1000),
      of('schedule', 14, 'dynamic', 0),
    ];
    expect(driftTexts(withDrift(cristofori, { ...EMPTY, results: twice }))[0]).toContain(
      'took up to 1.10 times as long in one as in another on threads: intervals of what is compared are wider for it. A whole leg took 2.00 times as long as another.',
    );
    // What one names the other has otherwise: 32 rows a warp, and one.
    const grid = (leg: string, rowsPerWarp: number, ms: number): StudyResult =>
      timedResult(
        { leg, matrix: 'cant', backend: 'cuda', kernel: 'cuda/csr-warp-shared', kernelParams: { rowsPerWarp } },
        ms,
      );
    const { unsteady } = withDrift(cristofori, {
      ...EMPTY,
      results: [grid('cuda-grid', 32, 9), grid('cuda-csr', 1, 1)],
    });
    expect(unsteady).toEqual([]);
  });

  it('is told of 95 in 100: one that is far off is the most, and no measure of all', () => {
    const ratio = (far: number): number | undefined => {
      const many = Array.from({ length: 40 }, (_, n) => [point('ellr-t', n, 1), point('x-load', n, n < far ? 9 : 1.1)]);
      const [drift, ...others] = drifting(many.flat()).drifts ?? [];
      expect([drift?.most, others]).toEqual([9, []]);
      return drift?.ratio;
    };
    expect([1, 2, 3].map(ratio)).toEqual([1.1, 1.1, 9]);
  });

  it('leaves open which point is the best, where the difference is no larger', () => {
    const verdict = (other: number, again: number): string => {
      const results = SECTION_V.flatMap((matrix) => [
        point('ellr-t-wide', 8, 1, matrix),
        point('ellr-t-wide', 16, other, matrix),
        // The point that drifts is neither of both.
        point('ellr-t-wide', 1, 5, matrix),
        point('ellr-t', 1, 5 * again, matrix),
      ]);
      const matrices = SECTION_V.map((name) => madeMatrix(name, 1600));
      return judgementOf(vazquez, 'few-lanes', withDrift(vazquez, { ...EMPTY, matrices, results })).verdict;
    };
    expect([verdict(1.3, 1), verdict(1.3, 1.4), verdict(3, 1.4)]).toEqual(['holds', 'too noisy to tell', 'holds']);
  });
});
