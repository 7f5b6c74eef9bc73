import type { FusedRows, RowOrderParams, WasmBuild, WasmFiles } from '@spmv/kernel-kit';
import { calledFused, filesIn, FUSED_ROWS, wasmFiles, wasmModules } from '@spmv/kernel-kit';
import type { Endings } from './fused-kernel.ts';
import { eachEnding } from './fused-kernel.ts';

const FILES: WasmFiles = wasmFiles({
  simd: () => new URL('../../dist/wasm/simd.wasm', import.meta.url),
  relaxedSimd: () => new URL('../../dist/wasm/relaxed-simd.wasm', import.meta.url),
  complex: {
    simd: () => new URL('../../dist/wasm/complex-simd.wasm', import.meta.url),
    relaxedSimd: () => new URL('../../dist/wasm/complex-relaxed-simd.wasm', import.meta.url),
  },
});

/** The kernels in AssemblyScript for each format. */
export interface WasmKernels {
  readonly csr: Endings<'wasm', RowOrderParams>;
  readonly sell: Endings<'wasm', Record<never, never>>;
}

/** Blocks of rows as SpMV's kernels `wasm/csr-simd` and `wasm/sell-simd` have them, each followed by what the ending does with it. */
export function createWasmKernels(build: WasmBuild = {}): WasmKernels {
  const ofRows = (rows: FusedRows, title: string): Endings<'wasm'> =>
    eachEnding('wasm', (ending) => ({
      stem: `wasm/fused-${rows.format}`,
      format: rows.format,
      title,
      params: rows.params,
      analyse: rows.analyse,
      program: (context) => {
        const { precision } = context.precision;
        const modules = wasmModules(filesIn(context.precision, FILES), build);
        const suffix = precision.toUpperCase();
        const { passes, ...rest } = calledFused(rows, ending, context, { name: `${rows.format}${suffix}`, suffix });
        return { ...rest, passes: passes.map((pass) => ({ ...pass, modules })) };
      },
    }));
  return {
    csr: ofRows(FUSED_ROWS.csr, 'CSR, blocks of rows, four entries at a time'),
    sell: ofRows(FUSED_ROWS.sell, 'Sliced ELLPACK, blocks of slices, rows in SIMD lanes'),
  } as unknown as WasmKernels;
}

/** The fastest builds. */
export const wasmKernels: WasmKernels = createWasmKernels();
