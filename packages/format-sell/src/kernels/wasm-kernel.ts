import type { SpmvKernel } from '@spmv/core';
import { NO_PARAMS, SUMS_AS_STORED } from '@spmv/core';
import { KREUTZER, VAZQUEZ } from '../sources.ts';

/**
 * Eight or four neighbouring rows of a slice in the lanes of SIMD registers, until the first of them ends; the rests row by row. Best
 * with slices of at least 8 rows, sorted. Sums in the precision of the values.
 */
export const wasmSell: SpmvKernel<'wasm'> = {
  kind: 'kernel',
  id: 'wasm/sell-simd',
  operation: 'spmv',
  target: 'wasm',
  format: 'sell',
  title: 'Sliced ELLPACK, rows of a slice in SIMD lanes',
  sources: [KREUTZER, VAZQUEZ],
  precisions: SUMS_AS_STORED,
  reproducibility: 'run-to-run',
  requires: [],
  params: NO_PARAMS,
  program: ({ matrix, precision }) => ({
    passes: [
      {
        modules: [
          { url: new URL('../../dist/wasm/relaxed-simd.wasm', import.meta.url).href, needs: ['relaxed-simd'] },
          { url: new URL('../../dist/wasm/simd.wasm', import.meta.url).href, needs: [] },
        ],
        export: precision.precision === 'f64' ? 'sellF64' : 'sellF32',
        arguments: [
          'matrix.sliceStart',
          'matrix.rowOrder',
          'matrix.colIndex',
          'matrix.values',
          'x',
          'y',
          'param.C',
          'param.sigma',
          'rows',
          'alpha',
          'beta',
          'begin',
          'end',
        ],
        partition: { unit: 'slices', count: matrix.scalars['slices'] as number, work: 'matrix.sliceStart' },
      },
    ],
  }),
};
