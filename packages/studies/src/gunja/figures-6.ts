import type { ReportBlock } from '@spmv/report';
import { paperTable } from '../exhibits/paper-table.ts';
import type { Exhibit } from '../study.ts';
import type { StudyRun } from '../study-run.ts';
import type { Figure, Implementation } from './measured.ts';
import { curves, densityCurve, GEMM, gemmCurve, SPMV, spmvAt, spmvCurve } from './measured.ts';
import { DENSITIES, LARGEST, matrixName, SPMV_SIZES } from './sizes.ts';

const SIZE = { label: 'rows and columns', scale: 'log2' } as const;
const DENSITY = { label: 'density', scale: 'log10' } as const;

type Over = 'gemm' | 'spmv' | 'density';
const CURVES = { gemm: gemmCurve, spmv: spmvCurve, density: densityCurve } as const;
const TITLES = { gemm: 'Dense products, density 0.1', spmv: 'CSR, density 0.1', density: 'CSR of 32768 rows' } as const;

function over(run: StudyRun, what: Over, figure: Figure, series: readonly Implementation[]): readonly ReportBlock[] {
  return curves({
    title: `${TITLES[what]}: ${figure === 'medianMs' ? 'time' : 'rate'}`,
    x: what === 'density' ? DENSITY : SIZE,
    figure,
    series: series.map((how) => [how.name, CURVES[what](run, how)]),
  });
}

interface Curves {
  readonly number: string;
  readonly title: string;
  readonly where: string;
  readonly what: Over;
  readonly figures: readonly Figure[];
  /** What the figure compares: a side without a curve is no comparison. */
  readonly sides: readonly (readonly Implementation[])[];
  readonly backends?: readonly string[];
}

/** What each reads: the same kernels over sizes, and over densities of the largest. */
const ABOUT: Readonly<Record<Over, { readonly legs?: readonly string[]; readonly matrices?: readonly string[] }>> = {
  gemm: {},
  spmv: { legs: ['spmv', 'spmv-webgpu'], matrices: SPMV_SIZES.map((size) => matrixName(size)) },
  density: { legs: ['spmv', 'density'], matrices: DENSITIES.map((density) => matrixName(LARGEST, density)) },
};

const { sequential, oneCore, tiles, threads, gpu, gpuNaive } = GEMM;

const FIGURES: readonly Curves[] = [
  {
    number: '6.1',
    title: 'GEMM, sequential and multi-threaded',
    where: '6.1.1',
    what: 'gemm',
    figures: ['medianMs'],
    sides: [
      [sequential, oneCore],
      [tiles, threads],
    ],
  },
  {
    number: '6.2',
    title: 'GEMM, sequential and GPU',
    where: '6.1.2',
    what: 'gemm',
    figures: ['medianMs'],
    sides: [[sequential, oneCore], [gpu]],
  },
  {
    number: '6.3',
    title: 'GEMM, multi-threaded and GPU',
    where: '6.1.3',
    what: 'gemm',
    figures: ['medianMs'],
    sides: [[tiles, threads], [gpu]],
  },
  {
    number: '6.4',
    title: 'GEMM, performance metrics on the GPU',
    where: '6.1.4',
    what: 'gemm',
    figures: ['medianMs', 'gflops'],
    sides: [[gpu, gpuNaive]],
  },
  {
    number: '6.5',
    title: 'SpMV, sequential, multi-threaded and GPU',
    where: '6.1.5',
    what: 'spmv',
    figures: ['medianMs'],
    sides: [
      [SPMV.sequential, SPMV.sequentialSimd],
      [SPMV.loops, SPMV.loopsSimd],
      [SPMV.shared, SPMV.gpu],
    ],
  },
  {
    number: '6.7',
    title: 'SpMV, multi-threaded and GPU for different densities',
    where: '6.1.7',
    what: 'density',
    figures: ['medianMs'],
    sides: [
      [SPMV.loops, SPMV.loopsSimd],
      [SPMV.shared, SPMV.gpu],
    ],
  },
  {
    number: '6.8',
    title: 'SpMV on the GPU: time, GFLOPs and throughput, which is the rate again, over densities',
    where: '6.1.8',
    what: 'density',
    figures: ['medianMs', 'gflops'],
    sides: [[SPMV.shared, SPMV.gpu]],
    backends: ['cuda'],
  },
];

const curveFigures = FIGURES.map(({ number, title, where, what, figures, sides, backends }): Exhibit => ({
  id: `figure-${number.replace('.', '-')}`,
  label: `Figure ${number}`,
  title,
  where,
  paper: 'words',
  ...ABOUT[what],
  ...(backends ? { backends } : {}),
  legs: ABOUT[what].legs ?? [...new Set(sides.flat().flatMap(({ legs }) => legs))],
  draw: (run) =>
    sides.every((side) => side.some((how) => CURVES[what](run, how).some(([, timed]) => timed)))
      ? figures.flatMap((figure) => over(run, what, figure, sides.flat()))
      : [],
}));

/** The only numbers in print: of 2^15 rows at density 0.1. */
export const PRINTED: Readonly<Record<'openMpMs' | 'gpuMs' | 'gflops', number>> = {
  openMpMs: 267.147445,
  gpuMs: 10.773568,
  gflops: 19.932892,
};

const ROWS: readonly (readonly [name: string, how: Implementation, ms: number | null, gflops: number | null])[] = [
  ['threads (OpenMP)', SPMV.loops, PRINTED.openMpMs, null],
  ['threads, SIMD', SPMV.loopsSimd, null, null],
  ['CUDA, shared memory', SPMV.shared, PRINTED.gpuMs, PRINTED.gflops],
  ['CUDA, a warp a row', SPMV.gpu, null, null],
];

function atLargest(run: StudyRun | undefined): readonly ReportBlock[] {
  const of = (name: string) => ROWS.find(([row]) => row === name);
  const here = (name: string) => {
    const how = of(name)?.[1];
    return run && how && spmvAt(run, how, LARGEST);
  };
  return [
    paperTable({
      title: 'CSR of 32768 rows, density 0.1',
      head: 'on',
      rows: ROWS.map(([name]) => name),
      columns: [
        {
          label: 'time',
          unit: 'ms',
          digits: 8,
          paper: (name) => of(name)?.[2] ?? null,
          here: (name) => here(name)?.medianMs ?? null,
        },
        {
          label: 'rate',
          unit: 'GFLOP/s',
          digits: 8,
          paper: (name) => of(name)?.[3] ?? null,
          here: (name) => here(name)?.gflops ?? null,
        },
      ],
      note: 'Paper: a Tesla T4, and processors that are not named. Throughput, printed as 19932891772.035614 operations a second, is the rate again. Her kernel works on as many places as the matrix has rows, whatever its entries, and its results are wrong; see errata.',
    }),
  ];
}

const largest: Exhibit = {
  id: 'figure-6-6',
  label: 'Figure 6.6',
  title: 'SpMV, multi-threaded and GPU at 2^15 rows',
  where: '6.1.6',
  paper: 'printed',
  legs: ['spmv'],
  matrices: [matrixName(LARGEST)],
  draw: (run) => (ROWS.every(([, how]) => spmvAt(run, how, LARGEST) === undefined) ? [] : atLargest(run)),
  printed: () => atLargest(undefined),
};

/** Figures 6.1 to 6.8. */
export const figures6: readonly Exhibit[] = [...curveFigures.slice(0, 5), largest, ...curveFigures.slice(5)];
