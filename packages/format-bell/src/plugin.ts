import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { cudaBell } from './kernels/cuda-kernel.ts';
import { jsBell } from './kernels/js-kernel.ts';
import { wasmBell } from './kernels/wasm-kernel.ts';
import { wgslBell } from './kernels/wgsl-kernel.ts';
import { bell } from './bell.ts';

/** Format `bell` and its kernels. */
const plugin: Plugin = definePlugin({
  name: '@spmv/format-bell',
  apiVersion: API_VERSION,
  formats: [bell],
  kernels: [jsBell, wasmBell, wgslBell, cudaBell],
});

export default plugin;
