import type { Params, Partition, KernelContext, Kernel, KernelPrecision, WasmModule } from '@spmv/core';
import type { KernelParts } from './kernel-parts.ts';
import { describe, like } from './kernel-parts.ts';
import type { ArrayName } from './operands.ts';
import { namedBuffer } from './operands.ts';
import { hasPairs, precisionsOf } from './precisions.ts';

/** The builds of one WebAssembly module, each by a literal `new URL('…', import.meta.url)` in the author's own module. */
export interface WasmFiles {
  readonly simd: URL;
  /** With fused multiply-add, for engines that have relaxed SIMD. */
  readonly relaxedSimd: URL;
  /** The same kernels of complex numbers, where there are any: they conjugate in functions whose names end with `Conjugated`. */
  readonly complex?: Omit<WasmFiles, 'complex'>;
}

/** Where the builds are, each by a function that returns a literal `new URL('…', import.meta.url)`. */
export interface WasmPlaces {
  readonly simd: () => URL;
  readonly relaxedSimd: () => URL;
  readonly complex?: Omit<WasmPlaces, 'complex'>;
}

/** The files at these places, looked up when one is loaded, not on import: some modules do not know where they are. */
export function wasmFiles({ simd, relaxedSimd, complex }: WasmPlaces): WasmFiles {
  return {
    get simd() {
      return simd();
    },
    get relaxedSimd() {
      return relaxedSimd();
    },
    ...(complex ? { complex: wasmFiles(complex) } : {}),
  };
}

/** Which of the builds kernels run. */
export interface WasmBuild {
  /** Every access checked against its array, for tests: a wrong index traps instead of reading a neighbour. Default false. */
  readonly checked?: boolean;
  /** Fused multiply-add where the engine has it. Default true. */
  readonly relaxed?: boolean;
}

/** A number that a function is given as i32: a size of the matrix, a scalar of its format, a parameter. */
export type WasmNumber = 'rows' | 'cols' | 'nnz' | `A.${string}` | `param.${string}`;

/**
 * What an author declares for a kernel in WebAssembly. Its functions are called with the addresses of `arrays`, of x and of y, with that of the
 * `partialSums` where the partition splits rows, then with `numbers`, alpha, beta, begin and end.
 */
export interface WasmKernelParts<P extends Params> extends KernelParts<P> {
  readonly files: WasmFiles;
  readonly build?: WasmBuild;
  /** Name of the function without its precision: `csr` for `csrF64`, `csrF32` and, of complex numbers, `csrC128` and `csrC64`. */
  readonly export: string | ((context: KernelContext) => string);
  readonly arrays: readonly ArrayName[];
  readonly numbers?: readonly WasmNumber[];
  /** How its work divides between threads. */
  partition(context: KernelContext): Partition;
}

/** Those of them that compute in a precision. */
export function filesIn({ precision }: Pick<KernelPrecision, 'precision'>, files: WasmFiles): WasmFiles {
  return (hasPairs(precision) ? files.complex : undefined) ?? files;
}

/** The modules of a pass, best first. */
export function wasmModules(
  files: WasmFiles,
  { checked = false, relaxed = true }: WasmBuild = {},
): readonly WasmModule[] {
  // By a getter: where modules do not know their place that is told when one is loaded, not on import.
  const module = (file: 'simd' | 'relaxedSimd', needs: WasmModule['needs']): WasmModule => ({
    get url() {
      const { href } = files[file];
      // The checked builds are beside the others only where the tests run. Bundlers must not look for them.
      return checked ? href.replace(/\.wasm$/u, '.checked.wasm') : href;
    },
    needs,
  });
  return [...(relaxed ? [module('relaxedSimd', ['relaxed-simd'])] : []), module('simd', [])];
}

/** All of a kernel in WebAssembly but its program: with complex precisions where it has modules for them. */
export function describeWasm<P extends Params>(parts: WasmKernelParts<P>): Omit<Kernel<'wasm', P>, 'program'> {
  const { precisions = precisionsOf('wasm'), files } = parts;
  const all = [...precisions, ...(files.complex ? precisionsOf('wasm', 2) : [])];
  return describe('wasm', like(parts, { precisions: all }));
}

/** A kernel in WebAssembly with 128-bit SIMD: one pass, sums in the precision of the values unless `precisions` says otherwise. */
export function wasmKernel<P extends Params = Record<never, never>>(parts: WasmKernelParts<P>): Kernel<'wasm', P> {
  const name = parts.export;
  const exported = typeof name === 'string' ? (): string => name : name;
  const { arrays, numbers = [] } = parts;
  return {
    ...describeWasm(parts),
    program: (context) => {
      const partition = parts.partition(context);
      return {
        passes: [
          {
            modules: wasmModules(filesIn(context.precision, parts.files), parts.build),
            export: `${exported(context)}${context.precision.precision.toUpperCase()}`,
            arguments: argumentsOf(arrays, numbers, partition),
            partition,
          },
        ],
      };
    },
  };
}

/** The arguments of a function that a builder calls: arrays, x, y, partial sums where rows are split, numbers, alpha, beta and the range. */
export function argumentsOf(
  arrays: readonly ArrayName[],
  numbers: readonly WasmNumber[],
  { splitRows }: Partition,
): readonly string[] {
  return [
    ...arrays.map(namedBuffer),
    'x',
    'y',
    ...(splitRows ? ['partialSums'] : []),
    ...numbers,
    'alpha',
    'beta',
    'begin',
    'end',
  ];
}
