import { bundled } from '@spmv/kernels-cpu/bundled';
import type { Citation, Kernel, KernelContext } from '@spmv/core';
import { SPLIT_ROWS_INTO_Y } from '@spmv/core';
import type { JsKernelParts, JsModule, ScatterParts } from '@spmv/kernel-kit';
import {
  byRows,
  COLUMNS,
  jsKernel,
  jsScatterKernel,
  NARROW_VALUES_TOO,
  ROWS,
  unitsOf,
  withConjugated,
} from '@spmv/kernel-kit';
import { CRISTOFORI, FRAGA, VAZQUEZ } from './sources.ts';

type NoParams = Record<never, never>;

const at = (section: string): Citation => ({ ...VAZQUEZ, section });

// Files are named by getters: where modules do not know their place, as in workerd, that is told when one is loaded, not on import.

const complex = (): JsModule => bundled?.complex ?? new URL('../js/complex.generated.ts', import.meta.url);

/** Those in which every unit adds to many elements of y. */
const scattering: readonly (JsKernelParts<NoParams> & ScatterParts)[] = [
  ...[
    { id: 'js/csr-transposed', title: 'CSR transposed, sums of each worker added up by columns', lines: ROWS },
    { id: 'js/csr64-transposed', title: 'CSR beyond 2^31 entries, transposed', lines: { ...ROWS, format: 'csr64' } },
    { id: 'js/csc', title: 'CSC, sums of each worker added up by rows', lines: COLUMNS },
  ].map(({ lines, ...named }) => ({
    ...named,
    format: lines.format,
    options: lines.spread,
    get module() {
      return bundled?.csrTransposed ?? new URL('../js/csr-transposed.ts', import.meta.url);
    },
    export: 'csrTransposed',
    complex,
    precisions: NARROW_VALUES_TOO,
    into: lines.across,
    partition: ({ matrix }: KernelContext) => unitsOf(lines.line, matrix.shape[lines.line], lines.starts),
  })),
  {
    id: 'js/coo-transposed',
    format: 'coo',
    options: { transpose: true },
    get module() {
      return bundled?.cooTransposed ?? new URL('../js/coo-transposed.ts', import.meta.url);
    },
    export: 'cooTransposed',
    complex,
    precisions: NARROW_VALUES_TOO,
    title: 'COO transposed, sums of each worker added up by columns',
    into: 'cols',
    partition: ({ matrix }) => unitsOf('entries', matrix.nnz),
  },
  {
    id: 'js/csr-padded-transposed',
    format: 'csr-padded',
    options: { transpose: true },
    get module() {
      return bundled?.csrPaddedTransposed ?? new URL('../js/csr-padded-transposed.ts', import.meta.url);
    },
    export: 'csrPaddedTransposed',
    complex,
    precisions: NARROW_VALUES_TOO,
    title: 'Padded CSR transposed, sums of each worker added up by columns',
    into: 'cols',
    partition: (context) => byRows(context, 'rowStart'),
  },
];

const cscTransposed: JsKernelParts<NoParams> = {
  id: 'js/csc-transposed',
  format: 'csc',
  options: COLUMNS.along,
  get module() {
    return bundled?.csr ?? new URL('../js/csr.ts', import.meta.url);
  },
  export: 'csr',
  complex,
  precisions: NARROW_VALUES_TOO,
  title: 'CSC transposed, column by column',
  partition: ({ matrix }) => unitsOf('cols', matrix.shape.cols, 'colStart'),
};

/** The readable kernels, one per format of the papers. They help to read the faster ones. */
export const jsKernels: readonly Kernel<'js'>[] = [
  jsKernel({
    id: 'js/coo',
    format: 'coo',
    get module() {
      return bundled?.coo ?? new URL('../js/coo.ts', import.meta.url);
    },
    export: 'coo',
    complex,
    precisions: NARROW_VALUES_TOO,
    title: 'COO, sum per row',
    sources: [at('III.A')],
    partition: ({ matrix }) => ({ unit: 'entries', count: matrix.nnz, splitRows: SPLIT_ROWS_INTO_Y }),
  }),
  jsKernel({
    id: 'js/csr',
    format: 'csr',
    get module() {
      return bundled?.csr ?? new URL('../js/csr.ts', import.meta.url);
    },
    export: 'csr',
    complex,
    precisions: NARROW_VALUES_TOO,
    title: 'CSR, row by row',
    sources: [FRAGA, CRISTOFORI],
    partition: (context) => byRows(context, 'rowStart'),
  }),
  jsKernel({
    id: 'js/csr64',
    format: 'csr64',
    get module() {
      return bundled?.csr64 ?? new URL('../js/csr64.ts', import.meta.url);
    },
    export: 'csr64',
    complex,
    precisions: NARROW_VALUES_TOO,
    title: 'CSR beyond 2^31 entries, row by row',
    sources: [FRAGA, CRISTOFORI],
    partition: (context) => byRows(context, 'rowStart'),
  }),
  jsKernel({
    id: 'js/csr-padded',
    format: 'csr-padded',
    get module() {
      return bundled?.csrPadded ?? new URL('../js/csr-padded.ts', import.meta.url);
    },
    export: 'csrPadded',
    complex,
    precisions: NARROW_VALUES_TOO,
    title: 'Padded CSR, row by row',
    sources: [at('III.D')],
    partition: (context) => byRows(context, 'rowStart'),
  }),
  jsKernel({
    id: 'js/ellpack',
    format: 'ellpack',
    get module() {
      return bundled?.ellpack ?? new URL('../js/ellpack.ts', import.meta.url);
    },
    export: 'ellpack',
    complex,
    precisions: NARROW_VALUES_TOO,
    title: 'ELLPACK, row by row',
    sources: [FRAGA, at('III.C')],
    partition: byRows,
  }),
  jsKernel({
    id: 'js/ellpack-r',
    format: 'ellpack-r',
    get module() {
      return bundled?.ellpackR ?? new URL('../js/ellpack-r.ts', import.meta.url);
    },
    export: 'ellpackR',
    complex,
    precisions: NARROW_VALUES_TOO,
    title: 'ELLPACK-R, row by row',
    sources: [at('IV')],
    partition: byRows,
  }),
  ...scattering.flatMap((parts) => withConjugated(jsScatterKernel, parts)),
  ...withConjugated(jsKernel, cscTransposed),
];
