import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { jsMagnitudes } from './kernels/js-kernel.ts';
import { magnitudes } from './magnitudes.ts';

/** What this package brings; the field `"spmv"` of package.json names the same. */
const plugin: Plugin = definePlugin({
  name: '@acme/spmv-magnitudes',
  apiVersion: API_VERSION,
  operations: [magnitudes],
  kernels: [jsMagnitudes],
});

export default plugin;
