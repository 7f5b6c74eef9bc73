import { isSpmvError } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { EXAMPLE } from '../src/fraga/example-matrix.ts';
import { OUT_OF_TIME, readStudyRun, runMatrix, standInsText, studies, studyReport } from '../src/index.ts';
import { EMPTY, madeMatrix, timedResult } from './helpers/made-run.ts';

const result = timedResult({ leg: 'serial', matrix: 'cage4' }, 2);
const document = {
  schema: 'spmv.study/1',
  study: 'fraga',
  started: '2026-01-01T00:00:00.000Z',
  host: { cpu: 'made up', cores: 2, loadAverage: 0.1, os: 'none', node: '24.0.0' },
  devices: [],
  statistics: [],
  results: [result],
  notRun: [],
  unsteady: [],
};

describe('a recorded run', () => {
  it('is read as it was written', () => {
    expect(readStudyRun(document)).toMatchObject({
      study: 'fraga',
      run: { machine: { cpu: 'made up', cores: 2, runtime: 'Node 24.0.0' }, results: [result] },
    });
  });

  it('says which part took how long, and which matrices are no stand-ins', () => {
    const study = studies.find(({ id }) => id === 'fraga');
    if (!study) throw new Error('no study');
    const of = (before: readonly { readonly started: string; readonly loadAverage: number }[]) =>
      studyReport(study, { ...EMPTY, tookMs: 22_390, ...(before.length > 0 ? { before } : {}) }).facts.find(
        ({ label }) => label === 'Measured',
      )?.value;
    expect(of([])).toMatch(/, which took 22\.4 s$/);
    expect(of([{ started: 'before', loadAverage: 0.08 }])).toMatch(/, whose last part took 22\.4 s$/);
    const ran = (name: string, source: string) => ({ ...madeMatrix(name, 9), source });
    const two = [ran('cage4', 'cage4'), ran('cant', 'gen:standin?rows=62451')];
    expect(standInsText(study, { ...EMPTY, matrices: two })).toBe('Stand-ins are all but cage4.');
    expect(standInsText(study, { ...EMPTY, matrices: [ran('cant', 'cant.mtx')] })).toBe('');
  });

  it('has no figures of what did not validate', () => {
    // No share is said to be used up: what was left, of how much, did not suffice.
    const late = { leg: 'serial', matrix: 'cant', what: 'all of it' };
    const why = (own: object, text: string): string | undefined =>
      readStudyRun({ ...document, ...own, notRun: [{ ...late, why: text }] }).run.notRun[0]?.why;
    expect(why({}, 'the time budget was used up')).toBe(OUT_OF_TIME);
    expect(why({ options: { timeBudgetMs: 35_000 } }, OUT_OF_TIME)).toBe(
      'what was left of the time budget of 35 s did not suffice',
    );
    expect(why({}, 'nobody asked for it')).toBe('nobody asked for it');
    const { run } = readStudyRun({ ...document, results: [{ ...result, status: 'failed' }] });
    expect(run.results[0]).toMatchObject({ medianMs: null, gflops: null, gbPerSecond: null, speedup: null });
  });

  it.each([
    ['another document', { ...document, schema: 'spmv.bench/1' }],
    ['nothing', null],
    ['no results', { ...document, results: undefined }],
    ['a list of something else', { ...document, notRun: ['nothing'] }],
    ['a result without parameters', { ...document, results: [{ ...result, launchParams: undefined }] }],
  ])('is refused where it is %s', (_, value) => {
    let thrown: unknown;
    try {
      readStudyRun(value);
    } catch (error) {
      thrown = error;
    }
    expect(isSpmvError(thrown, 'STUDY.DOCUMENT')).toBe(true);
  });
});

it('a matrix as run has the statistics of its rows, and entries by sixteenths of them', () => {
  const ran = runMatrix({ name: 'example', source: 'somewhere', hash: 'abc' }, EXAMPLE);
  expect(ran).toMatchObject({ name: 'example', source: 'somewhere', rows: 5, nnz: 10, mean: 2, max: 2, deviation: 0 });
  expect(ran).toMatchObject({ percentAverageDeviation: 0, bandwidth: 1, sectorsPerRow: 6 / 5 });
  expect(ran.sixteenths.reduce((sum, count) => sum + count, 0)).toBe(10);
  expect(ran.sixteenths.filter((count) => count > 0)).toEqual([2, 2, 2, 2, 2]);
});
