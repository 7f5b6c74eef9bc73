import type { Kernel } from '@spmv/core';
import { byRows, jsKernel } from '@spmv/kernel-kit';

/** The readable kernel, for backends that run JavaScript. */
export const jsDia: Kernel<'js'> = jsKernel({
  id: 'js/acme/dia',
  format: 'acme/dia',
  title: 'DIA, row by row',
  reproducibility: 'bitwise',
  // From src/kernels and from dist/kernels alike: workers import what was built. A literal, so that bundlers see the file and copy it;
  // the module imports nothing but types, because they copy it alone.
  module: new URL('../../dist/js/dia.js', import.meta.url),
  export: 'dia',
  partition: (context) => byRows(context),
});
