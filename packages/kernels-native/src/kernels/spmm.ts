import type {
  CpuScratch,
  DenseLayout,
  Kernel,
  KernelContext,
  NamedArrays,
  NativeProgram,
  Partition,
  StoredMatrix,
} from '@spmv/core';
import { denseSteps, NO_PARAMS } from '@spmv/core';
import { byRows, nativeSuffix, sweepsOf, unitsOf, valueBytes } from '@spmv/kernel-kit';
import type { NativeBuild } from './build.ts';
import { FUNCTIONS, leveled, PRECISIONS } from './build.ts';
import { bySteps, stepStarts } from './packed.ts';
import { byColumn } from './by-column.ts';

/** One kernel, as far as it differs from the others. */
interface StoredRows {
  readonly format: string;
  /** Y ← αAᵀX + βY, and what its id ends with. */
  readonly transposed?: string;
  readonly title: string;
  readonly export: string;
  readonly arrays: readonly string[];
  /** What comes after X and Y. */
  numbers?(context: KernelContext): readonly (string | number)[];
  readonly partition: (context: KernelContext) => Partition;
  readonly analyse?: (matrix: StoredMatrix) => NamedArrays;
  readonly scratch?: (context: KernelContext) => Readonly<Record<string, CpuScratch>>;
}

/** What of a stored matrix a worker decodes at a time: entries of one slice of a split row, or of a whole row. */
function packedRoom({ matrix }: KernelContext): number {
  return Math.min(matrix.shape.cols, 32 * (matrix.params['steps'] as number));
}

/**
 * The passes of Y ← αAX + βY, whose function reads X by rows. X by columns is laid by rows first, as many vectors at a time as scratch memory is
 * allowed for: one line of it for each entry, where columns would be one for each entry and vector.
 */
function programOf(kernel: StoredRows, build: NativeBuild, context: KernelContext): NativeProgram {
  const { layouts, matrix, precision, sizes } = context;
  const [X, Y] = [denseSteps(layouts['X'] as DenseLayout), denseSteps(layouts['Y'] as DenseLayout)];
  const { vectors = 0 } = sizes;
  const ofX = kernel.transposed === undefined ? matrix.shape.cols : matrix.shape.rows;
  const own = kernel.scratch?.(context) ?? {};
  const module = FUNCTIONS.href;
  const pass = (x: string, xRow: number, from: number, count: number) => ({
    module,
    export: leveled(build, `${kernel.export}${nativeSuffix(context)}`),
    arguments: [
      ...kernel.arrays,
      x,
      'Y',
      xRow,
      Y.row,
      Y.col,
      from * Y.col,
      count,
      ...(kernel.numbers?.(context) ?? []),
      'alpha',
      'beta',
      'begin',
      'end',
    ],
    partition: kernel.partition(context),
  });
  // A single vector lies by rows, too.
  if (X.col === 1 || vectors === 1) return { scratch: own, passes: [pass('X', X.row, 0, vectors)] };
  const { width, sweeps } = sweepsOf(context, ofX * valueBytes(context));
  const isDouble = precision.precision === 'f64';
  return {
    scratch: { ...own, rows: { element: isDouble ? 'f64' : 'f32', length: ofX * width } },
    passes: sweeps.flatMap(({ from, count }) => [
      {
        module,
        export: leveled(build, isDouble ? 'spmmPanelF64' : 'spmmPanelF32'),
        arguments: ['X', 'scratch.rows', X.col, from * X.col, width, count, 'begin', 'end'],
        partition: unitsOf('rows of X', ofX),
      },
      pass('scratch.rows', width, from, count),
    ]),
  };
}

function storedRows(build: NativeBuild, kernel: StoredRows): Kernel<'native'> {
  return {
    kind: 'kernel',
    id: `native/spmm-${kernel.format}${kernel.transposed ?? ''}`,
    operation: 'spmm',
    ...(kernel.transposed === undefined ? {} : { options: { transpose: true } }),
    ...(kernel.analyse ? { analyse: kernel.analyse } : {}),
    target: 'native',
    format: kernel.format,
    title: kernel.title,
    sources: [],
    precisions: PRECISIONS,
    reproducibility: 'run-to-run',
    requires: ['node-api'],
    params: NO_PARAMS,
    program: (context) => programOf(kernel, build, context),
  };
}

/** Kernels of several vectors. They belong to the operation `spmm` of @spmv/spmm, which is named and not imported, as formats are. */
export function spmmKernels(build: NativeBuild): readonly Kernel<'native'>[] {
  return [
    storedRows(build, {
      format: 'csr',
      title: 'CSR, row by row, eight SIMD vectors of sums at a time',
      export: 'spmmCsr',
      arrays: ['A.rowStart', 'A.colIndex', 'A.values'],
      partition: (context) => byRows(context, 'rowStart'),
    }),
    storedRows(build, {
      format: 'ellpack',
      title: 'ELLPACK, row by row, eight SIMD vectors of sums at a time',
      export: 'spmmEllpack',
      arrays: ['A.colIndex', 'A.values'],
      numbers: ({ matrix: { params, scalars } }) => {
        const stride = scalars['stride'] as number;
        return ['A.width', ...(params['order'] === 'column' ? [1, stride] : [stride, 1])];
      },
      partition: byRows,
    }),
    storedRows(build, {
      format: 'sell',
      title: 'Sliced ELLPACK, row by row, eight SIMD vectors of sums at a time',
      export: 'spmmSell',
      arrays: ['A.sliceStart', 'A.rowOrder', 'A.colIndex', 'A.values'],
      numbers: () => ['param.C', 'param.sigma', 'rows'],
      partition: ({ matrix }) => unitsOf('slices', matrix.scalars['slices'] as number, 'sliceStart'),
    }),
    storedRows(build, {
      format: 'packed',
      title: 'Packed slices, rows decoded once for all vectors',
      export: 'spmmPacked',
      arrays: ['A.slices', 'A.segments', 'A.columns', 'A.values', 'scratch.columns', 'scratch.values'],
      numbers: (context) => ['worker', packedRoom(context), 'A.sliceCount'],
      partition: bySteps,
      analyse: stepStarts,
      scratch: (context) => ({
        columns: { element: 'i32', length: packedRoom(context), perWorker: true },
        values: { element: context.matrix.valueType, length: packedRoom(context), perWorker: true },
      }),
    }),
    storedRows(build, {
      format: 'csc',
      transposed: '-transposed',
      title: 'CSC transposed, column by column, eight SIMD vectors of sums at a time',
      export: 'spmmCsr',
      arrays: ['A.colStart', 'A.rowIndex', 'A.values'],
      partition: ({ matrix }) => unitsOf('columns', matrix.shape.cols, 'colStart'),
    }),
    storedRows(build, {
      format: 'csr',
      transposed: '-transposed',
      title: 'CSR transposed, its entries once more by columns, eight SIMD vectors of sums at a time',
      export: 'spmmCsr',
      arrays: ['auxiliary.colStart', 'auxiliary.rowIndex', 'auxiliary.values'],
      partition: ({ matrix }) => unitsOf('columns', matrix.shape.cols, 'auxiliary.colStart'),
      analyse: byColumn,
    }),
  ];
}
