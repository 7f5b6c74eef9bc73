import type { ReportBlock } from '@spmv/report';
import { describe, expect, it } from 'vitest';
import { gunja } from '../src/gunja/gunja.ts';
import { EXAMPLE, printedKernel, rightProduct } from '../src/gunja/printed-kernel.ts';
import type { StudyResult, StudyRun } from '../src/index.ts';
import { drawnExhibits } from '../src/index.ts';
import { EMPTY, judgementOf, madeMatrix, timedResult } from './helpers/made-run.ts';

const draw = (id: string, run: StudyRun): readonly ReportBlock[] =>
  gunja.exhibits.find((exhibit) => exhibit.id === id)?.draw(run) ?? [];
const judge = (id: string, run: StudyRun): string => {
  const { verdict, why } = judgementOf(gunja, id, run);
  return `${verdict}: ${why}`;
};
const runOf = (...results: readonly StudyResult[]): StudyRun => ({
  ...EMPTY,
  matrices: [...new Set(results.map(({ matrix }) => matrix))].map((name) => madeMatrix(name, 1000)),
  results,
});
const gemm = (leg: string, kernel: string, size: number, medianMs: number): StudyResult =>
  timedResult(
    { leg, matrix: '', kernel, format: null, operation: 'gemm', sizes: { m: size, n: size, k: size } },
    medianMs,
  );
const csr = (backend: string, kernel: string, matrix: string, medianMs: number, leg = 'spmv'): StudyResult =>
  timedResult({ leg, matrix, backend, kernel }, medianMs);

describe('the kernel of figure 5.8', () => {
  it('as printed gives every row the same sum, which is wrong', () => {
    const printed = printedKernel(EXAMPLE, EXAMPLE.x, 2);
    expect(new Set(printed).size).toBe(1);
    const right = rightProduct(EXAMPLE, EXAMPLE.x);
    expect(right).toEqual([21, 430, 6500, 8007]);
    expect(printed.filter((y, row) => y === right[row])).toEqual([]);
  });

  it('works on as many places as there are rows, whatever the entries', () => {
    // One entry a row: the tile still holds what lies behind it, an entry of the row after.
    const diagonal = { rowPtr: [0, 1, 2, 3], colIndices: [0, 1, 2], values: [2, 3, 4] };
    expect(printedKernel(diagonal, [1, 1, 1], 3)).toEqual([6, 6, 6]);
    expect(rightProduct(diagonal, [1, 1, 1])).toEqual([2, 3, 4]);
  });
});

