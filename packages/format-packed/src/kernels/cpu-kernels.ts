import type { KernelContext, Kernel } from '@spmv/core';
import type { WasmBuild } from '@spmv/kernel-kit';
import { SPLIT_ROWS_INTO_Y } from '@spmv/core';
import { byPackedSlices, jsKernel, stepStarts, wasmFiles, wasmKernel } from '@spmv/kernel-kit';
import { KREUTZER } from '../sources.ts';

const COMMON = {
  format: 'packed',
  sources: [KREUTZER],
  analyse: stepStarts,
  // The parts of a split row may be on both sides of a border.
  partition: (context: KernelContext) => ({ ...byPackedSlices(context), splitRows: SPLIT_ROWS_INTO_Y }),
} as const;

/** The readable kernel: row by row of every slice; sums in f64. */
export const jsPacked: Kernel<'js'> = jsKernel({
  ...COMMON,
  id: 'js/packed',
  title: 'Packed slices, row by row',
  get module() {
    return new URL('../js/packed.ts', import.meta.url);
  },
  export: 'packed',
  complex: () => new URL('../js/complex.generated.ts', import.meta.url),
});

/** Four lanes at a time, for as many steps as all four have. */
export function wasmPacked(build: WasmBuild = {}): Kernel<'wasm'> {
  return wasmKernel({
    ...COMMON,
    id: 'wasm/packed-simd',
    title: 'Packed slices, four lanes at a time',
    files: wasmFiles({
      simd: () => new URL('../../dist/wasm/simd.wasm', import.meta.url),
      relaxedSimd: () => new URL('../../dist/wasm/relaxed-simd.wasm', import.meta.url),
      complex: {
        simd: () => new URL('../../dist/wasm/complex-simd.wasm', import.meta.url),
        relaxedSimd: () => new URL('../../dist/wasm/complex-relaxed-simd.wasm', import.meta.url),
      },
    }),
    build,
    export: 'packed',
    arrays: ['slices', 'segments', 'columns', 'values'],
  });
}
