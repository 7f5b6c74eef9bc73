import type { Citation, Partition, SpmvContext, SpmvKernel } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';

/** What differs between the readable JavaScript kernels. */
export interface JsKernelParts {
  readonly format: string;
  readonly title: string;
  readonly sources: readonly Citation[];
  /** The kernel's module, named where it is by a literal that bundlers recognise, and its export. */
  readonly module: URL;
  readonly export: string;
  partition(context: SpmvContext): Partition;
}

/** A readable kernel in JavaScript: one pass, sums in f64 whatever the values. */
export function jsKernel(parts: JsKernelParts): SpmvKernel<'js'> {
  const module = parts.module.href;
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
