import type { SpmvKernel } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { CHOI, VAZQUEZ } from '../sources.ts';

/** The readable kernel: row by row, each block's elements where the mask has them. */
export const jsBell: SpmvKernel<'js'> = {
  kind: 'kernel',
  id: 'js/bell',
  operation: 'spmv',
  target: 'js',
  format: 'bell',
  title: 'Blocked ELLPACK, row by row',
  sources: [VAZQUEZ, CHOI],
  precisions: [
    { precision: 'f64', accumulator: 'f64' },
    { precision: 'f32', accumulator: 'f64' },
  ],
  reproducibility: 'bitwise',
  requires: [],
  params: NO_PARAMS,
  program: ({ matrix }) => ({
    passes: [
      {
        module: new URL('../js/bell.ts', import.meta.url).href,
        export: 'bell',
        partition: {
          unit: 'rows of blocks',
          count: Math.ceil(matrix.shape.rows / (matrix.params['blockRows'] as number)),
        },
      },
    ],
  }),
};
