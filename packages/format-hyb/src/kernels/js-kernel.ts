import type { SpmvKernel } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { overflowStart, workOfRows } from '../overflow-start.ts';
import { BELL_GARLAND, VAZQUEZ } from '../sources.ts';

/** The readable kernel: one pass, each row's ELLPACK part and then its overflow. */
export const jsHyb: SpmvKernel<'js'> = {
  kind: 'kernel',
  id: 'js/hyb',
  operation: 'spmv',
  target: 'js',
  format: 'hyb',
  title: 'HYB in one pass, row by row',
  sources: [VAZQUEZ, BELL_GARLAND],
  precisions: [
    { precision: 'f64', accumulator: 'f64' },
    { precision: 'f32', accumulator: 'f64' },
  ],
  reproducibility: 'bitwise',
  requires: [],
  params: NO_PARAMS,
  analyse: (matrix) => {
    const start = overflowStart(matrix);
    return { overflowStart: start, work: workOfRows(matrix, start) };
  },
  program: ({ matrix }) => ({
    passes: [
      {
        module: new URL('../js/hyb.ts', import.meta.url).href,
        export: 'hyb',
        partition: { unit: 'rows', count: matrix.shape.rows, work: 'auxiliary.work' },
      },
    ],
  }),
};
