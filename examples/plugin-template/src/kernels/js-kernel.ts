import type { SpmvKernel } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';

// A worker imports the module by its URL: the source while developing, what tsc made of it when published.
const MODULE = new URL(`../js/dia.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url).href;

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
  program: ({ matrix }) => ({ passes: [{ module: MODULE, export: 'dia', partition: { unit: 'rows', count: matrix.shape.rows } }] }),
};
