import type { Kernel } from '@spmv/core';
import { analyseOverflow, byRows, wasmFiles, wasmKernel } from '@spmv/kernel-kit';
import { BELL_GARLAND, VAZQUEZ } from '../sources.ts';

/** One pass: the ELLPACK part, eight rows or four entries at a time, and each full row's overflow four entries at a time. */
export const wasmHyb: Kernel<'wasm'> = wasmKernel({
  id: 'wasm/hyb-simd',
  format: 'hyb',
  title: 'HYB in one pass, eight rows (column order) or four entries at a time',
  sources: [BELL_GARLAND, VAZQUEZ],
  files: wasmFiles({
    simd: () => new URL('../../dist/wasm/simd.wasm', import.meta.url),
    relaxedSimd: () => new URL('../../dist/wasm/relaxed-simd.wasm', import.meta.url),
    complex: {
      simd: () => new URL('../../dist/wasm/complex-simd.wasm', import.meta.url),
      relaxedSimd: () => new URL('../../dist/wasm/complex-relaxed-simd.wasm', import.meta.url),
    },
  }),
  export: ({ matrix }) => (matrix.params['order'] === 'row' ? 'hybRow' : 'hybColumn'),
  arrays: ['auxiliary.overflowStart', 'ellColIndex', 'ellValues', 'cooColIndex', 'cooValues'],
  numbers: ['A.width', 'A.stride'],
  analyse: analyseOverflow,
  partition: (context) => byRows(context, 'auxiliary.work'),
});
