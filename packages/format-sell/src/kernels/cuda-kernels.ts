import type { CudaArgument, SpmvContext, SpmvKernel } from '@spmv/core';
import { SUMS_AS_STORED } from '@spmv/core';
import { KREUTZER, MONAKOV, VAZQUEZ } from '../sources.ts';
import { blockSizeAxis, cudaModules } from './cuda-launch.ts';
import { suggestThreads, threadsAxis } from './threads-per-row.ts';

export interface CudaSellParams {
  readonly [name: string]: number;
  readonly blockSize: number;
}

function argumentsOf({ matrix }: SpmvContext): readonly CudaArgument[] {
  return [
    'matrix.sliceStart',
    'matrix.rowOrder',
    'matrix.colIndex',
    'matrix.values',
    'x',
    'y',
    'alpha',
    'beta',
    { i32: matrix.shape.rows },
    { i32: matrix.params['C'] as number },
    { i32: matrix.params['sigma'] === 1 ? 0 : 1 },
  ];
}

/** One thread a row. Reads every slot up to the quarter of places in which a row ends, once, in whole sectors when C is a multiple of 8. */
export const cudaSell: SpmvKernel<'cuda', CudaSellParams> = {
  kind: 'kernel',
  id: 'cuda/sell',
  operation: 'spmv',
  target: 'cuda',
  format: 'sell',
  title: 'Sliced ELLPACK, one thread a row',
  sources: [MONAKOV, KREUTZER, VAZQUEZ],
  precisions: SUMS_AS_STORED,
  reproducibility: 'run-to-run',
  requires: [],
  params: { axes: { blockSize: blockSizeAxis } },
  program: (context, { blockSize }) => ({
    kind: 'launches',
    modules: cudaModules('sell'),
    launches: [
      {
        // Slices of 32 have a kernel in which the division is a shift.
        entryPoint: `${context.matrix.params['C'] === 32 ? 'sell32' : 'sell'}_${context.precision.precision}`,
        grid: [Math.max(1, Math.ceil(context.matrix.shape.rows / blockSize)), 1, 1],
        block: [blockSize, 1, 1],
        sharedBytes: 0,
        arguments: argumentsOf(context),
      },
    ],
  }),
};

export interface CudaSellTParams extends CudaSellParams {
  readonly T: number;
}

/** T threads a row, as the τ threads of Sliced ELLPACK: long rows end T times sooner, and few rows fill the device. */
export const cudaSellT: SpmvKernel<'cuda', CudaSellTParams> = {
  ...cudaSell,
  id: 'cuda/sell-t',
  title: 'Sliced ELLPACK, T threads a row',
  params: {
    axes: { blockSize: blockSizeAxis, T: threadsAxis },
    suggest: ({ matrix }) => ({ T: suggestThreads(matrix) }),
  },
  program: (context, { blockSize, T }) => ({
    kind: 'launches',
    modules: cudaModules('sell-t'),
    launches: [
      {
        entryPoint: `sell_t${T}_${context.precision.precision}`,
        grid: [Math.max(1, Math.ceil((context.matrix.shape.rows * T) / blockSize)), 1, 1],
        block: [blockSize, 1, 1],
        sharedBytes: blockSize * (context.precision.precision === 'f32' ? 4 : 8),
        arguments: argumentsOf(context),
      },
    ],
  }),
};
