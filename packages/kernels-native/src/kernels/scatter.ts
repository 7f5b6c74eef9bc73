import type { Kernel } from '@spmv/core';
import type { NativeKernelParts, ScatterParts } from '@spmv/kernel-kit';
import { byRows, COLUMNS, nativeScatterKernel, ROWS, unitsOf, withConjugated } from '@spmv/kernel-kit';
import type { NativeBuild } from './build.ts';
import { FUNCTIONS, leveled, PRECISIONS } from './build.ts';

const scattering = (parts: NativeKernelParts<Record<never, never>> & ScatterParts): readonly Kernel<'native'>[] =>
  withConjugated(nativeScatterKernel, parts);

/** Kernels whose rows add to many elements of y each: products with Aᵀ by rows, with A by columns. */
export function scatterKernels(build: NativeBuild): readonly Kernel<'native'>[] {
  const common = { module: FUNCTIONS, precisions: PRECISIONS } as const;
  return [
    ...[
      { id: 'native/csr-transposed', title: 'CSR transposed, sums of each worker added up by columns', lines: ROWS },
      { id: 'native/csc', title: 'CSC, sums of each worker added up by rows', lines: COLUMNS },
    ].flatMap(({ lines, ...named }) =>
      scattering({
        ...common,
        ...named,
        format: lines.format,
        options: lines.spread,
        export: leveled(build, 'csrTransposed'),
        arrays: [`rowStart = ${lines.starts}`, `colIndex = ${lines.indices}`, 'values'],
        into: lines.across,
        partition: ({ matrix }) => unitsOf(lines.line, matrix.shape[lines.line], lines.starts),
      }),
    ),
    ...scattering({
      ...common,
      id: 'native/coo-transposed',
      format: 'coo',
      options: { transpose: true },
      title: 'COO transposed, sums of each worker added up by columns',
      export: leveled(build, 'cooTransposed'),
      arrays: ['rowIndex', 'colIndex', 'values'],
      into: 'cols',
      partition: ({ matrix }) => unitsOf('entries', matrix.nnz),
    }),
    ...scattering({
      ...common,
      id: 'native/csr-padded-transposed',
      format: 'csr-padded',
      options: { transpose: true },
      title: 'Padded CSR transposed, sums of each worker added up by columns',
      export: leveled(build, 'csrPaddedTransposed'),
      arrays: ['rowStart', 'colIndex', 'values'],
      into: 'cols',
      partition: (context) => byRows(context, 'rowStart'),
    }),
  ];
}
