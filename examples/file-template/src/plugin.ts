import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { edges } from './file-type.ts';

/** What this package brings; the field `"spmv"` of package.json names the same. */
const plugin: Plugin = definePlugin({
  name: '@acme/spmv-edges',
  apiVersion: API_VERSION,
  files: [edges],
});

export default plugin;
