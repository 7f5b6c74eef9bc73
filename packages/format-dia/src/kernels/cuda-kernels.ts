import type { Kernel } from '@spmv/core';
import {
  cudaAnyBlockSizeAxis,
  cudaKernel,
  cudaModules,
  oneDimensional,
  sumsAsStored,
  withConjugated,
} from '@spmv/kernel-kit';
import { dia } from '../dia.ts';

export interface CudaDiaParams {
  readonly [name: string]: number;
  readonly blockSize: number;
}

const diaKernels = (id: string, title: string, transpose: boolean): readonly Kernel<'cuda', CudaDiaParams>[] =>
  withConjugated(cudaKernel<CudaDiaParams>, {
    id,
    options: { transpose },
    precisions: sumsAsStored('cuda'),
    format: 'dia',
    title,
    sources: dia.sources,
    modules: cudaModules(import.meta.url, 'dia'),
    params: { axes: { blockSize: cudaAnyBlockSizeAxis } },
    launch: ({ matrix: { shape, scalars } }, { blockSize }) => {
      const length = transpose ? shape.cols : shape.rows;
      return {
        entryPoint: transpose ? 'dia_transposed' : 'dia',
        ...oneDimensional(length, 1, blockSize),
        arrays: ['offset', 'filled', 'values'],
        numbers: {
          length,
          rows: shape.rows,
          diagonals: scalars['diagonals'],
          words: scalars['words'],
        },
      };
    },
  });

/** One thread an element of y, four diagonals in flight: neighbouring threads load neighbouring values and neighbouring x. */
export const cudaDia: readonly Kernel<'cuda', CudaDiaParams>[] = [
  ...diaKernels('cuda/dia', 'DIA, one thread a row', false),
  ...diaKernels('cuda/dia-transposed', 'DIA transposed, one thread a column', true),
];