describe('figures', () => {
  it('3.1 has the device query as printed beside what the driver says, or why not', () => {
    const device = {
      backend: 'cuda',
      name: 'made up',
      version: null,
      details: { computeCapability: '9.0', maxGridY: 65_535, clockKHz: 1_980_000 },
    };
    const [table] = draw('figure-3-1', { ...EMPTY, machine: { ...EMPTY.machine, devices: [device] } });
    expect(table).toMatchObject({
      rows: expect.arrayContaining([
        ['Name', 'Tesla T4', 'made up'],
        ['Major revision number', '7', '9'],
        ['Minor revision number', '5', '0'],
        ['Maximum dimension 1 of grid', '65535', '65535'],
        ['Clock rate', '1590000', '1980000'],
        ['Texture alignment', '512', 'the driver does not say'],
      ]),
    });
    expect(draw('figure-3-1', EMPTY)[0]).toMatchObject({
      rows: expect.arrayContaining([['Warp size', '32', 'no CUDA device']]),
    });
    const notRun = [
      { leg: 'spmv', matrix: null, what: 'backend cuda', why: 'it was not asked for' },
      { leg: 'spmv', matrix: 'random-128', what: 'all of it', why: 'time was up' },
    ];
    const partial = (own: typeof notRun) =>
      drawnExhibits(gunja, { ...EMPTY, notRun: own }).find(({ exhibit }) => exhibit.id === 'figure-3-1')?.partial;
    expect([partial(notRun), partial(notRun.slice(1))]).toEqual(['spmv: backend cuda, it was not asked for.', null]);
  });

  it('6.3 draws times over sizes, threads and GPU apart', () => {
    const run = runOf(
      gemm('gemm-threads', 'wasm/gemm-packed', 128, 1),
      gemm('gemm-threads', 'wasm/gemm-packed', 256, 8),
      gemm('gemm-cuda', 'cuda/gemm-tiled', 128, 0.5),
      gemm('gemm-cuda', 'cuda/gemm-naive', 128, 0.75),
      gemm('gemm-cuda', 'cuda/gemm-tiled', 256, 1),
    );
    expect(draw('figure-6-3', run)).toMatchObject([
      {
        chart: {
          kind: 'line',
          y: { unit: 'ms', scale: 'log10' },
          series: [
            {
              name: 'threads, packed',
              points: [
                { x: 128, y: 1 },
                { x: 256, y: 8 },
              ],
            },
            {
              name: 'GPU, tiles',
              points: [
                { x: 128, y: 0.5 },
                { x: 256, y: 1 },
              ],
            },
          ],
        },
      },
    ]);
    // One side alone is no comparison.
    expect(draw('figure-6-3', runOf(...run.results.slice(2)))).toEqual([]);
    expect(judge('gemm-gap', run)).toMatch(/^not judged: Of 5 cases 1 was run: 1 true/);
    expect(judge('tiles', run)).toMatch(/^not judged: Of 6 cases 1 was run: 1 true/);
  });

  it('tiles improve products greatly, or large ones especially: two claims, each of all that it speaks of', () => {
    const at = (size: number, gain: number): readonly StudyResult[] => [
      gemm('gemm-cuda', 'cuda/gemm-tiled', size, 1),
      gemm('gemm-cuda', 'cuda/gemm-naive', size, gain),
    ];
    const verdicts = (...gains: readonly number[]): readonly (string | undefined)[] => {
      const run = runOf(...gains.flatMap((gain, g) => at(128 * 2 ** g, gain)));
      return ['tiles', 'tiles-large'].map((id) => judge(id, run).split(':')[0]);
    };
    expect(verdicts(0.7, 0.7, 1, 1.1, 1.4, 1.3)).toEqual(['does not hold', 'holds']);
    // As much on small ones is nothing special of large ones.
    expect(verdicts(1.4, 1.4, 1.4, 1.4, 1.4, 1.4)).toEqual(['holds', 'does not hold']);
    expect(verdicts(1.4, 1.4)).toEqual(['not judged', 'not judged']);
  });

  it('that the nested loops end at 2048 is judged by a loop that does not, and by nothing else', () => {
    const loops = (size: number): StudyRun => runOf(gemm('gemm-sequential', 'js/gemm-naive', size, 9));
    expect(judge('sequential-limit', loops(2048))).toMatch(/^not judged: Her nested loops/);
    expect(judge('sequential-limit', loops(4096))).toBe(
      'does not hold: 4096 in 9.00 ms. In part: Her nested loops, of which it speaks, are run here up to 1024 at most: beyond her end they take minutes a product.',
    );
  });

  it('6.6 has the printed times beside ours, her loop and her kernel apart from the better ones', () => {
    const run = runOf(
      csr('threads', 'js/csr', 'random-32768', 100),
      csr('threads', 'wasm/csr-simd', 'random-32768', 50),
      csr('cuda', 'cuda/csr-shared', 'random-32768', 20),
      csr('cuda', 'cuda/csr-vector', 'random-32768', 0.5),
    );
    expect(draw('figure-6-6', run)).toMatchObject([
      {
        rows: [
          ['threads (OpenMP)', 267.147445, null, 100, 1],
          ['threads, SIMD', null, null, 50, 2],
          ['CUDA, shared memory', 10.773568, 19.932892, 20, 5],
          ['CUDA, a warp a row', null, null, 0.5, 200],
        ],
      },
    ]);
    // That it is 24.8 times as fast is derived from print, and said of no other machine.
    expect(judge('largest', run)).toMatch(
      /^holds: Her kernel, corrected, over her loop with threads 5\.00× .*: 20\.0 and 100 ms/,
    );
  });

  it('6.7 is drawn over densities, and judged by how much longer the densest takes', () => {
    const at = (backend: string, kernel: string, density: string, ms: number): StudyResult =>
      csr(backend, kernel, `random-32768${density}`, ms, density === '' ? 'spmv' : 'density');
    const run = runOf(
      at('threads', 'js/csr', '-0.001', 1),
      at('threads', 'js/csr', '', 50),
      at('cuda', 'cuda/csr-vector', '-0.001', 0.1),
      at('cuda', 'cuda/csr-vector', '', 0.5),
      at('cuda', 'cuda/csr-shared', '-0.001', 1),
      at('cuda', 'cuda/csr-shared', '', 31),
    );
    expect(draw('figure-6-7', run)).toMatchObject([
      {
        chart: {
          series: [
            {
              name: 'all threads',
              points: [
                { x: 0.001, y: 1 },
                { x: 0.1, y: 50 },
              ],
            },
            {
              name: 'CUDA, shared memory',
              points: [
                { x: 0.001, y: 1 },
                { x: 0.1, y: 31 },
              ],
            },
            {
              name: 'GPU, a warp a row',
              points: [
                { x: 0.001, y: 0.1 },
                { x: 0.1, y: 0.5 },
              ],
            },
          ],
        },
      },
    ]);
    expect(judge('density', run)).toMatch(/^does not hold: true of 1 of 2, all needed: From 0.001 to 0.1, GPU 31\.0×/);
  });
});

it('what is left to future work compares A in f64 and f32, and copies after and beside products', () => {
  const run = runOf(
    csr('cuda', 'cuda/csr-vector', 'random-4096', 3, 'mixed'),
    { ...csr('cuda', 'cuda/csr-vector', 'random-4096', 2, 'mixed'), stored: 'f32' },
    csr('cuda', 'cuda/csr-vector', 'random-16384', 5, 'uploads-in-sequence'),
    csr('cuda', 'cuda/csr-vector', 'random-16384', 4, 'uploads-overlapped'),
  );
  expect(draw('mixed', run)).toMatchObject([
    {
      chart: {
        series: [
          { name: 'A in f64', values: [3] },
          { name: 'A in f32', values: [2] },
        ],
      },
    },
  ]);
  expect(judge('mixed', run)).toMatch(/^not judged: Of 4 cases 1 was run: 1 true/);
  const more = ['random-4096', 'random-16384'].flatMap((matrix) => [
    csr('serial', 'js/csr', matrix, 9, 'mixed'),
    { ...csr('serial', 'js/csr', matrix, 6, 'mixed'), stored: 'f32' },
  ]);
  expect(judge('mixed', runOf(...run.results, ...more))).toMatch(/^holds: true of 3 of 3/);
  expect(draw('uploads', run)).toMatchObject([
    { chart: { categories: ['cuda'], series: [{ values: [5] }, { values: [4] }] } },
  ]);
  expect(judge('uploads', run)).toBe('holds: Copies beside products on cuda 1.25× (1.23 to 1.28).');
});
