import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { cudaInterpolation } from './kernels/cuda-interpolation.ts';
import { cudaInverseSizes, cudaInverseSizesBelow } from './kernels/cuda-inverse-sizes.ts';
import { cudaTranspose } from './kernels/cuda-transpose.ts';
import { jsInterpolation, jsInverseSizes, jsInverseSizesBelow, jsTranspose } from './kernels/js-kernels.ts';
import { interpolation, inverseSizes, transpose } from './operations.ts';

/** The operations that levels are made of, with their kernels. */
const plugin: Plugin = definePlugin({
  name: '@spmv/multigrid',
  apiVersion: API_VERSION,
  matrixOperations: [interpolation(), transpose, inverseSizes],
  matrixKernels: [
    jsInterpolation,
    jsTranspose,
    jsInverseSizes,
    jsInverseSizesBelow,
    cudaInterpolation,
    cudaTranspose,
    cudaInverseSizes,
    cudaInverseSizesBelow,
  ],
});

export default plugin;
