import type { Kernel } from '@spmv/core';
import { cudaNaive } from './cuda-naive.ts';
import { cudaRegister } from './cuda-register.ts';
import { cudaTiled } from './cuda-tiled.ts';

/** Every CUDA kernel of this package. */
export const cudaKernels: readonly Kernel[] = [cudaNaive, cudaTiled, cudaRegister] as readonly Kernel[];
