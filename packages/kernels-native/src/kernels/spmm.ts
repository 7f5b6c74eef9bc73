import type { Kernel } from '@spmv/core';
import { NO_PARAMS, storedPrecision } from '@spmv/core';
import type { VectorRows } from '@spmv/kernel-kit';
import { nativeSuffix, unitsOf, vectorRows, vectorRowsProgram } from '@spmv/kernel-kit';
import type { NativeBuild } from './build.ts';
import { FUNCTIONS, leveled, PRECISIONS } from './build.ts';
import { byColumn } from './by-column.ts';

/** Functions by format; lines of `csc` lie as those of `csr` do. */
const EXPORTS: Readonly<Record<string, string>> = {
  csr: 'spmmCsr',
  csc: 'spmmCsr',
  ellpack: 'spmmEllpack',
  sell: 'spmmSell',
  packed: 'spmmPacked',
};

function storedRows(build: NativeBuild, kernel: VectorRows, transposed = false): Kernel<'native'> {
  const module = FUNCTIONS.href;
  return {
    kind: 'kernel',
    id: `native/spmm-${kernel.format}${transposed ? '-transposed' : ''}`,
    operation: 'spmm',
    ...(transposed ? { options: { transpose: true } } : {}),
    ...(kernel.analyse ? { analyse: kernel.analyse } : {}),
    target: 'native',
    format: kernel.format,
    title: kernel.title,
    sources: [],
    precisions: PRECISIONS,
    reproducibility: 'run-to-run',
    requires: ['node-api'],
    params: NO_PARAMS,
    program: (context) => {
      const exported = {
        panel: `spmmPanel${context.precision.precision.toUpperCase()}`,
        rows: `${EXPORTS[kernel.format]}${nativeSuffix(context)}`,
      };
      return vectorRowsProgram(kernel, context, context.matrix.shape[transposed ? 'rows' : 'cols'], (name, called) => ({
        module,
        export: leveled(build, exported[name]),
        ...called,
      }));
    },
  };
}

/** Kernels of several vectors. They belong to the operation `spmm` of @spmv/spmm, which is named and not imported, as formats are. */
export function spmmKernels(build: NativeBuild): readonly Kernel<'native'>[] {
  return [
    ...vectorRows(({ precision }) => storedPrecision(precision)).map((kernel) => storedRows(build, kernel)),
    ...[
      {
        format: 'csc',
        title: 'CSC transposed, column by column, eight SIMD vectors of sums at a time',
        arrays: ['rowStart = A.colStart', 'colIndex = A.rowIndex', 'A.values'],
        partition: ({ matrix }) => unitsOf('columns', matrix.shape.cols, 'colStart'),
      } satisfies VectorRows,
      {
        format: 'csr',
        title: 'CSR transposed, its entries once more by columns, eight SIMD vectors of sums at a time',
        arrays: ['rowStart = auxiliary.colStart', 'colIndex = auxiliary.rowIndex', 'auxiliary.values'],
        partition: ({ matrix }) => unitsOf('columns', matrix.shape.cols, 'auxiliary.colStart'),
        analyse: byColumn,
      } satisfies VectorRows,
    ].map((kernel) => storedRows(build, kernel, true)),
  ];
}
