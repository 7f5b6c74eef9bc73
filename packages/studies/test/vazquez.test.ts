import type { ReportBlock } from '@spmv/report';
import { describe, expect, it } from 'vitest';
import type { StudyResult, StudyRun } from '../src/index.ts';
import { SECTION_V } from '../src/vazquez/legs.ts';
import { MATRICES } from '../src/vazquez/printed-table.ts';
import { rankBounds } from '../src/vazquez/rank-correlation.ts';
import { vazquez } from '../src/vazquez/vazquez.ts';
import { LOADING } from '../src/vazquez/section-5.ts';
import { EMPTY, judgementOf, madeMatrix, madeRun, ofEach, TEXTURE, timedResult } from './helpers/made-run.ts';

const draw = (id: string, run: StudyRun): readonly ReportBlock[] =>
  vazquez.exhibits.find((exhibit) => exhibit.id === id)?.draw(run) ?? [];
const judge = (id: string, run: StudyRun): string => {
  const { verdict, why } = judgementOf(vazquez, id, run);
  return `${verdict}: ${why}`;
};

const CUDA = { backend: 'cuda', precision: 'f32', clock: 'device' } as const;
const { devices } = madeRun(vazquez).machine;

function runOf(results: readonly StudyResult[], matrices: readonly string[] = ['cant']): StudyRun {
  const machine = { ...EMPTY.machine, devices };
  return { ...EMPTY, machine, matrices: matrices.map((name) => madeMatrix(name, 1000)), results };
}

const format = (kernel: string, medianMs: number, matrix = 'cant'): StudyResult =>
  timedResult({ ...TEXTURE, matrix, kernel, ...CUDA }, medianMs);
const point = (
  leg: string,
  params: Readonly<Record<string, number | string>>,
  medianMs: number,
  more: Partial<StudyResult> = {},
): StudyResult =>
  timedResult(
    {
      leg,
      matrix: 'cant',
      kernel: 'cuda/ellr-t',
      format: 'ellpack-r',
      ...CUDA,
      kernelParams: params,
      ...more,
    },
    medianMs,
  );

describe('Table I and figure 2', () => {
  const run = runOf([
    timedResult({ leg: 'one-core', matrix: 'cant', precision: 'f32' }, 80),
    timedResult({ leg: 'one-core', matrix: 'cant', precision: 'f32', kernel: 'wasm/csr-simd' }, 40),
    format('cuda/csr-scalar', 10),
    format('cuda/hyb', 3),
    // What the paper does not do: v is bound to the texture cache.
    { ...format('cuda/hyb', 1), kernelParams: { xLoad: 'plain' } },
    point('ellr-t', { threadsPerRow: 1, blockSize: 128 }, 4),
    point('ellr-t', { threadsPerRow: 4, blockSize: 256 }, 2),
  ]);

  it('have what is printed beside the best of the points, its share of the peak, and the fastest core over it', () => {
    const [table] = draw('table-1', run);
    if (table?.kind !== 'table') throw new Error('no table');
    const at = (group: string, label: string): number =>
      table.columns.findIndex((column) => column.group === group && column.label === label);
    const row = table.rows.find(([name]) => name === 'cant') ?? [];
    expect(row[at('paper', 'N')]).toBe(62_451);
    expect([row[at('paper', 'BW')], row[at('here', 'BW')]]).toEqual([121, 0.026]);
    // 8 · 5000 + 8 · 1000 + 4 · 1000 bytes in 2 ms, of 1000 GB/s that the made-up device says; no padding counts.
    expect(row[at('here', 'of peak')]).toBeCloseTo(0.0026, 12);
    expect([at('paper', 'of peak'), row[at('derived from print', 'of peak')]]).toEqual([-1, (100 * 121) / 159]);
    expect([row[at('paper', 'sp')], row[at('here', 'sp')]]).toEqual([32, 20]);
    expect([row[at('here', 'Av')], row[at('here', 'I_Av')], row[at('here', 'σ/Av')]]).toEqual([5, 1, 20]);
  });

  it('have nothing of a sweep that was cut short: its best is the best of no sweep', () => {
    const cut = { leg: 'ellr-t', matrix: 'cant', what: '10 combinations', why: 'time was up', cut: 'points' } as const;
    const part = { ...run, notRun: [cut] };
    const [table] = draw('table-1', part);
    const row = table?.kind === 'table' ? table.rows.find(([name]) => name === 'cant') : [];
    // N, entries, Av, I_Av and σ/Av are of the matrix; BW, share and sp of the sweep.
    expect(row?.slice(-3)).toEqual([null, null, null]);
    expect(draw('figure-2', part)).toEqual([]);
  });

  it('draw one bar a format, of ELLR-T the best point', () => {
    expect(draw('figure-2', run).slice(0, 1)).toMatchObject([
      {
        chart: {
          kind: 'bar',
          categories: ['cant'],
          series: [
            { name: 'CRS', values: [10] },
            { name: 'HYB', values: [100 / 3] },
            { name: 'ELLR-T*', values: [50] },
          ],
        },
      },
    ]);
  });

  it('never mix devices: where there is CUDA, WebGPU fills no gap', () => {
    const mixed = runOf([
      ...run.results,
      timedResult({ leg: 'webgpu-formats', matrix: 'cant', kernel: 'wgsl/ellpack', backend: 'webgpu' }, 1),
    ]);
    expect(draw('figure-2', mixed)).toEqual(draw('figure-2', run));
    const alone = runOf([
      timedResult({ leg: 'webgpu-formats', matrix: 'cant', kernel: 'wgsl/ellpack', backend: 'webgpu' }, 1),
      timedResult({ leg: 'webgpu-ellr-t', matrix: 'cant', kernel: 'wgsl/ellr-t', backend: 'webgpu' }, 2),
    ]);
    expect(draw('figure-2', alone).slice(0, 1)).toMatchObject([
      { chart: { series: [{ name: 'ELLPACK' }, { name: 'ELLR-T*' }] } },
    ]);
  });

  it('judge that ELLR-T* is the fastest by the next best of all, and say which', () => {
    const others = ['csr-vector', 'csr-padded'].map((kernel) => format(`cuda/${kernel}`, 5));
    const all = runOf([...run.results, ...others, format('cuda/ellpack', 4)]);
    expect(judge('ellr-t-best', ofEach(all, MATRICES))).toMatch(
      /^holds: true of 21 of 21, all needed: qh1484: over HYB 1\.50× \(1\.47 to 1\.53\)/,
    );
    expect(judge('ellr-t-best', runOf([...run.results, ...others, format('cuda/ellpack', 1)]))).toBe(
      'does not hold: true of 0 of 1 that was run of 21, all needed: cant: over ELLPACK 0.50× (0.49 to 0.51).',
    );
    // A format that was not timed may be the fastest.
    expect(judge('ellr-t-best', ofEach(run, MATRICES))).toMatch(/^not judged/);
  });
});

