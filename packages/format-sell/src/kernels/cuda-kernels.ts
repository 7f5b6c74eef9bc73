import type { KernelContext, Kernel } from '@spmv/core';
import {
  cudaAnyBlockSizeAxis,
  cudaBlockSizeAxis,
  cudaKernel,
  cudaModules,
  oneDimensional,
  sumsAsStored,
  valueBytes,
} from '@spmv/kernel-kit';
import { KREUTZER, MONAKOV, VAZQUEZ } from '../sources.ts';
import { suggestThreadsPerRow, threadsPerRowAxis } from './threads-per-row.ts';

export interface CudaSellParams {
  readonly [name: string]: number;
  readonly blockSize: number;
}

const COMMON = {
  precisions: sumsAsStored('cuda'),
  format: 'sell',
  sources: [MONAKOV, KREUTZER, VAZQUEZ],
} as const;

const ARRAYS = ['sliceStart', 'rowOrder', 'colIndex', 'values'] as const;

function numbersOf({ matrix }: KernelContext): Readonly<Record<string, number>> {
  const { shape, params } = matrix;
  return { rows: shape.rows, C: params['C'] as number, sorted: params['sigma'] === 1 ? 0 : 1 };
}

/** One thread a row. Reads every slot up to the quarter of places in which a row ends, once, in whole sectors when C is a multiple of 8. */
export const cudaSell: Kernel<'cuda', CudaSellParams> = cudaKernel<CudaSellParams>({
  ...COMMON,
  id: 'cuda/sell',
  title: 'Sliced ELLPACK, one thread a row',
  modules: cudaModules(import.meta.url, 'sell'),
  params: { axes: { blockSize: cudaAnyBlockSizeAxis } },
  launch: (context, { blockSize }) => ({
    // Slices of 32 have a kernel in which the division is a shift.
    entryPoint: context.matrix.params['C'] === 32 ? 'sell32' : 'sell',
    ...oneDimensional(context.matrix.shape.rows, 1, blockSize),
    arrays: ARRAYS,
    numbers: numbersOf(context),
  }),
});

export interface CudaSellTParams extends CudaSellParams {
  readonly threadsPerRow: number;
}

/** T threads a row, as the τ threads of Sliced ELLPACK: long rows end T times sooner, and few rows fill the device. */
export const cudaSellT: Kernel<'cuda', CudaSellTParams> = cudaKernel<CudaSellTParams>({
  ...COMMON,
  id: 'cuda/sell-t',
  title: 'Sliced ELLPACK, several threads a row',
  modules: cudaModules(import.meta.url, 'sell-t'),
  params: {
    axes: { blockSize: cudaBlockSizeAxis, threadsPerRow: threadsPerRowAxis },
    suggest: ({ matrix }) => ({ threadsPerRow: suggestThreadsPerRow(matrix) }),
  },
  launch: (context, { blockSize, threadsPerRow }) => ({
    entryPoint: `sell_t${threadsPerRow}`,
    ...oneDimensional(context.matrix.shape.rows, threadsPerRow, blockSize),
    sharedBytes: blockSize * valueBytes(context),
    arrays: ARRAYS,
    numbers: numbersOf(context),
  }),
});
