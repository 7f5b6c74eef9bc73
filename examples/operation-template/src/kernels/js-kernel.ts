import type { Kernel } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';

/** The readable kernel, over CSR, for backends that run JavaScript. Each further format has a kernel of its own. */
export const jsMagnitudes: Kernel<'js'> = {
  kind: 'kernel',
  id: 'js/acme/magnitudes-csr',
  operation: 'acme/magnitudes',
  target: 'js',
  format: 'csr',
  title: 'CSR, row by row',
  sources: [],
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
        // From src/kernels and from dist/kernels alike: workers import what was built. A literal, so that bundlers see the file and copy
        // it; the module imports nothing but types, because they copy it alone.
        module: new URL('../../dist/js/magnitudes.js', import.meta.url).href,
        export: 'magnitudes',
        partition: { unit: 'rows', count: matrix.shape.rows, work: 'A.rowStart' },
      },
    ],
  }),
};
