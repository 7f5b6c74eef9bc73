import type { Kernel } from '@spmv/core';
import { cublasKernels } from './cuda-cublas.ts';
import { cudaMatrix } from './cuda-matrix.ts';
import { cudaNaive } from './cuda-naive.ts';
import { cudaPieces } from './cuda-pieces.ts';
import { cudaRegister } from './cuda-register.ts';
import { cudaTiled } from './cuda-tiled.ts';

/** Every CUDA kernel of this package. */
export const cudaKernels: readonly Kernel[] = [
  cudaNaive,
  cudaTiled,
  cudaRegister,
  cudaMatrix,
  ...cudaPieces,
  ...cublasKernels,
] as readonly Kernel[];
