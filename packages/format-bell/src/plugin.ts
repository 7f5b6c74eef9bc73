import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { jsBell } from './kernels/js-kernel.ts';
import { wasmBell } from './kernels/wasm-kernel.ts';
import { bell } from './bell.ts';

/** Format `bell` and its kernels. */
const plugin: Plugin = definePlugin({
  name: '@spmv/format-bell',
  version: '0.1.0',
  apiVersion: API_VERSION,
  formats: [bell],
  kernels: [jsBell, wasmBell],
});

export default plugin;
