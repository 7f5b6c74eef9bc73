import { describe, expect, it } from 'vitest';
import { drawnExhibits, studyReport } from '../src/index.ts';
import { leftOutOf, leftOutText } from '../src/exhibits/left-out.ts';
import { fraga } from '../src/fraga/fraga.ts';
import { gunja } from '../src/gunja/gunja.ts';
import type { NotRun, StudyRun } from '../src/index.ts';
import { withSizes } from '../src/sizes-not-run.ts';
import { EMPTY, judgementOf, timedResult } from './helpers/made-run.ts';

function missing(id: string, run: StudyRun): string | null | undefined {
  return drawnExhibits(fraga, run).find(({ exhibit }) => exhibit.id === id)?.missing;
}

const absent: NotRun = { leg: 'threads', matrix: null, what: 'all of it', why: 'It is not installed.' };
const some: NotRun = { leg: 'threads', matrix: null, what: 'threads 16', why: 'there are 2' };
const unknown: NotRun = { leg: null, matrix: 'cant', what: 'all of it', why: 'too little is known' };

describe('what is not drawn says why', () => {
  it('by the backend before the matrix, and the matrix before what was only partly left out', () => {
    expect(missing('figure-3', { ...EMPTY, notRun: [some, unknown, absent] })).toBe('threads: It is not installed.');
    expect(missing('figure-3', { ...EMPTY, notRun: [some, unknown] })).toBe(
      'threads: threads 16, there are 2. cant: too little is known.',
    );
    expect(missing('figure-3', { ...EMPTY, notRun: [some] })).toBe('threads: threads 16, there are 2.');
    expect(missing('figure-3', EMPTY)).toBe('threads: nothing of it was run.');
  });

  it('by the device, and not by what stands in for it, where the device was there', () => {
    const late = { leg: 'cuda-shared', matrix: 'cant', what: 'all of it', why: 'the time budget was used up' };
    const standIn = { leg: 'webgpu', matrix: null, what: 'all of it', why: 'nobody asked for it', standsIn: true };
    const scalar = timedResult({ leg: 'cuda-scalar', matrix: 'cant' }, 1);
    const why = (results: StudyRun['results']): string =>
      judgementOf(fraga, 'vector', { ...EMPTY, results, notRun: [late, standIn] }).why;
    expect(why([scalar])).toBe('cuda-shared: cant: the time budget was used up.');
    expect(why([])).toContain('webgpu: nobody asked for it.');
  });

  it('names each leg with its own matrices, and values of a parameter only to what is about one of them', () => {
    const late = (leg: string, matrix: string): NotRun => ({ leg, matrix, what: 'all of it', why: 'time was up' });
    const notRun = [late('serial', 'cant'), late('threads', 'cant'), late('threads', 'dc1'), some];
    expect(leftOutText(notRun)).toBe(
      'serial on cant; threads on cant, dc1: time was up. threads: threads 16, there are 2.',
    );
    const about = { legs: ['threads'], matrices: ['cage4'] };
    expect(leftOutOf({ ...EMPTY, notRun }, about)).toEqual([some]);
    expect(leftOutOf({ ...EMPTY, notRun }, { ...about, values: { threads: [1] } })).toEqual([]);
    expect(leftOutOf({ ...EMPTY, notRun }, { ...about, values: { threads: [1, 16] } })).toEqual([some]);
    // A backend is nothing to what compares others.
    const lacking = [{ leg: 'spmv', matrix: null, what: 'backend cuda', why: 'it was not asked for' }];
    const compared = (backends: readonly string[]) =>
      leftOutOf({ ...EMPTY, notRun: lacking }, { legs: ['spmv'], backends });
    expect([compared(['serial', 'threads']), compared(['threads', 'cuda'])]).toEqual([[], lacking]);
  });

  it('is a product without a matrix by its sizes, once', () => {
    const late = { leg: 'gemm-threads', matrix: '', what: '1 combination in f32', why: 'time was up' };
    const at = (n: number) => timedResult({ leg: 'gemm-threads', matrix: '', sizes: { m: n, n, k: n, batch: 1 } }, 1);
    expect(withSizes(gunja, { ...EMPTY, results: [128, 256, 512].map(at), notRun: [late, late] }).notRun).toEqual([
      { ...late, what: 'm = n = k = 1024, 2048, 4096' },
    ]);
  });

  it('but what was measured only once more was run', () => {
    const at = (leg: string, n: number, ms: number) =>
      timedResult({ leg, matrix: '', kernel: 'wasm/gemm-packed', sizes: { m: n, n, k: n, batch: 1 } }, ms);
    const late = { leg: 'gemm-threads', matrix: '', what: '1 combination in f32', why: 'time was up' };
    const results = [at('gemm-threads', 256, 1), at('again-gemm-threads', 256, 2), at('again-gemm-threads', 512, 3)];
    const run = withSizes(gunja, { ...EMPTY, results, notRun: [late] });
    expect(run.results.map(({ leg, medianMs }) => `${leg} ${medianMs}`)).toEqual([
      'gemm-threads 1',
      'again-gemm-threads 2',
      'gemm-threads 3',
    ]);
    expect(run.notRun.map(({ what }) => what)).toEqual(['m = n = k = 128, 1024, 2048, 4096']);
  });

  it('is a row of the report for all legs that lack the same matrices', () => {
    const late = (leg: string, matrix: string): NotRun => ({ leg, matrix, what: 'all of it', why: 'time was up' });
    const notRun = [late('serial', 'cant'), late('threads', 'cant'), late('threads', 'dc1')];
    const limits = studyReport(fraga, { ...EMPTY, notRun }).sections.find(({ id }) => id === 'limits');
    expect(limits?.blocks).toMatchObject([
      {
        rows: [
          ['all of it', 'serial', 'cant', 'time was up'],
          ['all of it', 'threads', 'cant, dc1', 'time was up'],
        ],
      },
    ]);
  });

  it('by what was refused', () => {
    const refused = { ...timedResult({ leg: 'threads', matrix: 'cant' }, 1), status: 'refused', reason: 'too large' };
    expect(missing('figure-3', { ...EMPTY, results: [refused] })).toBe('threads: too large.');
  });

  it('is nothing of a matrix to what no matrix is drawn from', () => {
    const partial = drawnExhibits(fraga, { ...EMPTY, notRun: [unknown] }).filter((one) => one.partial !== null);
    expect(partial.map(({ exhibit }) => exhibit.id)).toEqual([]);
  });

  it('names no leg that was timed', () => {
    const run = { ...EMPTY, notRun: [absent], results: [timedResult({ leg: 'serial', matrix: 'cant' }, 1)] };
    expect(missing('figure-6', run)).toBe('threads: It is not installed.');
  });

  it('names a leg that was timed, but not on the backend that is lacking', () => {
    const backend = { leg: 'serial', matrix: null, what: 'backend cuda', why: 'It is not installed.' };
    const run = { ...EMPTY, notRun: [absent, backend], results: [timedResult({ leg: 'serial', matrix: 'cant' }, 1)] };
    expect(missing('figure-6', run)).toBe('serial: backend cuda, It is not installed. threads: It is not installed.');
  });
});
