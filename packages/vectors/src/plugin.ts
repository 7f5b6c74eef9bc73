import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { vectorKernels } from './kernels/kernels.ts';
import { advance } from './operations/advance.ts';
import { conjugate } from './operations/conjugate.ts';
import { descend } from './operations/descend.ts';
import { dots } from './operations/dots.ts';
import { gather } from './operations/gather.ts';
import { hadamard } from './operations/hadamard.ts';
import { linear } from './operations/linear.ts';
import { scalar } from './operations/scalar.ts';

/** The vector work of iterative solvers, with its kernels for every backend. */
const plugin: Plugin = definePlugin({
  name: '@spmv/vectors',
  apiVersion: API_VERSION,
  operations: [linear, advance, descend, conjugate, hadamard, dots, scalar, gather],
  kernels: vectorKernels,
});

export default plugin;
