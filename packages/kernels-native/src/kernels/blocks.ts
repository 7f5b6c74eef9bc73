import type { Kernel } from '@spmv/core';
import { nativeKernel, unitsOf, withConjugated } from '@spmv/kernel-kit';
import type { NativeBuild } from './build.ts';
import { FULL, FUNCTIONS, leveled, PRECISIONS } from './build.ts';
import { AHRENS, CHOI, SAAD, SUN, VAZQUEZ } from './sources.ts';

/** Kernels of formats in which neighbouring entries lie side by side in x, too: blocks, shared columns, diagonals. */
export function blockKernels(build: NativeBuild): readonly Kernel<'native'>[] {
  const common = { module: FUNCTIONS, precisions: PRECISIONS } as const;
  const diagonals = {
    ...common,
    format: 'dia',
    sources: [SAAD],
    arrays: ['offset', 'filled', 'values'],
    numbers: ['rows', 'A.diagonals', 'A.words'],
  } as const;
  return [
    nativeKernel({
      ...common,
      id: 'native/bell',
      format: 'bell',
      title: 'Blocked ELLPACK, row by row, blocks of 2, 4 or 8 columns as vectors (row order)',
      sources: [CHOI, VAZQUEZ],
      export: ({ matrix }) => leveled(build, matrix.params['order'] === 'row' ? 'bellRow' : 'bellColumn'),
      arrays: ['blockColIndex', 'mask', 'values'],
      numbers: ['param.blockRows', 'param.blockCols', 'A.width', 'A.stride', 'rows'],
      partition: ({ matrix }) =>
        unitsOf('rows of blocks', Math.ceil(matrix.shape.rows / (matrix.params['blockRows'] as number))),
    }),
    nativeKernel({
      module: FUNCTIONS,
      precisions: FULL,
      id: 'native/row-segments',
      format: 'row-segments',
      title: 'Row segments, up to 16 rows of a diagonal or 4 rows of shared columns at a time',
      sources: [SUN, AHRENS],
      export: ({ matrix, precision }) =>
        leveled(
          build,
          precision.precision === 'f64' && matrix.scalars['valueBytes'] === 4 ? 'rowSegmentsNarrow' : 'rowSegments',
        ),
      arrays: ['segmentRow', 'entryStart', 'columnStart', 'kind', 'column', 'values'],
      partition: ({ matrix }) => unitsOf('segments', matrix.scalars['segments'] ?? 0, 'entryStart'),
    }),
    nativeKernel({
      ...diagonals,
      id: 'native/dia',
      title: 'DIA, up to 32 rows at a time',
      export: leveled(build, 'dia'),
      partition: ({ matrix }) => unitsOf('rows', matrix.shape.rows),
    }),
    ...withConjugated(nativeKernel<Record<never, never>>, {
      ...diagonals,
      id: 'native/dia-transposed',
      options: { transpose: true },
      title: 'DIA transposed, up to 32 columns at a time',
      export: leveled(build, 'diaTransposed'),
      partition: ({ matrix }) => unitsOf('columns', matrix.shape.cols),
    }),
  ];
}
