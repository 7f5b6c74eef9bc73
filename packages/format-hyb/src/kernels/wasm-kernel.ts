import type { SpmvKernel } from '@spmv/core';
import { NO_PARAMS, SUMS_AS_STORED } from '@spmv/core';
import { overflowStart, workOfRows } from '../overflow-start.ts';
import { BELL_GARLAND, VAZQUEZ } from '../sources.ts';

/** One pass: the ELLPACK part, eight rows or four entries at a time, and each full row's overflow four entries at a time. Sums in the precision of the values. */
export const wasmHyb: SpmvKernel<'wasm'> = {
  kind: 'kernel',
  id: 'wasm/hyb-simd',
  operation: 'spmv',
  target: 'wasm',
  format: 'hyb',
  title: 'HYB in one pass, eight rows (column order) or four entries at a time',
  sources: [BELL_GARLAND, VAZQUEZ],
  precisions: SUMS_AS_STORED,
  reproducibility: 'run-to-run',
  requires: [],
  params: NO_PARAMS,
  analyse: (matrix) => {
    const start = overflowStart(matrix);
    return { overflowStart: start, work: workOfRows(matrix, start) };
  },
  program: ({ matrix, precision }) => ({
    passes: [
      {
        modules: [
          { url: new URL('../../dist/wasm/relaxed-simd.wasm', import.meta.url).href, needs: ['relaxed-simd'] },
          { url: new URL('../../dist/wasm/simd.wasm', import.meta.url).href, needs: [] },
        ],
        export: `hyb${matrix.params['order'] === 'row' ? 'Row' : 'Column'}${precision.precision === 'f64' ? 'F64' : 'F32'}`,
        arguments: [
          'auxiliary.overflowStart',
          'matrix.ellColIndex',
          'matrix.ellValues',
          'matrix.cooColIndex',
          'matrix.cooValues',
          'x',
          'y',
          'scalar.width',
          'scalar.stride',
          'alpha',
          'beta',
          'begin',
          'end',
        ],
        partition: { unit: 'rows', count: matrix.shape.rows, work: 'auxiliary.work' },
      },
    ],
  }),
};
