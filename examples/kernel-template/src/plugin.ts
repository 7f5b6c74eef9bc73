import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { jsPairwise } from './kernels/js-kernel.ts';
import { wasmPairwise } from './kernels/wasm-kernel.ts';

/** What this package brings; the field `"spmv"` of package.json names the same. Formats of other packages are named by their ids. */
const plugin: Plugin = definePlugin({
  name: '@acme/spmv-pairwise',
  apiVersion: API_VERSION,
  kernels: [jsPairwise, wasmPairwise],
});

export default plugin;
