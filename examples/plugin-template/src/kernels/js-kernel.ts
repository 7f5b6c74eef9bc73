import type { SpmvKernel } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';

// From src/kernels and from dist/kernels alike: workers import what was built. A literal, so that bundlers see the file and copy it;
// the module imports nothing, because they copy it alone.
const MODULE = new URL('../../dist/js/dia.js', import.meta.url).href;

/** The readable kernel, for backends that run JavaScript. */
export const jsDia: SpmvKernel<'js'> = {
  kind: 'kernel',
  id: 'js/acme/dia',
  operation: 'spmv',
  target: 'js',
  format: 'acme/dia',
  title: 'DIA, row by row',
  sources: [],
  precisions: [
    { precision: 'f64', accumulator: 'f64' },
    { precision: 'f32', accumulator: 'f64' },
  ],
  reproducibility: 'bitwise',
  requires: [],
  params: NO_PARAMS,
  program: ({ matrix }) => ({
    passes: [{ module: MODULE, export: 'dia', partition: { unit: 'rows', count: matrix.shape.rows } }],
  }),
};
