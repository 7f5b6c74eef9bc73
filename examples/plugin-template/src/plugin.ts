import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { dia } from './dia.ts';
import { jsDia } from './kernels/js-kernel.ts';
import { wgslDia } from './kernels/wgsl-kernel.ts';

/** What this package brings; the field `"spmv"` of package.json names the same. */
const plugin: Plugin = definePlugin({
  name: '@acme/spmv-dia',
  apiVersion: API_VERSION,
  formats: [dia],
  kernels: [jsDia, wgslDia],
});

export default plugin;
