import type { Kernel, KernelContext, Params, Partition } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';
import type { KernelParts } from './kernel-parts.ts';
import { describe, like } from './kernel-parts.ts';
import type { ArrayName } from './operands.ts';
import { namedArguments } from './operands.ts';
import type { WasmNumber } from './wasm-kernel.ts';
import { fullPrecisionsOf } from './precisions.ts';
import { argumentsOf } from './wasm-kernel.ts';

/** What a kernel in compiled code requires of a device: that it loads addons. Pages do not. */
const NODE_API = 'node-api';

/**
 * What an author declares for a compiled kernel. Its functions are called with the addresses of `arrays`, of x and of y, with that of the
 * `partialSums` where the partition splits rows, then with `numbers`, alpha, beta, begin and end: all of them f64, by the names of its parameters.
 */
export interface NativeKernelParts<P extends Params> extends KernelParts<P> {
  /** A module that exports what `NativeModule` of core says, by a literal `new URL('…', import.meta.url)` in the author's own module. */
  readonly module: URL;
  /** Name of the function without its precision: `csr` for `csrF64`, `csrF32`, `csrF16`, `csrBf16` and, where f32 values are added up in f64, `csrNarrowF64`. */
  readonly export: string | ((context: KernelContext) => string);
  readonly arrays: readonly ArrayName[];
  readonly numbers?: readonly WasmNumber[];
  /** How its work divides between threads. */
  partition(context: KernelContext): Partition;
}

/** What the name of a function ends with: `F64`, `F32`, `F16`, `Bf16`, `C128`, `C64`, and `NarrowF64` where f32 values are added up in f64. */
export function nativeSuffix({ precision: { precision, stored } }: KernelContext): string {
  if (precision === 'f64' && stored === 'f32') return 'NarrowF64';
  // A function of another precision would read what is stored as what it is not.
  if (!PRECISIONS[precision].targets.native) throw new RangeError(`no native function computes in ${precision}`);
  return precision.slice(0, 1).toUpperCase() + precision.slice(1);
}

/** Name of the function with its precision. */
export function nativeName<P extends Params>({ export: name }: NativeKernelParts<P>, context: KernelContext): string {
  return `${typeof name === 'string' ? name : name(context)}${nativeSuffix(context)}`;
}

/** All of a compiled kernel but its program. */
export function describeNative<P extends Params>(parts: NativeKernelParts<P>): Omit<Kernel<'native', P>, 'program'> {
  const { precisions = fullPrecisionsOf('native'), requires = [] } = parts;
  return describe('native', like(parts, { precisions, requires: [NODE_API, ...requires] }));
}

/** A kernel compiled for the processor: one pass, in f64 and f32 with sums in the precision of the values, unless `precisions` says otherwise. */
export function nativeKernel<P extends Params = Record<never, never>>(
  parts: NativeKernelParts<P>,
): Kernel<'native', P> {
  return {
    ...describeNative(parts),
    program: (context) => {
      const partition = parts.partition(context);
      return {
        passes: [
          {
            module: parts.module.href,
            export: nativeName(parts, context),
            arguments: namedArguments(argumentsOf(parts.arrays, parts.numbers ?? [], partition)),
            partition,
          },
        ],
      };
    },
  };
}
