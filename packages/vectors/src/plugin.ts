import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { vectorKernels } from './kernels/kernels.ts';
import { advance } from './operations/advance.ts';
import { dots } from './operations/dots.ts';
import { hadamard } from './operations/hadamard.ts';
import { linear } from './operations/linear.ts';
import { scalar } from './operations/scalar.ts';

/** The vector work of iterative solvers, with its kernels for every backend. */
const plugin: Plugin = definePlugin({
  name: '@spmv/vectors',
  apiVersion: API_VERSION,
  operations: [linear, advance, hadamard, dots, scalar],
  kernels: vectorKernels,
});

export default plugin;
