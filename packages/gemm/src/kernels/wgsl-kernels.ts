import type { Kernel } from '@spmv/core';
import { wgslMatrix, wgslMatrixF16x3 } from './wgsl-matrix.ts';
import { wgslNaive } from './wgsl-naive.ts';
import { wgslRegister } from './wgsl-register.ts';
import { wgslTiled } from './wgsl-tiled.ts';

/** Every WGSL kernel of this package. */
export const wgslKernels: readonly Kernel[] = [
  wgslNaive,
  wgslTiled,
  wgslRegister,
  wgslMatrix,
  wgslMatrixF16x3,
] as readonly Kernel[];
