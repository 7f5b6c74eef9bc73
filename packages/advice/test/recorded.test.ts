import { expect, it } from 'vitest';
import { recordedMatrices, recordedTrials } from '../src/recorded.ts';

const MATRIX = {
  name: 'm',
  hash: 'abc1',
  rows: 10,
  cols: 10,
  nnz: 20,
  meanRow: 2,
  maxRow: 3,
  emptyRows: 0,
  relativeStandardDeviation: 10,
  bandwidth: 4,
  sectorsPerRow: 1.5,
};
const ROW = {
  matrix: MATRIX,
  operation: 'spmv',
  status: 'ok',
  backend: 'serial',
  kernel: 'wasm/csr',
  format: 'csr',
  precision: 'f64',
  formatParams: {},
  kernelParams: { rows: 'auto' },
  launchParams: {},
  samplesMs: [1, 2],
  storageBytes: 100,
  compulsoryBytes: 260,
  slots: 20,
  convertMs: 1,
  prepareMs: 2,
};

function documentOf(...results: readonly object[]): object {
  return { schema: 'spmv.bench/1', results };
}

it('reads what was measured, with the traits of the matrix', () => {
  const [matrix] = recordedMatrices([documentOf(ROW)]);
  expect(matrix?.hash).toBe('abc1');
  expect(matrix?.traits.sectorsPerRow).toBe(1.5);
  expect(matrix?.measured).toEqual([
    {
      candidate: {
        backend: 'serial',
        target: 'wasm',
        kernel: 'wasm/csr',
        format: 'csr',
        precision: 'f64',
        formatParams: {},
        kernelParams: { rows: 'auto' },
        launchParams: {},
        bytes: 260,
        slots: 20,
      },
      samplesMs: [1, 2],
      convertMs: 1,
      prepareMs: 2,
    },
  ]);
});

it.each([
  ['what was refused', { ...ROW, status: 'refused' }],
  ['what another program measured', { ...ROW, imported: { file: 'f' } }],
  ['another operation', { ...ROW, operation: 'spmm' }],
  ['rows from before slots were said', { ...ROW, slots: undefined }],
  ['matrices from before their traits were said', { ...ROW, matrix: { ...MATRIX, sectorsPerRow: undefined } }],
  ['rows without samples', { ...ROW, samplesMs: null }],
  ['what is no row', 7],
])('leaves out %s', (_what, row) => {
  expect(recordedMatrices([documentOf(row as object)])).toEqual([]);
});

it('takes the later of two runs on one backend, and joins runs on several backends', () => {
  const [matrix] = recordedMatrices([
    documentOf(ROW, { ...ROW, kernel: 'wasm/old' }),
    documentOf({ ...ROW, samplesMs: [5] }, { ...ROW, backend: 'threads' }),
  ]);
  expect(
    matrix?.measured.map(({ candidate, samplesMs }) => [candidate.backend, candidate.kernel, samplesMs[0]]),
  ).toEqual([
    ['serial', 'wasm/csr', 5],
    ['threads', 'wasm/csr', 1],
  ]);
});

it('reads nothing of what is no document', () => {
  expect(recordedMatrices([null, 3, {}, { schema: 'spmv.tune/1', results: [ROW] }])).toEqual([]);
});

it('reads the trials of a document of advise, of every candidate that was tried', () => {
  const { matrix, backend, kernel, format, precision, formatParams, kernelParams, launchParams, slots } = ROW;
  const { convertMs, prepareMs } = ROW;
  const own = { backend, kernel, format, precision, formatParams, kernelParams, launchParams, slots };
  const tried = { ...own, bytes: 260, trialsMs: [3, 4], setup: { convertMs, prepareMs, bytesResident: 1 } };
  const others = [{ ...tried, kernel: 'js/csr' }, { ...tried, kernel: 'js/coo', trialsMs: [] }, null];
  const document = { schema: 'spmv.advise/1', results: [{ matrix, traits: matrix, choice: tried, others }, 7] };
  const [found] = recordedTrials([document, { schema: 'spmv.bench/1', results: [] }]);
  expect(found?.hash).toBe('abc1');
  expect(found?.measured.map(({ candidate }) => candidate.kernel)).toEqual(['wasm/csr', 'js/csr']);
  expect(found?.measured[0]).toMatchObject({ samplesMs: [3, 4], convertMs: 1, candidate: { bytes: 260, slots: 20 } });
});
