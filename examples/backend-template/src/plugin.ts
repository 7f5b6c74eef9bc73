import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { plain } from './descriptor.ts';

/** What this package brings; the field `"spmv"` of package.json names the same. */
const plugin: Plugin = definePlugin({
  name: '@acme/spmv-backend-plain',
  apiVersion: API_VERSION,
  backends: [plain],
});

export default plugin;
