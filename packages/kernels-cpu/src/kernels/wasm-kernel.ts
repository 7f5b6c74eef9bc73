import type {
  Citation,
  NamedArrays,
  Params,
  ParamSpace,
  Partition,
  SpmvContext,
  SpmvKernel,
  StoredMatrix,
  WasmArgument,
  WasmModule,
} from '@spmv/core';
import { NO_PARAMS, SUMS_AS_STORED } from '@spmv/core';

/** Which builds of the WebAssembly modules kernels run. */
export interface WasmBuild {
  /** Every access checked against its array, for tests: a wrong index traps instead of reading a neighbour. Default false. */
  readonly checked?: boolean;
  /** Fused multiply-add where the engine has it. Default true. */
  readonly relaxed?: boolean;
}

/** What differs between the WebAssembly kernels. */
export interface WasmKernelParts {
  readonly id: string;
  readonly format: string;
  readonly title: string;
  readonly sources: readonly Citation[];
  /** Export without the precision: `csr` for `csrF64` and `csrF32`. */
  exported(context: SpmvContext): string;
  readonly arguments: readonly WasmArgument[];
  partition(context: SpmvContext): Partition;
  readonly params?: ParamSpace<SpmvContext>;
  analyse?(matrix: StoredMatrix, context: SpmvContext, params: Params): NamedArrays;
}

const MODULES: readonly WasmModule[] = [
  { url: new URL('../../dist/wasm/relaxed-simd.wasm', import.meta.url).href, needs: ['relaxed-simd'] },
  { url: new URL('../../dist/wasm/simd.wasm', import.meta.url).href, needs: [] },
];

function modulesOf({ checked = false, relaxed = true }: WasmBuild): readonly WasmModule[] {
  const modules = relaxed ? MODULES : MODULES.slice(1);
  // The checked builds lie beside the others where the tests run, and nowhere else: bundlers must not look for them.
  return checked
    ? modules.map(({ url, needs }) => ({ url: url.replace(/\.wasm$/u, '.checked.wasm'), needs }))
    : modules;
}

/** A kernel in AssemblyScript with 128-bit SIMD: one pass, sums kept in the precision of the values. */
export function wasmKernel(parts: WasmKernelParts, build: WasmBuild): SpmvKernel<'wasm'> {
  const modules = modulesOf(build);
  return {
    kind: 'kernel',
    id: parts.id,
    operation: 'spmv',
    target: 'wasm',
    format: parts.format,
    title: parts.title,
    sources: parts.sources,
    precisions: SUMS_AS_STORED,
    reproducibility: 'run-to-run',
    requires: [],
    params: parts.params ?? NO_PARAMS,
    ...(parts.analyse ? { analyse: parts.analyse } : {}),
    program: (context) => ({
      passes: [
        {
          modules,
          export: `${parts.exported(context)}${context.precision.precision === 'f64' ? 'F64' : 'F32'}`,
          arguments: parts.arguments,
          partition: parts.partition(context),
        },
      ],
    }),
  };
}
