import type { Params, Partition, KernelContext, Kernel } from '@spmv/core';
import type { KernelParts } from './kernel-parts.ts';
import { describe } from './kernel-parts.ts';

/** What an author declares for a kernel in JavaScript. */
export interface JsKernelParts<P extends Params> extends KernelParts<P> {
  /** URL of its module, by a literal `new URL('…', import.meta.url)` in the author's own module, which bundlers recognise. It imports only types. */
  readonly module: URL;
  /** Name of the function, a `JsSpmvFunction`. */
  readonly export: string;
  /** How its work divides between threads. */
  partition(context: KernelContext): Partition;
}

/** A kernel in JavaScript: one pass over its units, sums in f64 unless `precisions` says otherwise. */
export function jsKernel<P extends Params = Record<never, never>>(parts: JsKernelParts<P>): Kernel<'js', P> {
  return {
    ...describe('js', parts),
    program: (context) => ({
      passes: [{ module: parts.module.href, export: parts.export, partition: parts.partition(context) }],
    }),
  };
}
