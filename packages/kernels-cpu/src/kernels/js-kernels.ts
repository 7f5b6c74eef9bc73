import type { Citation, SpmvKernel } from '@spmv/core';
import { byRows, jsKernel } from './js-kernel.ts';
import { CRISTOFORI, FRAGA, VAZQUEZ } from './sources.ts';

const at = (section: string): Citation => ({ ...VAZQUEZ, section });

/** The readable kernels, one per format of the papers: the reference that faster ones are read beside. */
export const jsKernels: readonly SpmvKernel<'js'>[] = [
  jsKernel({
    format: 'coo',
    module: new URL('../js/coo.ts', import.meta.url),
    export: 'coo',
    title: 'COO, sum per row',
    sources: [at('III.A')],
    partition: ({ matrix }) => ({ unit: 'entries', count: matrix.nnz, carry: true }),
  }),
  jsKernel({
    format: 'csr',
    module: new URL('../js/csr.ts', import.meta.url),
    export: 'csr',
    title: 'CSR, row by row',
    sources: [FRAGA, CRISTOFORI],
    partition: (context) => byRows(context, 'matrix.rowStart'),
  }),
  jsKernel({
    format: 'csr-padded',
    module: new URL('../js/csr-padded.ts', import.meta.url),
    export: 'csrPadded',
    title: 'Padded CSR, row by row',
    sources: [at('III.D')],
    partition: (context) => byRows(context, 'matrix.rowStart'),
  }),
  jsKernel({
    format: 'ellpack',
    module: new URL('../js/ellpack.ts', import.meta.url),
    export: 'ellpack',
    title: 'ELLPACK, row by row',
    sources: [FRAGA, at('III.C')],
    partition: (context) => byRows(context),
  }),
  jsKernel({
    format: 'ellpack-r',
    module: new URL('../js/ellpack-r.ts', import.meta.url),
    export: 'ellpackR',
    title: 'ELLPACK-R, row by row',
    sources: [at('IV')],
    partition: (context) => byRows(context),
  }),
];
