import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { dia } from './dia.ts';
import { jsDia, wasmDia } from './kernels/cpu-kernels.ts';
import { cudaDia } from './kernels/cuda-kernels.ts';
import { wgslDia } from './kernels/wgsl-kernels.ts';

/** Format `dia` with its kernels, for A and its transpose. */
const plugin: Plugin = definePlugin({
  name: '@spmv/format-dia',
  apiVersion: API_VERSION,
  formats: [dia],
  kernels: [...jsDia, ...wasmDia(), ...wgslDia, ...cudaDia],
});

export default plugin;
