import type { JsPass, Params, Partition, KernelContext, Kernel } from '@spmv/core';
import type { JsModule } from './js-module.ts';
import { inModule } from './js-module.ts';
import type { KernelParts } from './kernel-parts.ts';
import { describe, like } from './kernel-parts.ts';
import { hasPairs, precisionsOf } from './precisions.ts';

/** What an author declares for a kernel in JavaScript. */
export interface JsKernelParts<P extends Params> extends KernelParts<P> {
  /** URL of its module, by a literal `new URL('…', import.meta.url)` in the author's own module, which bundlers recognise. It imports only types. */
  readonly module: JsModule;
  /** Name of the function, a `JsSpmvFunction`. */
  readonly export: string;
  /** The module of the same functions for complex values, and conjugated ones by their names with `Conjugated` behind, where there is one: tools/complex-kernels.ts makes it. */
  readonly complex?: () => JsModule;
  /** How its work divides between threads. */
  partition(context: KernelContext): Partition;
}

/** A kernel in JavaScript: one pass over its units, sums in f64 unless `precisions` says otherwise. */
export function jsKernel<P extends Params = Record<never, never>>(parts: JsKernelParts<P>): Kernel<'js', P> {
  return {
    ...describeJs(parts),
    program: (context) => ({ passes: [{ ...functionOf(parts, context), partition: parts.partition(context) }] }),
  };
}

/** All of a kernel in JavaScript but its program: with complex precisions where it has a module for them. */
export function describeJs<P extends Params>(parts: JsKernelParts<P>): Omit<Kernel<'js', P>, 'program'> {
  const { precisions = precisionsOf('js') } = parts;
  const all = [...precisions, ...(parts.complex ? precisionsOf('js', 2) : [])];
  return describe('js', like(parts, { precisions: all }));
}

/** Module and function for the values of a product. */
export function functionOf(
  { module, complex, export: name }: Pick<JsKernelParts<never>, 'module' | 'complex' | 'export'>,
  { precision }: Pick<KernelContext, 'precision'>,
): Pick<JsPass, 'module' | 'functions' | 'export'> {
  return { ...inModule(complex && hasPairs(precision.precision) ? complex() : module), export: name };
}

/** What tells a variant of a kernel. */
type Named = Pick<KernelParts<never>, 'id' | 'title' | 'options' | 'precisions'> & {
  readonly export?: string | ((context: KernelContext) => string);
};

/** The kernel of the conjugated transposed product, for complex values alone, of the parts of one of the transposed product. */
function conjugated<Parts extends Named>(parts: Parts): Parts {
  const named = (text: string): string => text.replace('transposed', 'conjugate-transposed');
  const behind = (name: string): string => `${name}Conjugated`;
  const { export: own } = parts;
  const changes: Partial<Named> = {
    id: named(parts.id),
    title: `${parts.title}, conjugated`,
    options: { ...parts.options, transpose: 'conjugate' },
    ...(own === undefined ? {} : { export: typeof own === 'string' ? behind(own) : (context) => behind(own(context)) }),
    precisions: (parts.precisions ?? []).filter(({ precision }) => hasPairs(precision)),
  };
  return like(parts, changes as Partial<Parts>);
}

/** A kernel and, where it multiplies with Aᵀ, that of Aᴴ. */
export function withConjugated<Parts extends Named, K>(make: (parts: Parts) => K, parts: Parts): readonly K[] {
  return parts.options?.['transpose'] ? [make(parts), make(conjugated(parts))] : [make(parts)];
}
