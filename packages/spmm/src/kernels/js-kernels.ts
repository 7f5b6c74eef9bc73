import { bundled } from '@spmv/spmm/bundled';
import type { Kernel, KernelContext, Partition } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import {
  byPackedSlices,
  byRows,
  bySlices,
  inModule,
  NARROW_VALUES_TOO,
  stepNumbers,
  stepStarts,
  sweepsOf,
  unitsOf,
} from '@spmv/kernel-kit';
import { byIndexedColumns, INDEXED } from './partitions.ts';
import { spmmKernel } from './spmm-kernel.ts';
import { transposedIndex } from './transposed-index.ts';

/** A kernel for a format in which the entries of a row are equally far apart. */
function storedRows(format: string, title: string, partition: (context: KernelContext) => Partition): Kernel<'js'> {
  return spmmKernel('js', {
    id: `js/spmm-${format}`,
    format,
    title,
    precisions: NARROW_VALUES_TOO,
    reproducibility: 'bitwise',
    params: NO_PARAMS,
    program: (context) => ({
      passes: [
        {
          ...inModule(bundled?.storedRows ?? new URL('../js/stored-rows.ts', import.meta.url)),
          export: format,
          partition: partition(context),
          numbers: stepNumbers(context),
        },
      ],
    }),
  });
}

/** CSR row by row: the entries of a row are read once for every eight vectors. */
export const jsCsr: Kernel<'js'> = storedRows('csr', 'CSR, row by row, eight vectors at a time', (context) =>
  byRows(context, 'rowStart'),
);

/** The same for ELLPACK. */
export const jsEllpack: Kernel<'js'> = storedRows('ellpack', 'ELLPACK, row by row, eight vectors at a time', byRows);

/** The same for sliced ELLPACK. */
export const jsSell: Kernel<'js'> = storedRows('sell', 'Sliced ELLPACK, row by row, eight vectors at a time', bySlices);

/** Packed slices: each column is decoded once for all vectors. */
export const jsPacked: Kernel<'js'> = spmmKernel('js', {
  id: 'js/spmm-packed',
  format: 'packed',
  title: 'Packed slices, row by row, all vectors at a time',
  precisions: NARROW_VALUES_TOO,
  params: NO_PARAMS,
  analyse: stepStarts,
  program: (context) => ({
    scratch: { sums: { element: 'f64', length: context.sizes['vectors'] ?? 0, perWorker: true } },
    passes: [
      {
        ...inModule(bundled?.packed ?? new URL('../js/packed.ts', import.meta.url)),
        export: 'packed',
        partition: byPackedSlices(context),
        numbers: stepNumbers(context),
      },
    ],
  }),
});

/** Y ← αAᵀX + βY without storing Aᵀ: every worker adds into its own sums, and these are added up in a fixed order. */
export const jsCsrTransposed: Kernel<'js'> = spmmKernel('js', {
  id: 'js/spmm-csr-transposed',
  options: { transpose: true },
  format: 'csr',
  title: 'CSR transposed, sums of each worker added up by columns',
  precisions: NARROW_VALUES_TOO,
  params: NO_PARAMS,
  program: (context) => {
    const { cols } = context.matrix.shape;
    const { width, sweeps } = sweepsOf(context, 8 * cols * (context.device.limits['threads'] ?? 1));
    const module = inModule(bundled?.csrTransposed ?? new URL('../js/csr-transposed.ts', import.meta.url));
    return {
      scratch: {
        sums: { element: 'f64', length: cols * width, perWorker: true },
        touched: { element: 'i32', length: 16, perWorker: true },
      },
      passes: sweeps.flatMap((sweep) => {
        const numbers = { ...stepNumbers(context), ...sweep, width };
        return [
          { ...module, numbers, export: 'clearSums', partition: { unit: 'workers', count: 'workers' } },
          { ...module, numbers, export: 'addRows', partition: byRows(context, 'rowStart') },
          { ...module, numbers, export: 'reduceSums', partition: unitsOf('columns', cols) },
        ] as const;
      }),
    };
  },
});

/** Y ← αAᵀX + βY over an index of the columns of A, 8 bytes an entry, whatever the format: each sum in the order in which the format has the rows. */
export const jsIndexed: readonly Kernel<'js'>[] = INDEXED.map(({ id, format }) =>
  spmmKernel('js', {
    id: `js/${id}`,
    options: { transpose: true },
    format,
    title: 'Transposed by an index of the columns, eight vectors at a time',
    precisions: NARROW_VALUES_TOO,
    reproducibility: 'bitwise',
    params: NO_PARAMS,
    analyse: transposedIndex,
    program: (context) => ({
      passes: [
        {
          ...inModule(bundled?.storedRows ?? new URL('../js/stored-rows.ts', import.meta.url)),
          export: 'indexed',
          partition: byIndexedColumns(context),
          numbers: stepNumbers(context),
        },
      ],
    }),
  }),
);

/** Every kernel in JavaScript of this package. */
export const jsKernels: readonly Kernel[] = [jsCsr, jsEllpack, jsSell, jsPacked, jsCsrTransposed, ...jsIndexed];
