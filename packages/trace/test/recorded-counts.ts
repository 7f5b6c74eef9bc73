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

/** What one kernel touches, on the matrices that its format takes. `ptx` instead of what was built. */
export function countsOf(id: string, ptx?: string): RecordedCounts[string] {
  const kernel = registry.kernel(id);
  const found: Record<string, RecordedSectors> = {};
  for (const name of MATRICES) {
    try {
      const { trace } = traced(kernel, { coo: matrixNamed(name), beta: 1, ...(ptx === undefined ? {} : { ptx }) });
      found[name] = sectorsIn(trace.counts.buffers);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }
  return found;
}

/** What all kernels touch now. */
export function currentCounts(): RecordedCounts {
  return Object.fromEntries(tracedKernels.map(({ id }) => [id, countsOf(id)]));
}
