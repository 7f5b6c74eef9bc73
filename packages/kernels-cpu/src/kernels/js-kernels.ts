import type { Citation, SpmvKernel } from '@spmv/core';
import { byRows, jsKernel } from './js-kernel.ts';

const FRAGA: Citation = { title: 'A. P. A. Fraga, Sparse Matrix-Vector Product Kernel, Cranfield University, 2018', section: 'Sparse Matrices Formats' };
const CRISTOFORI: Citation = { title: 'V. Cristofori, Report, Sistemi di Calcolo Parallelo e Applicazioni, 2022', section: '3.1' };
const VAZQUEZ = (section: string): Citation => ({
  title: 'F. Vázquez, G. Ortega, J. J. Fernández, E. M. Garzón, Improving the performance of the sparse matrix vector product with GPUs, CIT 2010',
  section,
});

/** The readable kernels, one per format of the papers: the reference that faster ones are read beside. */
export const jsKernels: readonly SpmvKernel<'js'>[] = [
  jsKernel({
    format: 'coo', module: 'coo', export: 'coo', title: 'COO, sum per row', sources: [VAZQUEZ('III.A')],
    partition: ({ matrix }) => ({ unit: 'entries', count: matrix.nnz, carry: true }),
  }),
  jsKernel({
    format: 'csr', module: 'csr', export: 'csr', title: 'CSR, row by row', sources: [FRAGA, CRISTOFORI],
    partition: (context) => byRows(context, 'matrix.rowStart'),
  }),
  jsKernel({
    format: 'csr-padded', module: 'csr-padded', export: 'csrPadded', title: 'Padded CSR, row by row', sources: [VAZQUEZ('III.D')],
    partition: (context) => byRows(context, 'matrix.rowStart'),
  }),
  jsKernel({
    format: 'ellpack', module: 'ellpack', export: 'ellpack', title: 'ELLPACK, row by row', sources: [FRAGA, VAZQUEZ('III.C')],
    partition: (context) => byRows(context),
  }),
  jsKernel({
    format: 'ellpack-r', module: 'ellpack-r', export: 'ellpackR', title: 'ELLPACK-R, row by row', sources: [VAZQUEZ('IV')],
    partition: (context) => byRows(context),
  }),
];
