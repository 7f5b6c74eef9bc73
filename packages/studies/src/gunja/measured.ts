import type { ChartBlock, Series } from '@spmv/report';
import type { Timed } from '../exhibits/timed.ts';
import { timedOf } from '../exhibits/timed.ts';
import type { StudyRun } from '../study-run.ts';
import { DENSITIES, GEMM_SIZES, LARGEST, matrixName, SPMV_SIZES } from './sizes.ts';

/** One implementation over sizes or densities. */
export interface Implementation {
  readonly name: string;
  /** Where it runs; a GPU without CUDA stands in for hers. */
  readonly legs: readonly string[];
  readonly kernels: readonly string[];
  readonly backend?: string;
}

const GPU_GEMM = ['gemm-cuda', 'gemm-webgpu'];
const GPU_SPMV = ['spmv', 'density', 'spmv-webgpu'];

export const GEMM: Readonly<
  Record<'sequential' | 'oneCore' | 'tiles' | 'threads' | 'gpu' | 'gpuNaive', Implementation>
> = {
  sequential: { name: 'sequential', legs: ['gemm-sequential'], kernels: ['js/gemm-naive'] },
  oneCore: { name: 'one core, packed', legs: ['gemm-one-core'], kernels: ['wasm/gemm-packed'] },
  tiles: { name: 'threads, tiles', legs: ['gemm-tiles'], kernels: ['js/gemm-blocked'] },
  threads: { name: 'threads, packed', legs: ['gemm-threads'], kernels: ['wasm/gemm-packed'] },
  gpu: { name: 'GPU, tiles', legs: GPU_GEMM, kernels: ['cuda/gemm-tiled', 'wgsl/gemm-tiled'] },
  gpuNaive: { name: 'GPU, no tiles', legs: GPU_GEMM, kernels: ['cuda/gemm-naive', 'wgsl/gemm-naive'] },
};

const [LOOP, SIMD] = ['js/csr', 'wasm/csr-simd'];
const SEQUENTIAL = { legs: ['spmv'], backend: 'serial' } as const;
const THREADS = { legs: ['spmv', 'density'], backend: 'threads' } as const;

/** Her loop is `js/csr`; beside it on the processor the same product in SIMD. What is compared has one kernel on both sides. */
export const SPMV: Readonly<
  Record<'sequential' | 'sequentialSimd' | 'loops' | 'loopsSimd' | 'shared' | 'gpu', Implementation>
> = {
  sequential: { name: 'sequential', ...SEQUENTIAL, kernels: [LOOP] },
  sequentialSimd: { name: 'sequential, SIMD', ...SEQUENTIAL, kernels: [SIMD] },
  loops: { name: 'all threads', ...THREADS, kernels: [LOOP] },
  loopsSimd: { name: 'all threads, SIMD', ...THREADS, kernels: [SIMD] },
  shared: { name: 'CUDA, shared memory', legs: GPU_SPMV, kernels: ['cuda/csr-shared'] },
  gpu: { name: 'GPU, a warp a row', legs: GPU_SPMV, kernels: ['cuda/csr-vector', 'wgsl/csr-vector'] },
};

/** The first leg that has some, CUDA before WebGPU; the fastest kernel of it. */
function best(
  run: StudyRun,
  { legs, kernels, backend }: Implementation,
  is: (one: Timed) => boolean,
): Timed | undefined {
  for (const leg of legs) {
    const found = timedOf(run, { leg, ...(backend === undefined ? {} : { backend }) }).filter(
      (one) => one.kernel !== null && kernels.includes(one.kernel) && is(one),
    );
    if (found.length > 0) return found.toSorted((a, b) => a.medianMs - b.medianMs)[0];
  }
  return undefined;
}

/** A dense product of m = n = k. */
function gemmAt(run: StudyRun, how: Implementation, size: number): Timed | undefined {
  return best(run, how, ({ sizes }) => sizes['m'] === size);
}

/** A sparse one. */
export function spmvAt(run: StudyRun, how: Implementation, size: number, density?: number): Timed | undefined {
  return best(run, how, ({ matrix }) => matrix === matrixName(size, density));
}

/** Everything that was timed of an implementation. */
export const gemmCurve = (run: StudyRun, how: Implementation): readonly (readonly [number, Timed | undefined])[] =>
  GEMM_SIZES.map((size) => [size, gemmAt(run, how, size)]);
export const spmvCurve = (run: StudyRun, how: Implementation): readonly (readonly [number, Timed | undefined])[] =>
  SPMV_SIZES.map((size) => [size, spmvAt(run, how, size)]);
export const densityCurve = (run: StudyRun, how: Implementation): readonly (readonly [number, Timed | undefined])[] =>
  DENSITIES.map((density) => [density, spmvAt(run, how, LARGEST, density)]);

/** What is drawn of a result. Throughput is in operations a second, which is the rate again. */
export type Figure = 'medianMs' | 'gflops';

const AXES = {
  medianMs: { label: 'median time', unit: 'ms', scale: 'log10' },
  gflops: { label: 'rate', unit: 'GFLOP/s' },
} as const;

/** Curves; nothing where nothing was timed. */
export function curves(options: {
  readonly title: string;
  readonly x: { readonly label: string; readonly scale: 'log2' | 'log10' };
  readonly figure: Figure;
  readonly series: readonly (readonly [name: string, points: readonly (readonly [number, Timed | undefined])[]])[];
}): readonly ChartBlock[] {
  const { title, x, figure } = options;
  const series = options.series.flatMap(([name, points]): readonly Series[] => {
    const drawn = points.flatMap(([at, result]) => {
      const y = result?.[figure] ?? null;
      return y === null ? [] : [{ x: at, y }];
    });
    return drawn.length === 0 ? [] : [{ name, points: drawn }];
  });
  return series.length === 0 ? [] : [{ kind: 'chart', title, chart: { kind: 'line', x, y: AXES[figure], series } }];
}
