import { describe, expect, it } from 'vitest';
import { cristofori } from '../src/cristofori/cristofori.ts';
import { gunja } from '../src/gunja/gunja.ts';
import type { Study, StudyResult, StudyRun } from '../src/index.ts';
import { drawnExhibits, readStudyRun } from '../src/index.ts';
import { vazquez } from '../src/vazquez/vazquez.ts';
import { judgementOf, madeMatrix, timedResult } from './helpers/made-run.ts';

/** What is read of a document that has these results. */
function readOf({ id }: Study, results: readonly StudyResult[]): StudyRun {
  const lists = { devices: [], statistics: [], notRun: [], unsteady: [] };
  return readStudyRun({ schema: 'spmv.study/1', study: id, host: { cores: 16 }, results, ...lists }).run;
}

const ellpack = (alignment: number): StudyResult =>
  timedResult(
    {
      leg: 'threads',
      matrix: 'lung2',
      backend: 'threads',
      format: 'ellpack',
      kernel: 'js/ellpack',
      formatParams: { order: 'row', alignment },
      launchParams: { threads: 2, schedule: 'dynamic', chunk: 1000 },
    },
    1,
  );

describe('a document that is older than its study', () => {
  it('keeps what the study measures still, and says of the rest how it was recorded', () => {
    const { results, notRun } = readOf(cristofori, [ellpack(1), ellpack(32)]);
    expect(results).toEqual([ellpack(1)]);
    expect(notRun).toEqual([
      {
        leg: 'threads',
        matrix: 'lung2',
        what: 'js/ellpack',
        why: 'recorded with alignment=32, which the study no longer measures',
      },
    ]);
    const warp = timedResult({ leg: 'cuda-grid', matrix: 'lung2', backend: 'cuda', kernel: 'cuda/csr-vector' }, 1);
    expect(readOf(cristofori, [warp, { ...warp, leg: 'gone' }]).notRun.map(({ why }) => why)).toEqual([
      'recorded by a kernel that the study no longer measures there',
      'recorded for a measurement that the study no longer has',
    ]);
  });

  it('has no threads of a choice of their own where the study takes all', () => {
    const of = (threads: number): StudyResult =>
      timedResult({ leg: 'spmv', matrix: 'random-128', backend: 'threads', launchParams: { threads } }, 1);
    const serial = timedResult({ leg: 'spmv', matrix: 'random-128' }, 1);
    expect(readOf(gunja, [of(1), of(16), serial]).results).toEqual([of(16), serial]);
  });

  it('lacks a leg whose kernels had no such parameter then, and draws nothing of it', () => {
    const point = { leg: 'ellr-t', backend: 'cuda', kernel: 'cuda/ellr-t', format: 'ellpack-r' } as const;
    const old = timedResult({ ...point, matrix: 'cant', kernelParams: { threadsPerRow: 1, blockSize: 128 } }, 1);
    const run = readOf(vazquez, [old]);
    expect(run.results).toEqual([]);
    const { missing } = drawnExhibits(vazquez, run).find(({ exhibit }) => exhibit.id === 'twelve-points') ?? {};
    expect(missing).toContain('recorded before the study had xLoad');
    const known = {
      ...old,
      formatParams: { order: 'column' },
      kernelParams: { ...old.kernelParams, xLoad: 'readonly' },
    };
    expect(readOf(vazquez, [known]).results).toEqual([known]);
  });
});

describe('what a document has no time of', () => {
  const mkl = (matrix: string, leg = 'one-core-mkl'): StudyResult => ({
    ...timedResult({ leg, matrix, kernel: 'native/csr-mkl', precision: 'f32' }, 1),
    status: 'unavailable',
    reason: 'MKL is unavailable: libmkl_rt.so.2.',
    medianMs: null,
  });

  it('stands in what was not run, by leg or by kernel, with its recorded reason', () => {
    const js = timedResult({ leg: 'one-core', matrix: 'cant', precision: 'f32' }, 1);
    const simd = { ...mkl('cant', 'one-core'), kernel: 'wasm/csr-simd' };
    const why = 'MKL is unavailable: libmkl_rt.so.2';
    expect(readOf(vazquez, [mkl('cant'), mkl('pwtk'), js, simd]).notRun).toEqual([
      { leg: 'one-core-mkl', matrix: null, what: 'all of it', why },
      { leg: 'one-core', matrix: 'cant', what: 'wasm/csr-simd', why },
    ]);
    expect(readOf(vazquez, [js, { ...mkl('cant'), status: 'refused' }]).notRun).toEqual([]);
  });

  it('makes what is drawn a part, and what is judged judged in part', () => {
    const large = ['mac_econ', 'mc2depi', 'cop20k_A', 'shipssec1', 'pwtk'];
    const point = { backend: 'cuda', kernel: 'cuda/ellr-t', format: 'ellpack-r', precision: 'f32' } as const;
    const kernelParams = { threadsPerRow: 1, blockSize: 128, xLoad: 'readonly' } as const;
    const formatParams = { order: 'column' };
    const results = large.flatMap((matrix) => [
      timedResult({ leg: 'one-core', matrix, precision: 'f32' }, 100),
      timedResult({ ...point, leg: 'ellr-t', matrix, kernelParams, formatParams }, 1),
      mkl(matrix),
    ]);
    const run = { ...readOf(vazquez, results), matrices: large.map((name) => madeMatrix(name, 1600)) };
    const partial = 'one-core-mkl: MKL is unavailable: libmkl_rt.so.2.';
    expect(drawnExhibits(vazquez, run).find(({ exhibit }) => exhibit.id === 'table-1')?.partial).toContain(partial);
    expect(judgementOf(vazquez, 'thirty-times', run)).toMatchObject({
      verdict: 'holds',
      why: expect.stringContaining(`In part: ${partial}`),
    });
  });
});
