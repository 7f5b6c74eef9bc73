import { formatBytes } from '@spmv/core';
import type { Ratio } from '../exhibits/judged.ts';
import { perTime, ratioOf } from '../exhibits/judged.ts';
import { cacheBytesOf, isCached, movedBytes, peakOf } from '../exhibits/memory.ts';
import type { Timed } from '../exhibits/timed.ts';
import { fastestOf, paramOf, timedOf } from '../exhibits/timed.ts';
import type { StudyRun } from '../study-run.ts';
import { ONE_CORE_MEASURED } from './legs.ts';

/** What figure 2 compares, in its order; of ELLR-T the best of the twelve points. */
export const FORMATS = ['CRS', 'CRS(vector)', 'SpMV4GPU', 'ELLPACK', 'HYB', 'ELLR-T*'] as const;
export type FormatName = (typeof FORMATS)[number];

const STEMS: Readonly<Record<Exclude<FormatName, 'ELLR-T*'>, readonly [cuda: string, wgsl: string]>> = {
  CRS: ['cuda/csr-scalar', 'wgsl/csr'],
  'CRS(vector)': ['cuda/csr-vector', 'wgsl/csr-vector'],
  SpMV4GPU: ['cuda/csr-padded', 'wgsl/csr-padded'],
  ELLPACK: ['cuda/ellpack', 'wgsl/ellpack'],
  HYB: ['cuda/hyb', 'wgsl/hyb'],
};

/** Each with its kernel on CUDA. */
export const formatKernels: readonly (readonly [name: string, kernel: string])[] = Object.entries(STEMS).map(
  ([name, [cuda]]) => [name, cuda],
);

/** What an exhibit may be drawn from: one device alone, CUDA where there is one. */
export const GPU_LEGS: readonly string[] = [
  'ellr-t',
  'formats',
  'webgpu-ellr-1',
  'webgpu-ellr-t',
  'webgpu-formats',
  'webgpu-padded',
];

/** How the kernels of figure 2 are alike, and which is not. */
export const CARE =
  'On CUDA all kernels load x through the read-only path, as the paper binds v to the texture cache, and have several loads in flight before x is there, but for CRS, whose loop of one entry after the other leaves that to the compiler.';

function isCuda(run: StudyRun): boolean {
  return ['formats', 'ellr-t'].some((leg) => timedOf(run, { leg }).length > 0);
}

/** The results of the twelve points, each with its T: that of the kernel of one thread a row in WGSL is 1. */
export function pointsOf(run: StudyRun, matrix: string): readonly (readonly [lanes: number, result: Timed])[] {
  if (isCuda(run))
    return timedOf(run, { leg: 'ellr-t', matrix }).map((one) => [Number(paramOf(one, 'threadsPerRow')), one]);
  return [
    ...timedOf(run, { leg: 'webgpu-ellr-1', matrix }).map((one) => [1, one] as const),
    ...timedOf(run, { leg: 'webgpu-ellr-t', matrix }).map(
      (one) => [Number(paramOf(one, 'threadsPerRow')), one] as const,
    ),
  ];
}

/** The best of them. */
export function bestPoint(run: StudyRun, matrix: string): readonly [lanes: number, result: Timed] | undefined {
  return pointsOf(run, matrix).toSorted(([, a], [, b]) => a.medianMs - b.medianMs)[0];
}

/** A format on a matrix; on CUDA with x through the read-only path. */
export function measured(run: StudyRun, matrix: string, format: FormatName): Timed | undefined {
  if (format === 'ELLR-T*') return bestPoint(run, matrix)?.[1];
  const [cuda, wgsl] = STEMS[format];
  return isCuda(run)
    ? fastestOf(run, { leg: 'formats', matrix, kernel: cuda, params: { xLoad: 'readonly' } })
    : ['webgpu-formats', 'webgpu-padded'].map((leg) => fastestOf(run, { leg, matrix, kernel: wgsl })).find(Boolean);
}

/** ELLR-T with one thread a row: ELLR-1. */
export function ellr1(run: StudyRun, matrix: string): Timed | undefined {
  const [best] = pointsOf(run, matrix)
    .flatMap(([lanes, result]) => (lanes === 1 ? [result] : []))
    .toSorted((a, b) => a.medianMs - b.medianMs);
  return best;
}

/** The fastest CSR on one core. */
export function oneCore(run: StudyRun, matrix: string): Timed | undefined {
  return ONE_CORE_MEASURED.flatMap((leg) => timedOf(run, { leg, matrix })).toSorted(
    (a, b) => a.medianMs - b.medianMs,
  )[0];
}

/** The fastest CSR on one core over the best of ELLR-T. */
export function speedup(run: StudyRun, matrix: string): Ratio | null {
  const [core, best] = [oneCore(run, matrix), measured(run, matrix, 'ELLR-T*')];
  return core && best ? ratioOf(core, best) : null;
}

/** Matrices that a format was timed on, in the order of the run. */
export function matricesOf(run: StudyRun, format: FormatName = 'ELLR-T*'): readonly string[] {
  return run.matrices.map(({ name }) => name).filter((name) => measured(run, name, format) !== undefined);
}

/** Effective bandwidth of the best of ELLR-T in GB/s: the bytes that it moves over its median. */
export function bandwidthOf(run: StudyRun, matrix: string): Ratio | null {
  const best = measured(run, matrix, 'ELLR-T*');
  const bytes = best ? movedBytes(run, best) : null;
  return bytes === null || !best ? null : perTime(bytes / 1e6, best);
}

/** Share of the peak that this is, in per cent; only of CUDA devices the peak is known. */
export function shareOfPeak(run: StudyRun, matrix: string): Ratio | null {
  const [peak, bandwidth] = [peakOf(run), bandwidthOf(run, matrix)];
  const isCudas = measured(run, matrix, 'ELLR-T*')?.backend === 'cuda';
  if (peak === null || bandwidth === null || !isCudas) return null;
  const of = (gbPerSecond: number): number => (100 * gbPerSecond) / peak;
  return { low: of(bandwidth.low), value: of(bandwidth.value), high: of(bandwidth.high) };
}

/** The best of ELLR-T where all that it moves stays in the cache of the device: its share of the peak says nothing of the memory. */
export function cachedBest(run: StudyRun, matrix: string): Timed | undefined {
  const best = measured(run, matrix, 'ELLR-T*');
  return best && shareOfPeak(run, matrix) !== null && isCached(run, best) ? best : undefined;
}

/** Which matrices are such, for what draws their bandwidth; empty where none is. */
export function cachedText(run: StudyRun): string {
  const names = matricesOf(run).filter((matrix) => cachedBest(run, matrix));
  return names.length === 0
    ? ''
    : `What is moved of ${names.join(', ')} fits into the cache of ${formatBytes(cacheBytesOf(run))}: that bandwidth says nothing of the memory.`;
}
