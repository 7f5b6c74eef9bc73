import type { Kernel } from '@spmv/core';
import { wasmFiles, wasmKernel } from '@spmv/kernel-kit';
import { byRowsOfBlocks } from '../geometry.ts';
import { CHOI, VAZQUEZ } from '../sources.ts';

/** Row by row; a full row of a block of 2 or 4 columns is one vector of values times one of x, neither gathered (row order). */
export const wasmBell: Kernel<'wasm'> = wasmKernel({
  id: 'wasm/bell-simd',
  format: 'bell',
  title: 'Blocked ELLPACK, row by row, blocks of 2 or 4 columns as vectors',
  sources: [CHOI, VAZQUEZ],
  files: wasmFiles({
    simd: () => new URL('../../dist/wasm/simd.wasm', import.meta.url),
    relaxedSimd: () => new URL('../../dist/wasm/relaxed-simd.wasm', import.meta.url),
    complex: {
      simd: () => new URL('../../dist/wasm/complex-simd.wasm', import.meta.url),
      relaxedSimd: () => new URL('../../dist/wasm/complex-relaxed-simd.wasm', import.meta.url),
    },
  }),
  export: ({ matrix }) => (matrix.params['order'] === 'row' ? 'bellRow' : 'bellColumn'),
  arrays: ['blockColIndex', 'mask', 'values'],
  numbers: ['param.blockRows', 'param.blockCols', 'A.width', 'A.stride', 'rows'],
  partition: byRowsOfBlocks,
});
