import type { Citation, SpmvKernel } from '@spmv/core';
import { byRows, jsKernel } from '@spmv/kernel-kit';
import { CRISTOFORI, FRAGA, VAZQUEZ } from './sources.ts';

const at = (section: string): Citation => ({ ...VAZQUEZ, section });

/** The readable kernels, one per format of the papers: the reference that faster ones are read beside. */
export const jsKernels: readonly SpmvKernel<'js'>[] = [
  jsKernel({
    id: 'js/coo',
    format: 'coo',
    module: new URL('../js/coo.ts', import.meta.url),
    export: 'coo',
    title: 'COO, sum per row',
    sources: [at('III.A')],
    partition: ({ matrix }) => ({ unit: 'entries', count: matrix.nnz, carry: true }),
  }),
  jsKernel({
    id: 'js/csr',
    format: 'csr',
    module: new URL('../js/csr.ts', import.meta.url),
    export: 'csr',
    title: 'CSR, row by row',
    sources: [FRAGA, CRISTOFORI],
    partition: (context) => byRows(context, 'rowStart'),
  }),
  jsKernel({
    id: 'js/csr-padded',
    format: 'csr-padded',
    module: new URL('../js/csr-padded.ts', import.meta.url),
    export: 'csrPadded',
    title: 'Padded CSR, row by row',
    sources: [at('III.D')],
    partition: (context) => byRows(context, 'rowStart'),
  }),
  jsKernel({
    id: 'js/ellpack',
    format: 'ellpack',
    module: new URL('../js/ellpack.ts', import.meta.url),
    export: 'ellpack',
    title: 'ELLPACK, row by row',
    sources: [FRAGA, at('III.C')],
    partition: byRows,
  }),
  jsKernel({
    id: 'js/ellpack-r',
    format: 'ellpack-r',
    module: new URL('../js/ellpack-r.ts', import.meta.url),
    export: 'ellpackR',
    title: 'ELLPACK-R, row by row',
    sources: [at('IV')],
    partition: byRows,
  }),
];