describe('section V', () => {
  const wide = (threadsPerRow: number, blockSize: number, medianMs: number, occupancy: number): StudyResult =>
    point('ellr-t-wide', { threadsPerRow, blockSize }, medianMs, { occupancy });
  const run = runOf([wide(1, 16, 8, 0.5), wide(1, 128, 4, 1), wide(4, 256, 2, 1), wide(16, 256, 3, 1)]);

  it('shows occupancies by block size and curves of the best of the other parameter', () => {
    const [table, blocks, lanes] = draw('block-sizes', run);
    expect(table).toMatchObject({
      rows: [
        [16, '50 % or less', 50, 50],
        [32, '50 % or less', null, null],
        [64, '50 % or less', null, null],
        [128, '100 %', 100, 100],
        [256, '100 %', 100, 100],
        [512, '100 %', null, null],
      ],
    });
    const pointsOf = (block: ReportBlock | undefined): unknown =>
      block?.kind === 'chart' && block.chart.kind === 'line'
        ? block.chart.series.flatMap(({ points }) => points.map(({ x, y }) => [x, y]))
        : undefined;
    expect(pointsOf(blocks)).toEqual([
      [16, 12.5],
      [128, 25],
      [256, 50],
    ]);
    expect(pointsOf(lanes)).toEqual([
      [1, 25],
      [4, 50],
      [16, 100 / 3],
    ]);
  });

  it('is judged by the best point, and by what the driver counts', () => {
    expect(judge('few-lanes', run)).toMatch(/^not judged: Of 6 cases 1 was run: 1 true/);
    const onAll = runOf(
      SECTION_V.flatMap((matrix) => run.results.map((result) => ({ ...result, matrix }))),
      SECTION_V,
    );
    expect(judge('few-lanes', onAll)).toMatch(/^holds: true of 6 of 6/);
    expect(judge('occupancy', run)).toMatch(/^not judged: Of 6 cases 3 were run: 3 true/);
    const sizes = runOf([...run.results, wide(1, 32, 8, 0.5), wide(1, 64, 8, 0.5), wide(1, 512, 8, 1)]);
    expect(judge('occupancy', sizes)).toMatch(/^holds: true of 6 of 6/);
    const other = runOf([...run.results, wide(32, 64, 1, 0.75)]);
    expect(judge('few-lanes', other)).toMatch(/^does not hold: .*: cant best at 32/);
    expect(judge('large-blocks', other)).toMatch(/^does not hold: .*: cant best at 64/);
    expect(judge('occupancy', other)).toBe('does not hold: true of 3 of 4 that were run of 6, all needed: BS 64 75 %.');
  });

  it('has every point in a line, with the best of the matrix by name', () => {
    const [table] = draw('twelve-points', runOf([point('ellr-t', { threadsPerRow: 2, blockSize: 512 }, 4)]));
    if (table?.kind !== 'table') throw new Error('no table');
    expect(table.columns).toHaveLength(14);
    expect(table.rows).toEqual([
      ['cant', 'T = 2, BS = 512', null, null, null, null, null, 25, null, null, null, null, null, null],
    ]);
  });

  it('compares x through the read-only path with plain loads, each at its best T', () => {
    const loads = runOf([
      point('x-load', { threadsPerRow: 1, xLoad: 'plain' }, 4),
      point('x-load', { threadsPerRow: 2, xLoad: 'plain' }, 2),
      point('x-load', { threadsPerRow: 1, xLoad: 'readonly' }, 5),
      { ...format('cuda/hyb', 1), kernelParams: { xLoad: 'plain' } },
    ]);
    expect(draw('texture', loads)[0]).toMatchObject({
      chart: {
        series: [
          { name: 'HYB, plain loads', values: [100] },
          { name: 'ELLR-T, read-only path', values: [20] },
          { name: 'ELLR-T, plain loads', values: [50] },
        ],
      },
    });
    expect(judge('texture', loads)).toMatch(/^not judged: Of 91 cases 1 was run: 0 true/);
    const each = LOADING.flatMap(([, kernel], k) =>
      (['readonly', 'plain'] as const).map((xLoad) => ({
        ...format(kernel, xLoad === 'plain' && k < 4 ? 3 : 2),
        kernelParams: { xLoad },
      })),
    );
    // Four of the seven kernels, on large matrices and no others.
    expect(judge('texture', ofEach(runOf(each), MATRICES))).toMatch(/^holds: true of 52 of 91/);
    expect(judge('texture', ofEach(runOf(each), MATRICES.slice(0, 8)))).toMatch(/^not judged/);
  });
});

