import type { SpmvKernel } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { KREUTZER, VAZQUEZ } from '../sources.ts';

/** The readable kernel: every row of every slice, one after another. Reads all slots up to the first padding of each row. */
export const jsSell: SpmvKernel<'js'> = {
  kind: 'kernel',
  id: 'js/sell',
  operation: 'spmv',
  target: 'js',
  format: 'sell',
  title: 'Sliced ELLPACK, row by row',
  sources: [VAZQUEZ, KREUTZER],
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
        module: new URL('../js/sell.ts', import.meta.url).href,
        export: 'sell',
        partition: { unit: 'slices', count: matrix.scalars['slices'] as number, work: 'matrix.sliceStart' },
      },
    ],
  }),
};
