import type { Kernel, Params, Sizes } from '@spmv/core';
import { isRefusal } from '@spmv/core';
import type { CountsByKind } from '../src/index.ts';
import { matrixNamed, registry, traced, tracedKernels } from './traced.ts';

/** Sectors by buffer and kind, `A.values load`, of one product in f64. */
export type RecordedSectors = Readonly<Record<string, number>>;

/** By kernel, then by matrix. */
export type RecordedCounts = Readonly<Record<string, Readonly<Record<string, RecordedSectors>>>>;

const MATRICES = ['stencil5', 'powerlaw', 'banded'] as const;

function sectorsIn(buffers: Readonly<Record<string, CountsByKind>>): RecordedSectors {
  return Object.fromEntries(
    Object.entries(buffers)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, counts]) =>
        (['load', 'store', 'atomic'] as const)
          .filter((kind) => counts[kind].sectors > 0)
          .map((kind) => [`${name} ${kind}`, counts[kind].sectors] as const),
      ),
  );
}

/** A kernel at some of its parameters; its usual ones where none are said. */
export interface RecordedPoint {
  /** `cuda/spmm-csr-warp entries=pairs`. */
  readonly title: string;
  readonly kernel: Kernel;
  readonly params: Params;
}

const MORE: readonly (readonly [id: string, params: Params])[] = [
  ['cuda/spmm-csr-warp', { entries: 'arrays' }],
  ['cuda/spmm-csr-warp', { entries: 'pairs' }],
  ['cuda/spmm-csr-warp', { entries: 'pairs', packs: 2, capacity: 32 }],
  ['cuda/spmm-csr-entries', { share: 64, blockSize: 128 }],
  ['cuda/spmm-sell', { threadsPerRow: 2, packs: 2 }],
];

/** Every kernel that computes in f64 at its usual parameters, and some at others. */
export const recordedPoints: readonly RecordedPoint[] = [
  ...tracedKernels
    .filter(({ precisions }) => precisions.some(({ precision }) => precision === 'f64'))
    .map((kernel) => ({ title: kernel.id, kernel, params: {} })),
  ...MORE.map(([id, params]) => ({
    title: [id, ...Object.entries(params).map(([name, value]) => `${name}=${value}`)].join(' '),
    kernel: registry.kernel(id),
    params,
  })),
];

/** Sizes of operations that are not the usual ones: vectors that fill no tile. */
const SIZES: Readonly<Record<string, Sizes>> = { spmm: { vectors: 40 } };

/** What a kernel touches, on the matrices that its format takes, or where it reads none. `ptx` instead of what was built. */
export function countsOf({ kernel, params }: Omit<RecordedPoint, 'title'>, ptx?: string): RecordedCounts[string] {
  const found: Record<string, RecordedSectors> = {};
  const sizes = SIZES[kernel.operation] ?? {};
  for (const name of kernel.format === undefined ? ['no matrix'] : MATRICES) {
    try {
      const coo = kernel.format === undefined ? {} : { coo: matrixNamed(name) };
      const more = ptx === undefined ? {} : { ptx };
      const { trace } = traced(kernel, { ...coo, params, sizes, scalars: { beta: 1 }, ...more });
      found[name] = sectorsIn(trace.counts.buffers);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }
  return found;
}

/** What all kernels touch now. */
export function currentCounts(): RecordedCounts {
  return Object.fromEntries(recordedPoints.map((point) => [point.title, countsOf(point)]));
}
