import type { SpmvKernel } from '@spmv/core';
import { NO_PARAMS, SUMS_AS_STORED } from '@spmv/core';
import { CHOI, VAZQUEZ } from '../sources.ts';

/** Row by row; a full row of a block of 2 or 4 columns is one vector of values times one of x, neither gathered (row order). Sums in the precision of the values. */
export const wasmBell: SpmvKernel<'wasm'> = {
  kind: 'kernel',
  id: 'wasm/bell-simd',
  operation: 'spmv',
  target: 'wasm',
  format: 'bell',
  title: 'Blocked ELLPACK, row by row, blocks of 2 or 4 columns as vectors',
  sources: [CHOI, VAZQUEZ],
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
        export: `bell${matrix.params['order'] === 'row' ? 'Row' : 'Column'}${precision.precision === 'f64' ? 'F64' : 'F32'}`,
        arguments: [
          'matrix.blockColIndex',
          'matrix.mask',
          'matrix.values',
          'x',
          'y',
          'param.blockRows',
          'param.blockCols',
          'scalar.width',
          'scalar.stride',
          'rows',
          'alpha',
          'beta',
          'begin',
          'end',
        ],
        partition: {
          unit: 'rows of blocks',
          count: Math.ceil(matrix.shape.rows / (matrix.params['blockRows'] as number)),
        },
      },
    ],
  }),
};
