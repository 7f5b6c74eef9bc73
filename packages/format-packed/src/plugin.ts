import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { packed } from './packed.ts';

/** Format `packed`. */
const plugin: Plugin = definePlugin({
  name: '@spmv/format-packed',
  apiVersion: API_VERSION,
  formats: [packed],
});

export default plugin;
