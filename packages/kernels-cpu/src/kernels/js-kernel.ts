import type { Citation, Partition, SpmvContext, SpmvKernel } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { moduleUrl } from '../module-url.ts';

/** What differs between the readable JavaScript kernels. */
export interface JsKernelParts {
  readonly format: string;
  readonly title: string;
  readonly sources: readonly Citation[];
  /** Module in src/js without extension, and its export. */
  readonly module: string;
  readonly export: string;
  partition(context: SpmvContext): Partition;
}

/** A readable kernel in JavaScript: one pass, sums in f64 whatever the values. */
export function jsKernel(parts: JsKernelParts): SpmvKernel<'js'> {
  const module = moduleUrl(`../js/${parts.module}`, import.meta.url);
  return {
    kind: 'kernel',
    id: `js/${parts.format}`,
    operation: 'spmv',
    target: 'js',
    format: parts.format,
    title: parts.title,
    sources: parts.sources,
    precisions: [
      { precision: 'f64', accumulator: 'f64' },
      { precision: 'f32', accumulator: 'f64' },
    ],
    reproducibility: 'run-to-run',
    requires: [],
    params: NO_PARAMS,
    program: (context) => ({ passes: [{ module, export: parts.export, partition: parts.partition(context) }] }),
  };
}

/** One unit per row, weighed by the named prefix sums when given. */
export function byRows(context: SpmvContext, work?: string): Partition {
  const rows = { unit: 'rows', count: context.matrix.shape.rows };
  return work === undefined ? rows : { ...rows, work };
}