describe('a rank correlation', () => {
  const exact = (y: number) => ({ low: y, value: y, high: y });
  const of = (...ys: readonly number[]) => rankBounds(ys.map((y, k) => [k, exact(y)]));

  it('is 1 for what grows and -1 for what falls, and equals share their rank', () => {
    expect([of(10, 20, 40, 41), of(9, 7, 4, 1)]).toEqual([
      [1, 1],
      [-1, -1],
    ]);
    // Ranks 0 to 3 beside 1, 0, 2, 3: 1 - 6 · 2 / 60.
    expect(of(2, 1, 3, 4)[0]).toBeCloseTo(0.8, 12);
    // Ranks 0, 1.5, 1.5, 3 beside 0 to 3: 4.5 of √(4.5 · 5).
    const [least, most] = rankBounds([1, 2, 2, 4].map((x, k) => [x, exact(k)]));
    expect([least, most]).toEqual([most, expect.closeTo(4.5 / Math.sqrt(22.5), 12)]);
  });

  it('lies between what numbers that are unknown or within an interval can make of it', () => {
    const overlapping = { low: 1, value: 2, high: 3 };
    const [least, most] = rankBounds([
      [0, exact(0)],
      [1, overlapping],
      [2, exact(2.5)],
      [3, exact(9)],
    ]);
    expect([least, most]).toEqual([of(0, 3, 2, 9)[0], 1]);
    const unknown = rankBounds([
      [0, exact(0)],
      [3, null],
      [1, exact(2)],
      [2, exact(4)],
    ]);
    expect(unknown[0]).toBeLessThanOrEqual(of(1, 2, 3, 0)[0]);
    expect(unknown[1]).toBe(1);
  });
});

describe('matrices that were not run', () => {
  const rate = (matrix: string, kernel: string, gflops: number): StudyResult => ({
    ...format(kernel, 1, matrix),
    gflops,
  });
  const average = (names: readonly string[]): string => {
    const results = names.flatMap((matrix) => [
      { ...point('ellr-t', { threadsPerRow: 1, blockSize: 128 }, 1, { matrix }), gflops: 300 },
      ...['csr-scalar', 'csr-vector', 'csr-padded', 'ellpack'].map((kernel) => rate(matrix, `cuda/${kernel}`, 200)),
      rate(matrix, 'cuda/hyb', 100),
    ]);
    return judge('average', runOf(results, names));
  };

  it('turn no mean by more than the memory allows where no cache holds them: 250 GFLOP/s of 1000 GB/s', () => {
    // HYB at 100, CRS at 200: what wbp256 gave is a 21st of the mean, what qh1484 gave in a cache may be any.
    expect(average(MATRICES.slice(0, -1))).toMatch(/^does not hold: .*HYB over CRS /);
    expect(average(MATRICES.slice(1))).toMatch(/^not judged/);
  });

  it('leave a correlation open that they can turn', () => {
    // 20 ranks of which the last few fall: 0.5 lies between what the last can make of it.
    const grows = (falling: number): string => {
      const results = MATRICES.slice(0, -1).map((matrix, m) => ({
        ...point('ellr-t', { threadsPerRow: 1, blockSize: 128 }, 1, { matrix }),
        gflops: m < 20 - falling ? m + 1 : 20 - m - 100,
      }));
      const run = runOf(results, MATRICES);
      return judge('ellr-t-skewed', {
        ...run,
        matrices: run.matrices.map((matrix, m) => ({ ...matrix, rows: m, max: 1000 + m, deviation: m })),
      });
    };
    expect([0, 2, 3].map((falling) => grows(falling).replace(/:.*/u, ''))).toEqual([
      'holds',
      'not judged',
      'does not hold',
    ]);
  });
});
