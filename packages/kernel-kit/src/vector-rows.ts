import type {
  CpuScratch,
  KernelContext,
  NamedArrays,
  Partition,
  Precision,
  StoredMatrix,
  WasmArgument,
  WasmPass,
} from '@spmv/core';
import { denseSteps } from '@spmv/core';
import { namedArguments } from './operands.ts';
import { byRows, unitsOf } from './partitions.ts';
import { scratchFor, valueBytes } from './precisions.ts';
import { byPackedSlices, bySlices, stepStarts } from './slices.ts';
import { sweepsOf } from './sweeps.ts';

/** What a compiled kernel of Y ← αAX + βY reads of a format. */
export interface VectorRows {
  readonly format: string;
  readonly title: string;
  /** By the names of the function's parameters, as `namedArguments` has them. */
  readonly arrays: readonly string[];
  /** Arguments between the layouts of X and Y and alpha. */
  numbers?(context: KernelContext): Readonly<Record<string, WasmArgument>>;
  partition(context: KernelContext): Partition;
  readonly analyse?: (matrix: StoredMatrix) => NamedArrays;
  scratch?(context: KernelContext): Readonly<Record<string, CpuScratch>>;
}

/** Entries of one slice of a split row, or of a whole row: what a worker decodes of packed slices at a time. */
function packedRoom({ matrix }: KernelContext): number {
  return Math.min(matrix.shape.cols, 32 * (matrix.params['steps'] as number));
}

/** The formats whose rows are multiplied with several vectors at a time. `decoded`: of what precision decoded values are. */
export function vectorRows(decoded: (context: KernelContext) => Precision): readonly VectorRows[] {
  return [
    {
      format: 'csr',
      title: 'CSR, row by row, eight SIMD vectors of sums at a time',
      arrays: ['A.rowStart', 'A.colIndex', 'A.values'],
      partition: (context) => byRows(context, 'rowStart'),
    },
    {
      format: 'ellpack',
      title: 'ELLPACK, row by row, eight SIMD vectors of sums at a time',
      arrays: ['A.colIndex', 'A.values'],
      numbers: ({ matrix: { params, scalars } }) => {
        const stride = scalars['stride'];
        const [next, step] = params['order'] === 'column' ? [1, stride] : [stride, 1];
        return { width: 'A.width', next, step };
      },
      partition: byRows,
    },
    {
      format: 'sell',
      title: 'Sliced ELLPACK, row by row, eight SIMD vectors of sums at a time',
      arrays: ['A.sliceStart', 'A.rowOrder', 'A.colIndex', 'A.values'],
      numbers: () => ({ C: 'param.C', sigma: 'param.sigma', rows: 'rows' }),
      partition: bySlices,
    },
    {
      format: 'packed',
      title: 'Packed slices, rows decoded once for all vectors',
      arrays: [
        'A.slices',
        'A.segments',
        'A.columns',
        'A.values',
        'ownColumns = scratch.columns',
        'ownValues = scratch.values',
      ],
      numbers: (context) => ({ worker: 'worker', room: packedRoom(context), sliceCount: 'A.sliceCount' }),
      partition: byPackedSlices,
      analyse: stepStarts,
      scratch: (context) => ({
        columns: { element: 'i32', length: packedRoom(context), perWorker: true },
        values: { ...scratchFor(decoded(context), packedRoom(context)), perWorker: true },
      }),
    },
  ];
}

/**
 * The passes of Y ← αAX + βY whose function, `rows`, reads X by rows; X has `length` of them. X by columns is laid by rows first, by `panel`, as many
 * vectors at a time as scratch memory is allowed for: one line of it for each entry, where columns would be one for each entry and vector.
 */
export function vectorRowsProgram<P>(
  kernel: VectorRows,
  context: KernelContext,
  length: number,
  pass: (name: 'rows' | 'panel', called: Pick<WasmPass, 'arguments' | 'partition'>) => P,
): { readonly scratch: Readonly<Record<string, CpuScratch>>; readonly passes: readonly P[] } {
  const { layouts, precision, sizes } = context;
  const [X, Y] = [denseSteps(layouts['X']), denseSteps(layouts['Y'])];
  const { vectors = 0 } = sizes;
  const own = kernel.scratch?.(context) ?? {};
  const range = { begin: 'begin', end: 'end' };
  const rows = (x: string, xRow: number, from: number, count: number): P =>
    pass('rows', {
      arguments: {
        ...namedArguments(kernel.arrays),
        x,
        y: 'Y',
        xRow,
        yRow: Y.row,
        yCol: Y.col,
        yFirst: from * Y.col,
        count,
        ...kernel.numbers?.(context),
        alpha: 'alpha',
        beta: 'beta',
        ...range,
      },
      partition: kernel.partition(context),
    });
  // A single vector lies by rows, too.
  if (X.col === 1 || vectors === 1) return { scratch: own, passes: [rows('X', X.row, 0, vectors)] };
  const { width, sweeps } = sweepsOf(context, length * valueBytes(context));
  return {
    scratch: { ...own, rows: scratchFor(precision.precision, length * width) },
    passes: sweeps.flatMap(({ from, count }) => [
      pass('panel', {
        arguments: { x: 'X', rows: 'scratch.rows', xCol: X.col, origin: from * X.col, width, count, ...range },
        partition: unitsOf('rows of X', length),
      }),
      rows('scratch.rows', width, from, count),
    ]),
  };
}
