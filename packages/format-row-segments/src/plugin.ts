import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { rowSegments } from './row-segments.ts';
import { jsRowSegments, wasmRowSegments } from './kernels/kernels.ts';

/** Format `row-segments` with its kernels for the CPU. */
const plugin: Plugin = definePlugin({
  name: '@spmv/format-row-segments',
  apiVersion: API_VERSION,
  formats: [rowSegments],
  kernels: [jsRowSegments, wasmRowSegments()],
});

export default plugin;
