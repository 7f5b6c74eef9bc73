import { bundled } from '@spmv/spmm/bundled';
import type { Kernel, KernelContext, KernelPrecision, Partition } from '@spmv/core';
import { NO_PARAMS, numbersOf } from '@spmv/core';
import type { JsModule } from '@spmv/kernel-kit';
import {
  byPackedSlices,
  byRows,
  bySlices,
  functionOf,
  NARROW_VALUES_TOO,
  precisionsOf,
  stepNumbers,
  stepStarts,
  sweepsOf,
  unitsOf,
} from '@spmv/kernel-kit';
import { byIndexedColumns, INDEXED } from './partitions.ts';
import { spmmKernel } from './spmm-kernel.ts';
import { transposedIndex } from './transposed-index.ts';

/** Where the functions for complex values are. */
const complex = (): JsModule => bundled?.complex ?? new URL('../js/complex.generated.ts', import.meta.url);

const storedRowsModule = () => ({
  module: bundled?.storedRows ?? new URL('../js/stored-rows.ts', import.meta.url),
  complex,
});

/** Of kernels that have functions for complex values, too. */
const WITH_PAIRS: readonly KernelPrecision[] = [...NARROW_VALUES_TOO, ...precisionsOf('js', 2)];

/** A kernel for a format in which the entries of a row are equally far apart. */
function storedRows(format: string, title: string, partition: (context: KernelContext) => Partition): Kernel<'js'> {
  return spmmKernel('js', {
    id: `js/spmm-${format}`,
    format,
    title,
    precisions: WITH_PAIRS,
    reproducibility: 'bitwise',
    params: NO_PARAMS,
    program: (context) => ({
      passes: [
        {
          ...functionOf({ ...storedRowsModule(), export: format }, context),
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
  precisions: WITH_PAIRS,
  params: NO_PARAMS,
  analyse: stepStarts,
  program: (context) => ({
    scratch: {
      sums: {
        element: 'f64',
        length: numbersOf(context.precision.precision, context.sizes['vectors'] ?? 0),
        perWorker: true,
      },
    },
    passes: [
      {
        ...functionOf(
          {
            module: bundled?.packed ?? new URL('../js/packed.ts', import.meta.url),
            complex,
            export: 'packed',
          },
          context,
        ),
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
  precisions: WITH_PAIRS,
  params: NO_PARAMS,
  program: (context) => {
    const { cols } = context.matrix.shape;
    const sums = numbersOf(context.precision.precision, cols);
    const { width, sweeps } = sweepsOf(context, 8 * sums * (context.device.limits['threads'] ?? 1));
    const module = bundled?.csrTransposed ?? new URL('../js/csr-transposed.ts', import.meta.url);
    const of = (name: string) => functionOf({ module, complex, export: name }, context);
    return {
      scratch: {
        sums: { element: 'f64', length: sums * width, perWorker: true },
        touched: { element: 'i32', length: 16, perWorker: true },
      },
      passes: sweeps.flatMap((sweep) => {
        const numbers = { ...stepNumbers(context), ...sweep, width };
        return [
          { ...of('clearSums'), numbers, partition: { unit: 'workers', count: 'workers' } },
          { ...of('addRows'), numbers, partition: byRows(context, 'rowStart') },
          { ...of('reduceSums'), numbers, partition: unitsOf('columns', cols) },
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
    precisions: WITH_PAIRS,
    reproducibility: 'bitwise',
    params: NO_PARAMS,
    analyse: transposedIndex,
    program: (context) => ({
      passes: [
        {
          ...functionOf({ ...storedRowsModule(), export: 'indexed' }, context),
          partition: byIndexedColumns(context),
          numbers: stepNumbers(context),
        },
      ],
    }),
  }),
);

/** Every kernel in JavaScript of this package. */
export const jsKernels: readonly Kernel[] = [jsCsr, jsEllpack, jsSell, jsPacked, jsCsrTransposed, ...jsIndexed];
