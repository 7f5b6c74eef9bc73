import type { Kernel } from '@spmv/core';
import { bySlices, wasmFiles, wasmKernel } from '@spmv/kernel-kit';
import { KREUTZER, VAZQUEZ } from '../sources.ts';

/**
 * Eight or four neighbouring rows of a slice in the lanes of SIMD registers, until the first of them ends; the rests row by row. Best
 * with slices of at least 8 rows, sorted.
 */
export const wasmSell: Kernel<'wasm'> = wasmKernel({
  id: 'wasm/sell-simd',
  format: 'sell',
  title: 'Sliced ELLPACK, rows of a slice in SIMD lanes',
  sources: [KREUTZER, VAZQUEZ],
  files: wasmFiles({
    simd: () => new URL('../../dist/wasm/simd.wasm', import.meta.url),
    relaxedSimd: () => new URL('../../dist/wasm/relaxed-simd.wasm', import.meta.url),
    complex: {
      simd: () => new URL('../../dist/wasm/complex-simd.wasm', import.meta.url),
      relaxedSimd: () => new URL('../../dist/wasm/complex-relaxed-simd.wasm', import.meta.url),
    },
  }),
  export: 'sell',
  arrays: ['sliceStart', 'rowOrder', 'colIndex', 'values'],
  numbers: ['param.C', 'param.sigma', 'rows'],
  partition: bySlices,
});
